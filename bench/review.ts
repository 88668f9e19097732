// U-REVIEW: the review of changes over many files: from the key that opens it to the first file's lines, and from one
// file to the next.

import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { type Figure, type Measure, median } from './figure.ts'
import { makePlace } from './place.ts'
import { firstEchoMs, openScreen } from './screen.ts'
import { until } from './transcript.ts'

const WINDOW = { cols: 120, rows: 40 }
const FILES = 501
const LINES = 200
/** Every hundredth file is a long one. */
const MANY_LINES = 2_000
const STEPS = 20
const row = 'U-REVIEW'

export const review: Measure = {
	row,
	what: `the review of ${FILES} changed files`,
	async run({ node, agent, runs }) {
		const place = await makePlace()
		const openMs: number[] = []
		const stepMs: number[] = []
		try {
			changeFiles(place.cwd)
			for (let run = 0; run < Math.min(runs, 5); run++) {
				const screen = await openScreen({ file: node, args: [agent, '-m', 'demo'], ...place }, WINDOW)
				try {
					await firstEchoMs(screen)
					await quiet(600)
					screen.type('\x15/diff uncommitted ')
					await quiet(300)
					openMs.push(await until(screen, '\r', markOf(0)))
					await quiet(600)
					for (let step = 1; step <= STEPS; step++) {
						stepMs.push(await until(screen, NEXT_FILE, markOf(step)))
						await quiet(50)
					}
				} finally {
					await screen.close()
				}
			}
		} finally {
			await place.remove()
		}
		const figure = (what: string, value: number, atMost: number): Figure => ({
			...{ row, what, value, unit: 'ms', target: { atMost } },
		})
		return [
			figure(`${FILES} files: Enter to the first file's lines`, median(openMs), 100),
			figure('to the next file', median(stepMs), 16),
		]
	},
}

const NEXT_FILE = 'J'

function changeFiles(cwd: string): void {
	const git = (...args: string[]) =>
		execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@t', ...args], { cwd })
	git('init', '-q')
	const write = (index: number, changed: string | undefined) => {
		const path = join(
			cwd,
			`src/part-${String(Math.floor(index / 25)).padStart(2, '0')}/file-${name(index)}.ts`,
		)
		mkdirSync(dirname(path), { recursive: true })
		const count = index % 100 === 99 ? MANY_LINES : LINES
		const lines = Array.from({ length: count }, (_, line) =>
			changed !== undefined && line % 40 === 5
				? `const ${changed}_${line} = ${line}`
				: `export const line${line} = ${line}`,
		)
		writeFileSync(path, `${lines.join('\n')}\n`)
	}
	for (let index = 0; index < FILES; index++) write(index, undefined)
	git('add', '.')
	git('commit', '-qm', 'before')
	for (let index = 0; index < FILES; index++) write(index, markOf(index))
}

function name(index: number): string {
	return String(index).padStart(3, '0')
}

/** A word in which each letter is another than in those of the files beside it: only what changes is written. */
function markOf(index: number): string {
	const letters = index % 2 === 0 ? 'ghijklmnop' : 'qrstuvwxyz'
	return [...name(index)].map(digit => letters[Number(digit)]).join('') + letters.slice(0, 5)
}

function quiet(ms: number): Promise<void> {
	return new Promise(resolve => setTimeout(resolve, ms))
}
