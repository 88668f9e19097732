import assert from 'node:assert/strict'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, test } from 'vitest'
import { type ModelServer, startModelServer } from '../../support/model-server/model-server.ts'
import { type Desk, makeDesk, runAgent } from '../../support/run-agent.ts'

let server: ModelServer
let desk: Desk
beforeEach(async () => {
	server = await startModelServer()
	desk = await makeDesk()
})
afterEach(async () => {
	await server.close()
	await desk.remove()
})

/** Runs one prompt with `script` in front, which is CommonJS and may write to stderr when the process ends. */
async function spiedOn(script: string, model = 'openai/test-model') {
	server.script({ text: 'Hello.' })
	const spy = join(desk.cwd, 'spy.cjs')
	await writeFile(spy, script)
	const env = { ...server.environment, NODE_OPTIONS: `--require ${spy}` }
	const { stdout, stderr } = await runAgent(['run', '-m', model, 'hi'], { desk, env })
	assert.equal(stdout, 'Hello.\n')
	return stderr
}

for (const model of ['openai/test-model', 'anthropic/test-model'])
	test(`${model} answers without Node's own fetch, which takes 30 ms to load`, async () => {
		const stderr = await spiedOn(
			`process.on('exit', () => {
				const loaded = process.moduleLoadList.filter(name => name.includes('undici'))
				process.stderr.write('loaded: ' + JSON.stringify(loaded))
			})`,
			model,
		)
		assert.match(stderr, /loaded: \[\]$/)
	})

test('a settings file is checked without ajv, which takes 80 ms', async () => {
	await mkdir(desk.home)
	await writeFile(join(desk.home, 'settings.json'), '{ "budget": { "maxTurns": 20 } }')
	const stderr = await spiedOn(
		`process.on('exit', () => {
			const loaded = Object.keys(require.cache).filter(path => path.includes('ajv'))
			process.stderr.write('loaded: ' + JSON.stringify(loaded))
		})`,
	)
	assert.match(stderr, /\[1\/20\][\s\S]*loaded: \[\]$/)
})

test('an answer without a call takes few files, and nothing of what judges commands or measures', async () => {
	// Once the log has been quiet for 300 ms memory reads it, which is not for the answer, however late that comes.
	const script = `const { readFileSync } = require('node:fs')
	const { setTimeout } = globalThis
	globalThis.setTimeout = (run, ms, ...rest) => setTimeout(run, ms === 300 ? 2 ** 30 : ms, ...rest)
	const chunks = []
	let answered = 0
	require('node:module').registerHooks({
		load(url, context, next) {
			if (url.includes('/dist/')) chunks.push(readFileSync(new URL(url), 'utf8'))
			return next(url, context)
		},
	})
	const write = process.stdout.write
	process.stdout.write = function (...rest) {
		answered ||= chunks.length
		return write.apply(this, rest)
	}
	process.on('exit', () => {
		const judging = chunks.filter(code => code.includes('hard/secret')).length
		const measuring = chunks.filter(code => /opentelemetry|invoke_agent/.test(code)).length
		process.stderr.write('files: ' + answered + ', judging: ' + judging + ', measuring: ' + measuring)
	})`
	const said = await spiedOn(script)
	const [, files, judging, measuring] = /files: (\d+), judging: (\d+), measuring: (\d+)$/.exec(said) ?? []
	assert.deepEqual([judging, measuring], ['0', '0'])
	assert.ok(Number(files) > 5 && Number(files) <= 24, `${files} files`)
})
