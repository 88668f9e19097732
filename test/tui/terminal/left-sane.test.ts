import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { build } from 'esbuild'
import { afterAll, beforeAll, test } from 'vitest'
import { openPty } from '../../support/screen/pty.ts'

// A process of its own behind a real pseudo-terminal: what a crash leaves behind only shows there.

let folder: string

beforeAll(async () => {
	folder = await mkdtemp(join(tmpdir(), 'keelson-sane-'))
	const entry = join(folder, 'entry.ts')
	const nothing = join(folder, 'nothing.ts')
	await writeFile(nothing, 'export default {}')
	const source = resolve('src/tui/start.tsx')
	const support = resolve('test/support/screen/fake-port.ts')
	await writeFile(
		entry,
		`import { startTui } from ${JSON.stringify(source)}
		import { FakePort, opened } from ${JSON.stringify(support)}
		const port = new FakePort()
		port.emit(opened)
		const stop = new AbortController()
		process.on('SIGTERM', () => stop.abort())
		process.on('SIGUSR2', () => { throw new Error('a bug') })
		await startTui({ port, version: '1', stdin: process.stdin, stdout: process.stdout, stop: stop.signal })
		console.log('left')
		process.exit(7)`,
	)
	await build({
		entryPoints: [entry],
		outfile: join(folder, 'entry.mjs'),
		bundle: true,
		format: 'esm',
		platform: 'node',
		jsx: 'automatic',
		nodePaths: [resolve('node_modules')],
		define: { 'process.env.DEV': '"false"', 'process.env.NODE_ENV': '"production"' },
		// Ink's way to React's developer tools, which are not installed.
		alias: { 'react-devtools-core': nothing },
		banner: {
			js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);",
		},
	})
}, 60_000)

afterAll(() => rm(folder, { recursive: true }))

async function ran(argument: string, act: (pid: number, type: (keys: string) => void) => void) {
	const child = openPty(process.execPath, [join(folder, 'entry.mjs'), argument], { cols: 80, rows: 24 })
	let written = ''
	let hasActed = false
	let hasOpened = false
	const exitCode = await new Promise<number>(settle => {
		child.onExit(({ exitCode: code }) => settle(code))
		child.onData(data => {
			written += data
			if (argument === 'viewer' && !hasOpened && written.includes('Ask for anything')) {
				hasOpened = true
				child.write('\x0f')
			}
			// The title comes after the first frame.
			if (
				hasActed ||
				!written.includes('\x1b]2;') ||
				!written.includes(argument === 'viewer' ? 'Esc closes' : 'Ask for anything')
			)
				return
			hasActed = true
			act(child.pid, keys => child.write(keys))
		})
	})
	return { exitCode, written }
}

function isSane(written: string): boolean {
	const last = (on: string, off: string) => written.lastIndexOf(off) > written.lastIndexOf(on)
	const isOnMain = !written.includes('\x1b[?1049h') || last('\x1b[?1049h', '\x1b[?1049l')
	const drawn = last('\x1b[?25l', '\x1b[?25h') && last('\x1b[?2004h', '\x1b[?2004l') && isOnMain
	return drawn && last('\x1b[?1004h', '\x1b[?1004l') && last('\x1b[22;2t', '\x1b[23;2t')
}

test('leaving, being told to end, and a crash all give the terminal back', async () => {
	const left = await ran('', (_, type) => type('\x04'))
	assert.deepEqual([left.exitCode, isSane(left.written), /left/.test(left.written)], [7, true, true])
	const told = await ran('', pid => process.kill(pid, 'SIGTERM'))
	assert.deepEqual([told.exitCode, isSane(told.written), /left/.test(told.written)], [7, true, true])
	const crashed = await ran('', pid => process.kill(pid, 'SIGUSR2'))
	assert.deepEqual(
		[crashed.exitCode, isSane(crashed.written), /a bug/.test(crashed.written)],
		[1, true, true],
	)
})

test('so do they from the alternate screen, and what is said at the end stands on the main one', async () => {
	const told = await ran('viewer', pid => process.kill(pid, 'SIGTERM'))
	assert.deepEqual([told.exitCode, isSane(told.written)], [7, true])
	assert.match(told.written.slice(told.written.lastIndexOf('\x1b[?1049l')), /left/)
	const crashed = await ran('viewer', pid => process.kill(pid, 'SIGUSR2'))
	assert.deepEqual([crashed.exitCode, isSane(crashed.written)], [1, true])
	assert.match(crashed.written.slice(crashed.written.lastIndexOf('\x1b[?1049l')), /a bug/)
})
