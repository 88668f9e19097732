import assert from 'node:assert/strict'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, test } from 'vitest'
import { type DoctorArguments, doctor } from '../../../src/cli/commands/doctor.ts'
import { isObject, parseJson } from '../../../src/core/json.ts'
import { patientClock } from '../../support/runtime/patient-clock.ts'

let root: string
beforeEach(async () => {
	root = await mkdtemp(join(tmpdir(), 'keelson-doctor-'))
})
afterEach(() => rm(root, { recursive: true, force: true }))

/** Nothing listens there. */
const NOWHERE = 'http://127.0.0.1:9/v1'
/** What they are given to answer. */
const PROBE_MS = 500
const LOCAL_IDS = ['ollama', 'lmstudio', 'llamacpp', 'vllm']

/** @param places - base URLs of model servers; one that is running on this machine must not be found by a test */
async function examine(
	env: Record<string, string> = {},
	places: Readonly<Record<string, string>> = {},
	told: Pick<DoctorArguments, 'flags' | 'model' | 'clock'> = {},
) {
	const home = join(root, 'home')
	const file = join(home, 'settings.json')
	const given = parseJson(await readFile(file, 'utf8').catch(() => '{}'))
	const providers = Object.fromEntries(LOCAL_IDS.map(id => [id, { baseUrl: places[id] ?? NOWHERE }]))
	await mkdir(home, { recursive: true }).catch(() => undefined)
	const settings = { ...(isObject(given) ? given : {}), providers }
	await writeFile(file, JSON.stringify(settings)).catch(() => undefined)
	let out = ''
	const code = await doctor({
		version: '1.2.3',
		env: { PATH: process.env.PATH ?? '', KEELSON_HOME: home, ...env },
		cwd: root,
		home: root,
		...told,
		output: {
			out: text => {
				out += text
			},
		},
	})
	return { code, out, lines: out.trimEnd().split('\n') }
}

const about = (lines: readonly string[], word: RegExp) => lines.filter(line => word.test(line))

async function serving(answer: { status?: number; body: string } | 'silence') {
	const server = createServer((_request, response) => {
		if (answer === 'silence') return
		response.writeHead(answer.status ?? 200).end(answer.body)
	})
	await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
	const { port } = server.address() as AddressInfo
	const close = () => {
		server.closeAllConnections()
		server.close()
	}
	return { host: `127.0.0.1:${port}`, url: `http://127.0.0.1:${port}/v1`, close }
}

test('a machine with nothing set up is fine: the demo answers', async () => {
	const { code, lines } = await examine()
	assert.equal(code, 0)
	assert.deepEqual(about(lines, /Keelson|key|model\b/), [
		'ok      Keelson 1.2.3',
		'missing keys: none is set, so the built-in demo answers; set ANTHROPIC_API_KEY, OPENAI_API_KEY, GEMINI_API_KEY or OPENROUTER_API_KEY',
		'ok      model demo/demo',
	])
	assert.equal(about(lines, /^ok {6}Node 2\d\./).length, 1)
})

test('the model is the one that answers: as given at the start, or chosen since', async () => {
	const env = { ANTHROPIC_API_KEY: 'sk-secret' }
	const models = async (told: Pick<DoctorArguments, 'flags' | 'model'>) =>
		about((await examine(env, {}, told)).lines, /model /)
	const flags = { model: 'anthropic/given, demo/demo' }
	assert.deepEqual(await models({ flags }), ['ok      model anthropic/given, then demo/demo'])
	const model = { provider: 'anthropic', model: 'chosen' }
	assert.deepEqual(await models({ flags, model }), ['ok      model anthropic/chosen'])
})

test('looking changes nothing', async () => {
	await examine()
	assert.deepEqual(await readdir(root, { recursive: true }), ['home', 'home/settings.json'])
})

test('keys are named by their variable and never shown', async () => {
	const { code, out, lines } = await examine({
		OPENAI_API_KEY: 'sk-very-secret',
		ANTHROPIC_AUTH_TOKEN: 'tok-secret',
	})
	assert.equal(code, 0)
	assert.doesNotMatch(out, /secret/)
	assert.deepEqual(about(lines, /key|model\b/), [
		'ok      key ANTHROPIC_AUTH_TOKEN is set (anthropic)',
		'ok      key OPENAI_API_KEY is set (openai)',
		'ok      key OPENAI_API_KEY is set (openai-chat)',
		'ok      model anthropic/claude-sonnet-5-5',
	])
})

test('a chosen model without its key has to be put right', async () => {
	const { code, lines } = await examine({ KEELSON_MODEL: 'openai/x,ollama/y', GEMINI_API_KEY: 'k' })
	assert.deepEqual([code, about(lines, /FAILED/)], [3, ['FAILED  key for openai: OPENAI_API_KEY is not set']])
})

test('settings that cannot be used have to be put right', async () => {
	await mkdir(join(root, 'home'))
	const file = join(root, 'home/settings.json')
	await writeFile(file, '{"sandbox": {"network": "pink"}}')
	const { code, lines } = await examine()
	assert.equal(code, 3)
	assert.deepEqual(about(lines, /settings/), [
		`FAILED  settings: ${file}: sandbox.network must be one of "off", "ask", "on", not string "pink"`,
	])
})

test('a permission rule that cannot be read has to be put right', async () => {
	await mkdir(join(root, 'home'))
	const file = join(root, 'home/settings.json')
	await writeFile(file, '{"permissions": {"deny": ["shell(rm -rf"]}}')
	const { code, lines } = await examine()
	assert.equal(code, 3)
	const [line = ''] = about(lines, /^FAILED/)
	assert.ok(
		line.startsWith(`FAILED  settings: ${file}: permissions.deny: "shell(rm -rf" must be shell(words)`),
		line,
	)
})

test('a home that cannot be made has to be put right', async () => {
	await writeFile(join(root, 'file'), '')
	const { code, lines } = await examine({ KEELSON_HOME: join(root, 'file/home') })
	assert.equal(code, 3)
	assert.equal(about(lines, /^FAILED .*home cannot be written to .*; see KEELSON_HOME$/).length, 1)
})

test('programs that are not there are named with what is lost', async () => {
	const { code, lines } = await examine({ PATH: root })
	assert.equal(code, 0)
	assert.deepEqual(about(lines, /^missing git/), [
		'missing git: not found, so nothing can be said about branches and changes',
	])
})

describe('local model servers', () => {
	test('that answer are listed with their models, without jokers among them', async () => {
		const data = ['llama3:8b', 'evil\u001b[2J', 'b', 'c', 'd', 'e', 'f'].map(id => ({ id }))
		const server = await serving({ body: JSON.stringify({ data }) })
		const { lines } = await examine({}, { ollama: server.url }, { clock: patientClock(PROBE_MS) })
		server.close()
		const named = 'ollama/llama3:8b, ollama/b, ollama/c, ollama/d, ollama/e and 1 more'
		assert.deepEqual(about(lines, /Ollama|local/), [`ok      Ollama at ${server.host}: ${named}`])
	})

	test('that are silent, something else, or not there are no model servers', async () => {
		const silent = await serving('silence')
		const page = await serving({ body: '<html>' })
		const refusing = await serving({ status: 404, body: '{"data": []}' })
		const places = { ollama: silent.url, lmstudio: page.url, llamacpp: refusing.url }
		const { code, lines } = await examine({}, places)
		for (const server of [silent, page, refusing]) server.close()
		assert.equal(code, 0)
		assert.deepEqual(about(lines, /local models/), [
			`missing local models: nothing answers as Ollama at ${silent.host}, LM Studio at ${page.host}, llama.cpp at ${refusing.host}, vLLM at 127.0.0.1:9`,
		])
	})
})
