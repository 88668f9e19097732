// Plays every failure of a chain's first model on every wire and prints, as Markdown, what was asked of whom:
//   node test/support/chain/chain-table.ts

import { CHAIN_CASES } from './chain-cases.ts'
import { playChain } from './play-chain.ts'

const WIRES = ['responses', 'chat', 'messages'] as const

print(
	'| the first model’s failure | wire | asked of the first | of the second | end | rests | what was said |',
)
print('| --- | --- | --- | --- | --- | --- | --- |')
for (const each of CHAIN_CASES) {
	const rows = new Map<string, string[]>()
	for (const wire of WIRES) {
		const { asked, end, rests, said } = await playChain(wire, each)
		const shown = said.replaceAll('|', '\\|').replace(/:\d{4,5}\b/g, ':PORT')
		const cells = [asked[0], asked[1], end, rests ? 'yes' : 'no', shown].join(' | ')
		rows.set(cells, [...(rows.get(cells) ?? []), wire])
	}
	for (const [cells, wires] of rows)
		print(`| ${each.failure} | ${wires.length === WIRES.length ? 'all' : wires.join(', ')} | ${cells} |`)
}

function print(line: string): void {
	process.stdout.write(`${line}\n`)
}
