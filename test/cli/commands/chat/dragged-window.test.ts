// The window is dragged in a terminal that breaks rows anew, as nearly all do. tmux is one, and can be read.

import assert from 'node:assert/strict'
import { execFile, spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, beforeEach, describe, test } from 'vitest'
import { type ModelServer, startModelServer } from '../../../support/model-server/model-server.ts'
import { nextLook } from '../../../support/next-look.ts'
import { AGENT, baseEnvironment, type Desk, makeDesk } from '../../../support/run-agent.ts'
import { SOAK_TIMES } from '../../../support/soak.ts'

const isSoak = SOAK_TIMES > 1
const hasTmux = spawnSync('tmux', ['-V']).status === 0

let server: ModelServer
let desk: Desk
let socket: string
const tmux = async (...args: readonly string[]) =>
	(await promisify(execFile)('tmux', ['-S', socket, '-f', '/dev/null', ...args])).stdout

beforeEach(async () => {
	;[server, desk] = await Promise.all([startModelServer(), makeDesk()])
	socket = join(desk.cwd, '../tmux')
})
afterEach(async () => {
	await tmux('kill-server').catch(() => '')
	await server.close()
	await desk.remove()
})

async function open(columns: number): Promise<void> {
	const environment = { ...baseEnvironment(desk), ...server.environment }
	const variables = Object.entries(environment).flatMap(([name, value]) => ['-e', `${name}=${value}`])
	const command = [process.execPath, AGENT, '-m', 'openai/test-model']
	await tmux('new-session', '-d', '-x', String(columns), '-y', '30', '-c', desk.cwd, ...variables, ...command)
	await tmux('set', '-g', 'window-size', 'manual')
}

/** All there is, as it would be copied: rows that the terminal has broken are one. */
const copied = () => tmux('capture-pane', '-p', '-J', '-S', '-')

async function until(shows: (text: string) => boolean): Promise<string> {
	for (const endMs = performance.now() + 20_000; ; ) {
		const text = await copied()
		if (shows(text)) return text
		assert.ok(performance.now() < endMs, `never to be seen in\n${text}`)
		await nextLook()
	}
}

/** A hand that drags: each size is one that tmux has, before the next comes. */
async function drag(sizes: readonly number[]): Promise<void> {
	for (const columns of sizes) await tmux('resize-window', '-x', String(columns), '-y', '30')
}

const steps = (from: number, to: number, step: number) =>
	Array.from(
		{ length: Math.floor(Math.abs(to - from) / step) + 1 },
		(_, index) => from + Math.sign(to - from) * step * index,
	)
const THERE_AND_BACK = [...steps(96, 44, 3), ...steps(46, 100, 3)]

/** Below 50 columns the prompt has no frame. */
const hasFrameOf = (text: string, columns: number) =>
	columns < 50 ? /\n> Ask for anything\n/.test(text) : text.includes(`╭${'─'.repeat(columns - 3)}╮`)
const transcriptOf = (text: string) => text.split(/╭|\n> Ask/)[0]?.trimEnd()
const frames = (text: string) => text.split('Ask for anything').length - 1
const wordsOf = (text: string) => text.match(/word\d+/g)

describe.skipIf(!hasTmux)('a window that is dragged', () => {
	const words = Array.from({ length: 480 }, (_, index) => `word${index}`)
	const paragraphs = Array.from({ length: 8 }, (_, index) =>
		words.slice(60 * index, 60 * index + 60).join(' '),
	)

	async function opened(): Promise<string> {
		server.script({ text: paragraphs.join('\n\n') })
		await open(98)
		await until(text => text.includes('Ask for anything'))
		await tmux('send-keys', 'go', 'Enter')
		return until(text => text.includes('word479') && frames(text) === 1)
	}

	test('has the text that it had and one frame at every size where it rests', async () => {
		const before = await opened()
		for (const columns of [60, 100, 40, 98]) {
			await drag([columns])
			// What is drawn anew comes in pieces, and in between tmux shows some of them.
			const isDrawn = (text: string) => hasFrameOf(text, columns) && frames(text) === 1
			await until(text => isDrawn(text) && transcriptOf(text) === transcriptOf(before))
		}
	})

	// How soon tmux tells of a size, and how soon that is heard, is no matter of ours: rarely, on a machine that is busy
	// with something else, one of forty is drawn for the size before.
	test.skipIf(!isSoak)('has the text that it had after forty sizes', async () => {
		const before = await opened()
		await drag(THERE_AND_BACK)
		const after = await until(text => hasFrameOf(text, 100))
		assert.equal(transcriptOf(after), transcriptOf(before))
		assert.equal(frames(after), 1, after)
	})

	test.skipIf(!isSoak)('has every word of an answer once that streams meanwhile', async () => {
		const held = server.hold({ text: paragraphs.join('\n\n') })
		await open(98)
		await until(text => text.includes('Ask for anything'))
		await tmux('send-keys', 'go', 'Enter')
		await held.arrived
		for (const columns of THERE_AND_BACK) {
			await held.step()
			await drag([columns])
		}
		await held.release()
		const after = await until(text => hasFrameOf(text, 100) && frames(text) > 0)
		assert.deepEqual(wordsOf(after), words)
		assert.equal(frames(after), 1, after)
	})
})
