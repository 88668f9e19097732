// The small project that pictures show, and what its empty state says.

import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { startFacts } from '../../../../src/cli/commands/chat/start-facts.ts'
import type { StartFacts } from '../../../../src/tui/state/tui-options.ts'
import { NOW } from './scene.ts'

export const PROJECT: Readonly<Record<string, string>> = {
	'AGENTS.md': '# greet\n\nThe tests are run with `npm test`.\n',
	'package.json': '{ "name": "greet", "scripts": { "test": "node --test", "build": "tsc" } }\n',
	'src/greet.ts':
		// biome-ignore lint/suspicious/noTemplateCurlyInString: it is code
		"const names = ['Ada', 'Grace']\n\nexport function greet(name: string): string {\n\treturn `Hello ${name}`\n}\n\ngreet(names[0])\n",
	'src/parser.ts': 'export function parse(text: string): string[] {\n\treturn text.split(/\\s+/)\n}\n',
	'src/tokens.ts': "export const TOKENS = ['(', ')']\n",
	'run-tests.sh':
		'printf \'src/greet.test.ts\\n  ✗ greets politely\\n    AssertionError: expected "Hello dear Ada"\\n1 failed, 11 passed\\n\'\nexit 1\n',
}

/** What the program says of that folder before the first prompt. */
export async function projectFacts(): Promise<StartFacts> {
	const folder = await mkdtemp(join(tmpdir(), 'keelson-picture-'))
	try {
		for (const [name, text] of Object.entries({ ...PROJECT, '.git/HEAD': 'ref: refs/heads/main\n' })) {
			await mkdir(dirname(join(folder, name)), { recursive: true })
			await writeFile(join(folder, name), text)
		}
		return await startFacts(folder, { models: undefined, now: NOW })
	} finally {
		await rm(folder, { recursive: true, force: true, maxRetries: 5 })
	}
}
