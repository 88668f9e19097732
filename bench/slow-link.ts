// U-LINK: an answer of 8 KB over a link that takes 2 KB/s, to a terminal that answers, inline and on the whole window, and
// to one that never answers: when its end stands on the screen, against the bytes of the text alone, and how late a key is
// while it streams.

import { readFile } from 'node:fs/promises'
import { spawn } from '@lydell/node-pty'
import headless from '@xterm/headless'
import { startModelServer } from '../test/support/model-server/model-server.ts'
import type { Bench, Figure, Measure } from './figure.ts'
import { makePlace } from './place.ts'

const row = 'U-LINK'
const BYTES_PER_SECOND = 2000
const SLICE_MS = 20
const TEXT = new URL('../docs/server.md', import.meta.url)
const DELTA_CHARACTERS = 40
const DELTA_MS = 10
const KEY_EVERY_MS = 700
const QUIET_MS = 500
const PATIENCE_MS = 120_000

export const slowLink: Measure = {
	row,
	what: 'an answer of 8 KB at 2 KB/s',
	async run(bench) {
		const whole = await figures(bench, { answers: true, isFull: true })
		return [
			...(await figures(bench, { answers: true, isFull: false })),
			...whole,
			...(await figures(bench, { answers: false, isFull: false })),
		]
	},
}

async function figures(
	{ node, agent }: Bench,
	{ answers, isFull }: { answers: boolean; isFull: boolean },
): Promise<Figure[]> {
	const [place, server, source] = await Promise.all([makePlace(), startModelServer(), readFile(TEXT, 'utf8')])
	// Prose: of a table most bytes are its frame.
	const text = source.replaceAll(/^\|.*\n/gm, '')
	const deltas = text.match(new RegExp(`[^]{1,${DELTA_CHARACTERS}}`, 'g')) ?? []
	server.script({ text: [...deltas, '\n\nTHE-END'], deltaDelayMs: DELTA_MS })
	const link = openSlowly([node, agent, ...(isFull ? ['--full'] : []), '-m', 'openai/test-model'], {
		cwd: place.cwd,
		environment: { ...place.environment, ...server.environment },
		answers,
	})
	try {
		await link.until(screen => screen.includes('Ask for anything'))
		await link.drained()
		link.type('go\r')
		await server.waitForRequest(1)
		const [startMs, startBytes] = [performance.now(), link.writtenBytes()]
		const end = link.until(screen => screen.includes('THE-END'))
		const echoes = await echoesUntil(link, end)
		const seconds = ((await end) - startMs) / 1000
		const bytes = link.writtenBytes() - startBytes
		const of = `${isFull ? ', whole window' : ''}${answers ? '' : ', terminal that never answers'}`
		return [
			{
				row,
				what: `end of 8 KB at 2 KB/s${of}`,
				value: seconds,
				unit: 's',
				beside: `text alone ${(text.length / BYTES_PER_SECOND).toFixed(1)} s; ${bytes} bytes written`,
			},
			...([50, 95, 100] as const).map(
				(percent): Figure => ({
					row,
					what: `key to screen meanwhile, ${percent} of 100${of}`,
					value: echoes[Math.ceil((echoes.length * percent) / 100) - 1] ?? Number.NaN,
					unit: 'ms',
					beside: `${echoes.length} keys`,
				}),
			),
		]
	} finally {
		await link.close()
		await Promise.all([server.close(), place.remove()])
	}
}

/** @returns how late each key was, the least first; what is never seen while the answer streams counts until its end */
async function echoesUntil(link: SlowLink, end: Promise<number>): Promise<readonly number[]> {
	let isOver = false
	void end.then(() => {
		isOver = true
	})
	const echoes: Promise<number>[] = []
	let typed = ''
	while (!isOver) {
		typed += String.fromCharCode(97 + (typed.length % 26))
		const [draft, pressedMs] = [typed, performance.now()]
		link.type(draft.slice(-1))
		echoes.push(link.until(screen => screen.includes(`> ${draft}`)).then(atMs => atMs - pressedMs))
		await new Promise(resolve => setTimeout(resolve, KEY_EVERY_MS))
	}
	return (await Promise.all(echoes)).sort((a, b) => a - b)
}

type SlowLink = {
	type(keys: string): void
	writtenBytes(): number
	/** Resolves when nothing has been on its way for a moment. */
	drained(): Promise<void>
	/** Resolves with the time when the screen behind the link shows it. */
	until(shows: (screen: string) => boolean): Promise<number>
	close(): Promise<void>
}

/** What the program writes waits in the link, as it does in an ssh connection, and arrives slice by slice. */
function openSlowly(
	[file, ...args]: readonly [string, ...string[]],
	{ cwd, environment, answers }: { cwd: string; environment: Record<string, string>; answers: boolean },
): SlowLink {
	const size = { cols: 100, rows: 30 }
	const terminal = new headless.Terminal({ ...size, allowProposedApi: true })
	const pty = spawn(file, args, { cwd, env: environment, ...size, encoding: null })
	let waiting = Buffer.alloc(0)
	let written = 0
	let watchers: { shows(screen: string): boolean; resolve(atMs: number): void }[] = []
	const ended = new Promise<void>(resolve => pty.onExit(() => resolve()))
	pty.onData(data => {
		const bytes = Buffer.from(data)
		written += bytes.length
		waiting = Buffer.concat([waiting, bytes])
	})
	if (answers) terminal.onData(data => pty.write(data))
	const screen = () => {
		const { active } = terminal.buffer
		const lines = Array.from(
			{ length: active.length },
			(_, y) => active.getLine(y)?.translateToString(true) ?? '',
		)
		return lines.join('\n')
	}
	let sentMs = performance.now()
	const link = setInterval(() => {
		const now = performance.now()
		const slice = waiting.subarray(0, Math.floor(((now - sentMs) * BYTES_PER_SECOND) / 1000))
		sentMs = now
		waiting = waiting.subarray(slice.length)
		terminal.write(slice, () => {
			const shown = screen()
			const seen = watchers.filter(({ shows }) => shows(shown))
			watchers = watchers.filter(watcher => !seen.includes(watcher))
			for (const { resolve } of seen) resolve(performance.now())
		})
	}, SLICE_MS)
	return {
		type: keys => pty.write(keys),
		writtenBytes: () => written,
		async drained() {
			for (let quietMs = 0; quietMs < QUIET_MS; quietMs = waiting.length > 0 ? 0 : quietMs + SLICE_MS)
				await new Promise(resolve => setTimeout(resolve, SLICE_MS))
		},
		until: shows =>
			new Promise((resolve, reject) => {
				const late = setTimeout(() => reject(new Error(`never shown:\n${screen()}`)), PATIENCE_MS)
				watchers.push({
					shows,
					resolve: atMs => {
						clearTimeout(late)
						resolve(atMs)
					},
				})
			}),
		async close() {
			clearInterval(link)
			pty.kill('SIGKILL')
			await ended
		},
	}
}
