// Which functions the usual starts call: one answer with a tool over each wire, and a first prompt on the screen.

import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { startAnsweringServer } from './answering-server.mjs'

const PATIENCE_MS = 60_000
const WIRES = ['openai', 'openai-chat', 'anthropic']

/**
 * @param {string} main - the program as it was built
 * @returns {Promise<Map<string, Set<string>>>} file → `start:end` of each function that was called
 * @throws when the program does not answer
 */
export async function functionsOfUsualStarts(main) {
	const place = mkdtempSync(join(tmpdir(), 'keelson-build-'))
	const server = await startAnsweringServer()
	try {
		const folders = { cwd: join(place, 'project'), coverage: join(place, 'coverage') }
		mkdirSync(folders.cwd)
		writeFileSync(join(folders.cwd, 'note.txt'), 'A note.\n')
		const env = {
			PATH: process.env.PATH,
			HOME: join(place, 'home'),
			TERM: 'xterm-256color',
			LANG: 'C.UTF-8',
			NODE_V8_COVERAGE: folders.coverage,
			...server.environment,
		}
		const start = { main, env, cwd: folders.cwd, answer: server.answer }
		for (const wire of WIRES) await answered(start, ['run', '-m', `${wire}/test-model`, 'Read the note.'])
		await answeredOnScreen(start, ['-m', 'openai/test-model'], await terminals())
		return calledFunctions(folders.coverage)
	} finally {
		await server.close()
		rmSync(place, { recursive: true, force: true, maxRetries: 5 })
	}
}

async function answered({ main, env, cwd, answer }, args) {
	const child = spawn(process.execPath, [main, ...args], { cwd, env, timeout: PATIENCE_MS })
	let output = ''
	for (const stream of [child.stdout, child.stderr]) stream.on('data', data => (output += data))
	child.stdin.end()
	const code = await new Promise(resolve => child.once('close', resolve))
	if (code !== 0 || !output.includes(answer)) throw new Error(`agent ${args.join(' ')} failed: ${output}`)
}

/** Its binaries are not there for every system, and without them the screen starts as slowly as it did. */
async function terminals() {
	try {
		return await import('@lydell/node-pty')
	} catch {
		return undefined
	}
}

/** Types a prompt when the composer is there, and leaves when it was answered. */
async function answeredOnScreen({ main, env, cwd, answer }, args, terminals) {
	if (!terminals) return
	const terminal = terminals.spawn(process.execPath, [main, ...args], { cwd, env, cols: 100, rows: 30 })
	const patience = setTimeout(() => terminal.kill('SIGKILL'), PATIENCE_MS)
	let output = ''
	let next = 0
	const steps = [
		{ shows: 'test-model', type: 'Read the note.\r' },
		{ shows: answer, type: '\u0004' },
	]
	terminal.onData(data => {
		output += data
		const step = steps[next]
		if (step === undefined || !output.includes(step.shows)) return
		next++
		terminal.write(step.type)
	})
	const { exitCode } = await new Promise(resolve => terminal.onExit(resolve))
	clearTimeout(patience)
	if (exitCode !== 0 || next < steps.length) throw new Error(`the screen did not answer: ${output}`)
}

function calledFunctions(folder) {
	const called = new Map()
	for (const file of readdirSync(folder)) {
		const { result } = JSON.parse(readFileSync(join(folder, file), 'utf8'))
		for (const { url, functions } of result) {
			if (!url.startsWith('file:')) continue
			const path = fileURLToPath(url)
			const places = called.get(path) ?? new Set()
			called.set(path, places)
			// The first range is the whole function.
			for (const { ranges } of functions)
				if (ranges[0].count > 0) places.add(`${ranges[0].startOffset}:${ranges[0].endOffset}`)
		}
	}
	return called
}
