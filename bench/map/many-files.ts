// X15: a map of 50 000 files: how long it takes, what memory, and what a key press waits meanwhile; and what the map of a
// small repository costs a one-shot run.

import { execFileSync } from 'node:child_process'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { startModelServer } from '../../test/support/model-server/model-server.ts'
import { runChild } from '../child.ts'
import { type Figure, interleaved, type Measure, median } from '../figure.ts'
import { makePlace } from '../place.ts'
import { MARK_BYTES, MARK_KEY, openScreen } from '../screen.ts'

const FILES = 50_000
const SMALL = 40
const KEYS = 60

export const manyFiles: Measure = {
	row: 'X15',
	what: 'repository map of 50 000 files, and of 40',
	async run({ node, agent, runs }) {
		const place = await makePlace()
		try {
			writeTree(place.cwd, FILES)
			const idleMs = await keysMs('off')
			const meanwhileMs = await keysMs('on')
			const first = await mapped()
			const again = await mapped()
			return [
				...figuresOf(first, again),
				{
					row: 'X15',
					what: 'a key press while it is made, slowest of 60',
					value: Math.max(...meanwhileMs),
					unit: 'ms',
					beside: `median ${median(meanwhileMs).toFixed(0)} ms; without a map ${median(idleMs).toFixed(0)} ms, slowest ${Math.max(...idleMs).toFixed(0)} ms`,
				},
				...(await oneShot()),
			]
		} finally {
			await place.remove()
		}

		async function mapped() {
			// The launcher would be the one that is measured.
			const script = `process.argv[1] = ${JSON.stringify(agent)}; process.on('exit', () => process.stderr.write('peak ' + process.resourceUsage().maxRSS)); require(process.argv[1])`
			const args = ['-e', script, 'x', 'map', '--json', 'refund a parcel']
			const { wallMs, stderr, stdout } = await runChild({ ...place, file: node, args })
			const { files, read } = JSON.parse(stdout)
			return { wallMs, peakKib: Number(/peak (\d+)/.exec(stderr)?.[1]), files, read }
		}

		async function keysMs(map: 'on' | 'off'): Promise<readonly number[]> {
			settings(place.home, map)
			rmSync(join(place.home, 'keelson/cache'), { recursive: true, force: true })
			const screen = await openScreen({ ...place, file: node, args: [agent, '-m', 'demo/demo'] })
			try {
				const times: number[] = []
				for (let key = 0; key < KEYS; key++) {
					const from = screen.output().length
					const typedMs = performance.now()
					screen.type(key % 2 === 0 ? MARK_KEY : '\u007f')
					if (key % 2 === 0) times.push((await screen.shows(MARK_BYTES, from)) - typedMs)
					await new Promise(resolve => setTimeout(resolve, 100))
				}
				// The first one also waits for the program to start.
				return times.slice(1)
			} finally {
				await screen.close()
				settings(place.home, 'on')
			}
		}

		async function oneShot(): Promise<Figure[]> {
			const small = await makePlace()
			const server = await startModelServer()
			server.onRequest(() => ({ text: ['Hello ', 'there.'] }))
			try {
				writeTree(small.cwd, SMALL)
				const run = async (map: 'on' | 'off') => {
					settings(small.home, map)
					const environment = { ...small.environment, ...server.environment }
					const args = [agent, 'run', '-m', 'openai/test-model', 'refund a parcel']
					return (await runChild({ file: node, args, cwd: small.cwd, environment })).wallMs
				}
				const { off, on } = await interleaved(runs, { off: () => run('off'), on: () => run('on') })
				const what = `agent run in a repository of ${SMALL} files`
				return [{ row: 'X15', what, value: on, unit: 'ms', beside: `without a map ${off.toFixed(0)} ms` }]
			} finally {
				await server.close()
				await small.remove()
			}
		}
	},
}

type Mapped = { wallMs: number; peakKib: number; files: number; read: number }

function figuresOf(first: Mapped, again: Mapped): Figure[] {
	return [
		{ row: 'X15', what: `map of ${first.files} files, none known`, value: first.wallMs / 1_000, unit: 's' },
		{ row: 'X15', what: 'its peak of memory', value: first.peakKib / 1_024, unit: 'MiB' },
		{
			row: 'X15',
			what: `again, ${again.read} read anew`,
			value: again.wallMs / 1_000,
			unit: 's',
			beside: `${(again.peakKib / 1_024).toFixed(0)} MiB`,
		},
	]
}

function settings(home: string, map: 'on' | 'off'): void {
	mkdirSync(join(home, 'keelson'), { recursive: true, mode: 0o700 })
	writeFileSync(
		join(home, 'keelson/settings.json'),
		JSON.stringify({ context: { repositoryMap: map === 'on' } }),
		{ mode: 0o600 },
	)
}

const WORDS =
	'order invoice ledger account stock parcel route driver depot price offer client vendor basket voucher refund report audit policy token queue worker batch index search filter sort merge split parse format render layout theme button table column row cell chart axis scale zoom'.split(
		' ',
	)

/** A repository of sources of about 6 kB that use each other's names. */
function writeTree(root: string, count: number): void {
	let seed = 7
	const random = (below: number) => {
		seed = (seed * 1_103_515_245 + 12_345) & 0x7fffffff
		return (seed >> 8) % below
	}
	const word = () => WORDS[random(WORDS.length)]!
	const capital = () => word().replace(/^./, letter => letter.toUpperCase())
	const name = (at: number) => `${WORDS[at % WORDS.length]}${at}`
	for (let at = 0; at < count; at++) {
		const parts = Array.from({ length: 12 }, (_, part) => {
			const head = part === 0 ? name(at) : `${word()}${capital()}${part}`
			const lines = Array.from(
				{ length: 8 },
				() =>
					`\tconst ${word()}${capital()} = ${name(random(count))}(${word()}.${word()}, ${random(1_000)})\n`,
			)
			return `/** The ${word()} of the ${word()}. */\nexport function ${head}(${word()}: string) {\n${lines.join('')}}\n`
		})
		const path = join(root, `pkg${at % 50}`, 'src', WORDS[(at >> 6) % WORDS.length]!, `${name(at)}.ts`)
		mkdirSync(dirname(path), { recursive: true })
		writeFileSync(path, parts.join('\n'))
	}
	execFileSync('git', ['init', '--quiet'], { cwd: root })
	if (count < 1_000) execFileSync('git', ['add', '.'], { cwd: root })
}
