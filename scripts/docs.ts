// `npm run docs`: writes the pages of the documentation that are made from tables in the sources. A test fails when one
// of them says something else than its table.

import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { commandsPage } from './docs/commands-page.ts'
import { keysPage } from './docs/keys-page.ts'
import { settingsPage } from './docs/settings-page.ts'

export const GENERATED: readonly { file: string; text(): string }[] = [
	{ file: 'docs/commands.md', text: commandsPage },
	{ file: 'docs/settings.md', text: settingsPage },
	{ file: 'docs/keys.md', text: keysPage },
]

if (import.meta.main) {
	const root = fileURLToPath(new URL('..', import.meta.url))
	for (const { file, text } of GENERATED) {
		await writeFile(join(root, file), text())
		console.log(`wrote ${file}`)
	}
}
