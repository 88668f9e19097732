import assert from 'node:assert/strict'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, test } from 'vitest'
import { type ConfigArguments, configCommand } from '../../../src/cli/commands/config.ts'
import { AgentError } from '../../../src/core/errors.ts'
import type { JsonSchema } from '../../../src/core/json.ts'
import { schemaOfKey, settingKeys } from '../../../src/workspace/settings/settings-schema.ts'

let root: string
let file: string
beforeEach(async () => {
	root = await mkdtemp(join(tmpdir(), 'keelson-config-'))
	file = join(root, 'home/settings.json')
	await mkdir(join(root, 'repo/.keelson'), { recursive: true })
})
afterEach(() => rm(root, { recursive: true, force: true }))

async function config(
	args: Pick<ConfigArguments, 'action' | 'key' | 'value' | 'profile'>,
	env: Record<string, string> = {},
): Promise<{ code: number; out: string; error: string }> {
	let out = ''
	let error = ''
	const code = await configCommand({
		...args,
		place: { env: { KEELSON_HOME: join(root, 'home'), ...env }, cwd: join(root, 'repo'), home: root },
		output: {
			out: text => {
				out += text
			},
			error: text => {
				error += text
			},
		},
	})
	return { code, out, error }
}

const get = async (key: string) => (await config({ action: 'get', key })).out
const refused = (args: Pick<ConfigArguments, 'action' | 'key' | 'value' | 'profile'>, error: AgentError) =>
	assert.rejects(config(args), { name: 'AgentError', code: error.code, message: error.message })

const NAMES_A_MODEL = /^"[^"]*" is not a model|^there is no provider/

/** Values that a setting of this kind cannot have, as they would be typed. */
function wrongFor(key: string, schema: JsonSchema): readonly string[] {
	const { type, enum: choices, minimum, maximum, pattern, anyOf } = schema
	if (Array.isArray(choices)) return ['no-such-choice', '7']
	if (type === 'boolean') return ['maybe', '1']
	if (type === 'integer' || type === 'number')
		return [
			'many',
			...(typeof minimum === 'number' ? [String(minimum - 1)] : []),
			...(typeof maximum === 'number' ? [String(maximum + 1)] : []),
		]
	if (type === 'array') return ['word', '[""]']
	if (type === 'object') return ['word']
	if (key === 'screen.theme' || NAMING_A_MODEL.includes(key)) return ['nothing-known']
	if (pattern !== undefined || anyOf !== undefined) return ['', key === 'model' ? 'nothing-known' : '? ?']
	return ['']
}

const NAMING_A_MODEL = ['imageModel', 'context.summaryModel', 'memory.embedder']

describe('set', () => {
	test('stores a value of the type the key wants, in the user file', async () => {
		const said = await config({ action: 'set', key: 'budget.maxTurns', value: '7' })
		assert.deepEqual(said, { code: 0, out: `budget.maxTurns = 7 (${file})\n`, error: '' })
		await config({ action: 'set', key: 'sandbox.network', value: 'ask' })
		await config({ action: 'set', key: 'context.autoCompact', value: 'false' })
		await config({ action: 'set', key: 'model', value: '["openai/a", "gemini/b"]' })
		await config({ action: 'set', key: 'providers.mine.headers.X-Number', value: '5' })
		assert.deepEqual(JSON.parse(await readFile(file, 'utf8')), {
			budget: { maxTurns: 7 },
			sandbox: { network: 'ask' },
			context: { autoCompact: false },
			model: ['openai/a', 'gemini/b'],
			providers: { mine: { headers: { 'X-Number': '5' } } },
		})
	})

	test('says when a stronger layer wins', async () => {
		const { error } = await config(
			{ action: 'set', key: 'model', value: 'openai/a' },
			{ KEELSON_MODEL: 'openai/b' },
		)
		assert.equal(error, 'note: KEELSON_MODEL also sets model, and wins\n')
	})

	test('names what is wrong within an object', async () => {
		const cases: readonly [key: string, value: string, words: RegExp][] = [
			[
				'models.a/b.price',
				'{"input":-1,"output":2}',
				/^models\.a\/b\.price\.input must be a number, at least 0, not number -1$/,
			],
			[
				'providers.mine',
				'{"api":"chat","foo":1}',
				/^providers\.mine\.foo must be one of api, .*, not an unknown name$/,
			],
			[
				'providers.My Own',
				'{"api":"chat"}',
				/^providers\.My Own must be a name: text that fits .*, not "My Own"$/,
			],
		]
		for (const [key, value, message] of cases)
			await assert.rejects(config({ action: 'set', key, value }), { code: 'config-invalid', message })
	})

	test('every setting refuses what is outside of what it can be, with its name, the value and what is allowed', async () => {
		for (const key of settingKeys()) {
			const schema = schemaOfKey(key) ?? {}
			for (const value of wrongFor(key, schema))
				await assert.rejects(config({ action: 'set', key, value }), (error: unknown) => {
					assert.ok(error instanceof AgentError, `${key}: ${error}`)
					assert.ok(['config-invalid', 'usage', 'model-unknown'].includes(error.code), error.message)
					assert.doesNotMatch(error.message, /text that fits|undefined/)
					const isNamed = error.message.startsWith(key) && / must be \S.* not /.test(error.message)
					assert.ok(isNamed || NAMES_A_MODEL.test(error.message), error.message)
					return true
				})
		}
		await assert.rejects(readFile(file), { code: 'ENOENT' })
	})

	test('what a number or a name can be is said in words', async () => {
		const cases: readonly [key: string, value: string, message: string][] = [
			['mcp.waitMs', '99999999', 'a whole number, at least 0, at most 600000, not 99999999'],
			['budget.timeoutMs', '3000000000', 'a whole number, at least 1, at most 2147483647, not 3000000000'],
			['telemetry.endpoint', 'collector', 'an address that begins with http:// or https://, not collector'],
			['webSearch.apiKeyEnv', 'a-b', 'the name of an environment variable, not a-b'],
			[
				'fetch.allowedHosts',
				'["http://x"]',
				'a host name or an address, with or without a port, not string "http://x"',
			],
			['screen.notifyOn', 'end', 'a list of end, ask, failure, not end'],
		]
		for (const [key, value, message] of cases)
			await assert.rejects(config({ action: 'set', key, value }), (error: Error) => {
				assert.equal(error.message.slice(error.message.indexOf(' must be ') + 9), message)
				return error.message.startsWith(key)
			})
	})

	test('a theme is one that there is, the user’s own among them', async () => {
		await refused(
			{ action: 'set', key: 'screen.theme', value: 'darc' },
			new AgentError(
				'config-invalid',
				`screen.theme must be auto, dark, light, ansi16, deuteranopia, high-contrast, mono, or a file in ${join(root, 'home/themes')} without its ending, not darc; did you mean dark?`,
			),
		)
		await assert.rejects(
			config({ action: 'set', key: 'screen.theme', value: 'foo' }),
			/ without its ending, not foo$/,
		)
		await mkdir(join(root, 'home/themes'), { recursive: true })
		await writeFile(join(root, 'home/themes/darc.json'), '{}')
		await config({ action: 'set', key: 'screen.theme', value: 'darc' })
		assert.equal(await get('screen.theme'), 'darc\n')
	})

	test('refuses what does not fit, and writes nothing', async () => {
		await refused(
			{ action: 'set', key: 'budget.maxTurns', value: 'many' },
			new AgentError('config-invalid', 'budget.maxTurns must be a whole number, at least 1, not many'),
		)
		await refused(
			{ action: 'set', key: 'budget.maxTurn', value: '5' },
			new AgentError(
				'usage',
				'there is no setting budget.maxTurn; did you mean budget.maxTurns? (agent config list shows them all)',
			),
		)
		await refused(
			{ action: 'set', key: 'model', value: 'gpt-5' },
			new AgentError('usage', '"gpt-5" is not a model: write provider/model, for example openai/gpt-5'),
		)
		for (const [key, value] of [
			['permissions.deny', '["shell(ls)", "shell(rm -rf"]'],
			['permissions', '{"deny": ["shell(rm -rf"]}'],
		])
			await assert.rejects(
				config({ action: 'set', key: key!, value: value! }),
				/^AgentError: permissions\.deny: "shell\(rm -rf" must be shell\(words\)/,
			)
		await assert.rejects(config({ action: 'set', key: 'providers.__proto__.api', value: 'chat' }), AgentError)
		await assert.rejects(readFile(file), { code: 'ENOENT' })
	})
})

describe('get', () => {
	test('prints text as it is and everything else as JSON', async () => {
		await config({ action: 'set', key: 'model', value: 'openai/a' })
		assert.deepEqual(
			[await get('model'), await get('budget.maxTurns'), await get('checkpoints')],
			['openai/a\n', '100\n', '{\n\t"enabled": true,\n\t"maxFileBytes": 10485760\n}\n'],
		)
	})

	test('of something that is not set says so, and exits 1', async () => {
		assert.deepEqual(await config({ action: 'get', key: 'model' }), {
			code: 1,
			out: '',
			error: 'model is not set\n',
		})
	})
})

test('unset brings the default back, and takes out keys that are not known any more', async () => {
	await mkdir(join(root, 'home'))
	await writeFile(file, '{"old": 1, "context": {"compactAt": 0.5}}')
	await config({ action: 'unset', key: 'context.compactAt' })
	await config({ action: 'unset', key: 'old' })
	assert.deepEqual(
		[await get('context.compactAt'), JSON.parse(await readFile(file, 'utf8'))],
		['0.8\n', { context: {} }],
	)
})

test('list shows every setting with its value and where it comes from', async () => {
	const project = join(root, 'repo/.keelson/settings.json')
	await writeFile(project, '{"instructions": {"enabled": false}, "approvals": {"mode": "all"}}')
	await config({ action: 'set', key: 'providers.mine', value: '{"api":"chat","baseUrl":"http://x"}' })
	const { code, out, error } = await config({ action: 'list' }, { KEELSON_MODEL: 'openai/b' })
	const rows = out
		.trimEnd()
		.split('\n')
		.map(row => row.split(/ {2,}/))
	assert.deepEqual(rows, [
		['model', '"openai/b"', 'KEELSON_MODEL'],
		['effort', 'not set', 'built in'],
		['imageModel', 'not set', 'built in'],
		['favouriteModels', '[]', 'built in'],
		['approvals.mode', '"ask"', 'built in'],
		['approvals.sandboxed', 'not set', 'built in'],
		['permissions.allow', '[]', 'built in'],
		['permissions.ask', '[]', 'built in'],
		['permissions.deny', '[]', 'built in'],
		['sandbox.mode', 'not set', 'built in'],
		['sandbox.network', 'not set', 'built in'],
		['sandbox.allowedHosts', '[]', 'built in'],
		['sandbox.writable', '[]', 'built in'],
		['sandbox.maxProcesses', '4096', 'built in'],
		['sandbox.maxMemoryMb', 'not set', 'built in'],
		['sandbox.maxFileMb', '20000', 'built in'],
		['sandbox.keepFreeMb', '500', 'built in'],
		['memory.enabled', 'true', 'built in'],
		['memory.embedder', 'not set', 'built in'],
		['memory.embedTokensPerDay', '1000000', 'built in'],
		['memory.limitTokens', '1500', 'built in'],
		['memory.runSummaries', 'false', 'built in'],
		['checkpoints.enabled', 'true', 'built in'],
		['checkpoints.maxFileBytes', '10485760', 'built in'],
		['budget.maxTurns', '100', 'built in'],
		['budget.maxCostUsd', 'not set', 'built in'],
		['budget.maxSessionCostUsd', 'not set', 'built in'],
		['budget.timeoutMs', 'not set', 'built in'],
		['budget.maxOutputTokens', 'not set', 'built in'],
		['agents.maxDepth', '2', 'built in'],
		['agents.maxRunning', '8', 'built in'],
		['agents.maxPerRun', '50', 'built in'],
		['network.streamIdleMs', '90000', 'built in'],
		['network.socket', 'true', 'built in'],
		['context.autoCompact', 'true', 'built in'],
		['context.compactAt', '0.8', 'built in'],
		['context.compactEarly', 'not set', 'built in'],
		['context.summaryModel', 'not set', 'built in'],
		['context.repositoryMap', 'true', 'built in'],
		['context.mapTokens', '1000', 'built in'],
		['fetch.allowedHosts', '[]', 'built in'],
		['webSearch.url', 'not set', 'built in'],
		['webSearch.format', '"searxng"', 'built in'],
		['webSearch.apiKeyEnv', 'not set', 'built in'],
		['webSearch.native', 'false', 'built in'],
		['webSearch.priceUsdPer1000', 'not set', 'built in'],
		['instructions.enabled', 'false', project],
		['log.level', 'not set', 'built in'],
		['telemetry.endpoint', 'not set', 'built in'],
		['telemetry.toProviders', 'false', 'built in'],
		['tmux.pane', 'false', 'built in'],
		['mcp.waitMs', '5000', 'built in'],
		['screen.theme', '"auto"', 'built in'],
		['screen.glyphs', '"auto"', 'built in'],
		['screen.mode', '"inline"', 'built in'],
		['screen.onExit', '"transcript"', 'built in'],
		['screen.mouse', '"full"', 'built in'],
		['screen.measure', '100', 'built in'],
		['screen.detail', '"normal"', 'built in'],
		['screen.title', 'true', 'built in'],
		['screen.progress', '"auto"', 'built in'],
		['screen.promptMarks', 'true', 'built in'],
		['screen.editorLinks', '"auto"', 'built in'],
		['screen.notify', '"auto"', 'built in'],
		['screen.notifyOn', '["end","ask","failure"]', 'built in'],
		['screen.notifyWhen', '"unfocused"', 'built in'],
		['screen.notifyAfterMs', '10000', 'built in'],
		['screen.notifyCommand', 'not set', 'built in'],
		['screen.statusLine', 'not set', 'built in'],
		['screen.keys', '"emacs"', 'built in'],
		['screen.pictures', '"auto"', 'built in'],
		['screen.screenReader', 'false', 'built in'],
		['screen.reduceMotion', 'false', 'built in'],
		['diff.style', '"auto"', 'built in'],
		['providers.mine', '{"api":"chat","baseUrl":"http://x"}', file],
	])
	assert.equal(
		error,
		`warning: ${project}: approvals.mode is not taken from a project file until the folder is trusted\n`,
	)
	assert.equal(code, 0)
})

test('schema prints a JSON Schema', async () => {
	assert.equal(JSON.parse((await config({ action: 'schema' })).out).$id, 'urn:keelson:settings')
})

describe('with --profile', () => {
	const work = { profile: 'work' } as const
	test('set makes it, get and list show what holds with it, unset takes it out', async () => {
		await config({ action: 'set', key: 'effort', value: 'low' })
		await config({ action: 'set', key: 'effort', value: 'high', ...work })
		const set = await config(
			{ action: 'set', key: 'model', value: 'openai/gpt-5', ...work },
			{ OPENAI_API_KEY: 'k' },
		)
		assert.match(set.out, /^profiles\.work\.model = "openai\/gpt-5"/)
		assert.deepEqual(JSON.parse(await readFile(file, 'utf8')).profiles, {
			work: { effort: 'high', model: 'openai/gpt-5' },
		})
		assert.equal(await get('effort'), 'low\n')
		assert.equal((await config({ action: 'get', key: 'effort', ...work })).out, 'high\n')
		assert.match((await config({ action: 'list', ...work })).out, /^effort +"high" +profile work$/m)
		await config({ action: 'unset', key: 'effort', ...work })
		assert.equal((await config({ action: 'get', key: 'effort', ...work })).out, 'low\n')
	})

	test('a setting that profiles do not have, a name that is none, and one that is not there are named', async () => {
		await assert.rejects(
			config({ action: 'set', key: 'budget.maxTurns', value: '3', ...work }),
			/a profile has no budget\.maxTurns; it has model, effort, providers, login, approvals/,
		)
		await assert.rejects(
			config({ action: 'set', key: 'effort', value: 'low', profile: 'a.b' }),
			/--profile a\.b: a name has/,
		)
		await assert.rejects(config({ action: 'list', profile: 'wrok' }), /there is no profile "wrok"/)
	})
})

describe('edit', () => {
	const editor = async (text: string): Promise<Record<string, string>> => {
		const script = join(root, 'editor.mjs')
		const lines = [
			"import { writeFileSync } from 'node:fs'",
			`writeFileSync(process.argv[2], ${JSON.stringify(text)})`,
		]
		await writeFile(script, lines.join('\n'))
		return { EDITOR: `node ${script}` }
	}

	test('opens the user’s file, also one that is not there yet or is wrong, and says where it is', async () => {
		const env = await editor('{ "budget": { "maxTurns": 7 }, "colour": 1 }')
		const expected = { code: 0, out: `${file}\n`, error: `warning: ${file}: there is no setting colour\n` }
		assert.deepEqual(await config({ action: 'edit' }, env), expected)
		await writeFile(file, '{ "budget": ')
		assert.deepEqual(await config({ action: 'edit' }, env), expected)
		assert.equal(await get('budget.maxTurns'), '7\n')
	})

	test('says what is wrong afterwards, and that there is no editor', async () => {
		await assert.rejects(config({ action: 'edit' }, await editor('{ "budget": { "maxTurns": "7" } }')), {
			code: 'config-invalid',
			message: `${file}: budget.maxTurns must be a whole number, at least 1, not string "7"`,
		})
		await assert.rejects(config({ action: 'edit' }), { code: 'usage', message: /EDITOR names one/ })
		await assert.rejects(config({ action: 'edit' }, { EDITOR: '/no/editor' }), /\/no\/editor failed/)
	})
})
