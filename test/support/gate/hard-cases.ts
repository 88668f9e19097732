// Commands and whether they ask whatever the mode, as text: one a line, `# ` names a group, `⏎` is a line break in one.

import { readFileSync } from 'node:fs'

export type HardCases = Readonly<Record<string, readonly string[]>>

/** @param name - of the file in test/fixtures/gate/hard @returns the commands of each group */
export function hardCasesIn(name: string): HardCases {
	const text = readFileSync(new URL(`../../fixtures/gate/hard/${name}.txt`, import.meta.url), 'utf8')
	const groups = text
		.trim()
		.split(/^# /m)
		.filter(group => group !== '')
	return Object.fromEntries(
		groups.map(group => {
			const [title = '', ...commands] = group.trim().split('\n')
			return [title, commands.filter(line => line !== '').map(line => line.replaceAll('⏎', '\n'))]
		}),
	)
}
