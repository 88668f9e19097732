// A4–A6: how long the gate thinks about a command: those of the case files, and the worst text of 12 000 characters
// anybody has come up with. In this process, for it is a function and no program.

import { explainCommand } from '../src/safety/explain.ts'
import { ATTACKS, BENIGN, CATASTROPHIC, PLACE } from '../test/support/gate/gate-cases.ts'
import { longTexts } from '../test/support/gate/long-commands.ts'
import type { Figure, Measure } from './figure.ts'

export const gate: Measure = {
	row: 'A6',
	what: 'the gate judges a command',
	async run(bench) {
		const commands = [...BENIGN, ...ATTACKS, ...CATASTROPHIC].map(({ command }) => command)
		for (const command of commands) judgeMs(command)
		// The best of several: what else the machine does is not what is measured.
		const times = commands.map(command => bestMs(command, Math.min(bench.runs, 5))).sort((a, b) => a - b)
		const long = [...longTexts()].map(text => bestMs(text, 3))
		const asked = BENIGN.filter(({ command }) => explainCommand(command, PLACE).verdict !== 'auto').length
		return [
			figure(`${commands.length} cases, p50`, at(times, 0.5), 1),
			figure(`${commands.length} cases, p99`, at(times, 0.99), 5),
			figure(`worst of ${long.length} texts of 12 000 characters`, Math.max(...long), 50),
			{
				row: 'A4',
				what: `${BENIGN.length} benign commands that ask`,
				value: (100 * asked) / BENIGN.length,
				unit: '%',
				target: { atMost: 2 },
			},
		]
	},
}

function figure(what: string, value: number, atMost: number): Figure {
	return { row: 'A6', what: `${gate.what}: ${what}`, value, unit: 'ms', target: { atMost } }
}

function bestMs(command: string, runs: number): number {
	return Math.min(...Array.from({ length: runs }, () => judgeMs(command)))
}

function judgeMs(command: string): number {
	const start = performance.now()
	explainCommand(command, PLACE)
	return performance.now() - start
}

function at(sorted: readonly number[], share: number): number {
	return sorted[Math.floor((sorted.length - 1) * share)] ?? Number.NaN
}
