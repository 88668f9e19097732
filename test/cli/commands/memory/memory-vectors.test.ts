import assert from 'node:assert/strict'
import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { onTestFinished, test } from 'vitest'
import type { SessionId } from '../../../../src/core/ids.ts'
import { createJsonlStore } from '../../../../src/sessions/store/jsonl-store.ts'
import {
	anyVectors,
	type EmbeddingAnswer,
	startEmbeddings,
} from '../../../support/providers/embedding-server.ts'
import { makeDesk, runAgent, startAgent } from '../../../support/run-agent.ts'
import { message, runEnd, runStart, sessionStart, story } from '../../../support/sessions/story.ts'

test('a rebuild embeds what it indexes, and the status says how much of it', async () => {
	const { agent, server, desk } = await start(anyVectors)
	await agent('memory', 'rebuild')
	server.requests.splice(0)
	// As an index was that knew of no embedder yet.
	const index = new DatabaseSync(join(desk.home, 'index.db'))
	index.exec('DELETE FROM vector')
	index.close()
	const before = await agent('memory')
	assert.match(before.stdout, /^vectors {3}0 of 100 by emb\/e; agent memory rebuild makes the others$/m)
	const { code, stdout, stderr } = await agent('memory', 'rebuild')
	assert.equal(code, 0, stderr)
	assert.match(stdout, /^100 passages of 1 sources.*\nvectors 100 of 100 by emb\/e\n$/)
	assert.match(stderr, /^embedding passages: 0 of 100$/m)
	assert.deepEqual(
		server.requests.map(({ body }) => body.input.length),
		[64, 36],
	)
	assert.match((await agent('memory')).stdout, /^vectors {3}100 of 100 by emb\/e$/m)
	const { status, embedder } = JSON.parse((await agent('memory', 'status', '--json')).stdout)
	assert.deepEqual([embedder, status.vectors], ['emb/e', [{ embedder: 'emb/e', count: 100 }]])
})

test('under a limit, a rebuild and a search ask what the embedder costs before anything else', async () => {
	const { agent, server, desk, configure } = await start(anyVectors)
	await agent('memory', 'rebuild')
	const first = server.requests.splice(0).length
	const budget = { maxCostUsd: 0.7 }
	await configure({ budget })
	for (const words of [['rebuild'], ['search', 'passage']]) {
		const { code, stderr } = await agent('memory', ...words)
		assert.deepEqual([words[0], code, server.requests.length], [words[0], 3, 0])
		assert.match(stderr, /the price of emb\/e is not known: .*models\."emb\/e"\.price/)
	}
	// Nothing was thrown away for a rebuild that could not be.
	assert.match((await agent('memory')).stdout, /^vectors {3}100 of 100 by emb\/e$/m)

	// A dollar for a thousand tokens; each text is said to be ten.
	await configure({ budget, models: { 'emb/e': { price: { input: 1_000, output: 0 } } } })
	const index = new DatabaseSync(join(desk.home, 'index.db'))
	index.exec('DELETE FROM vector')
	index.close()
	const { code, stdout, stderr } = await agent('memory', 'rebuild')
	assert.deepEqual([code, server.requests.length, first], [5, 1, 2], stderr)
	assert.match(stdout, /vectors 64 of 100 by emb\/e, \$0\.64/)
	assert.match(stderr, /the embedder is not asked: .*the limit is \$0\.7000 for this run .*goes on from here/)
})

test('a second rebuild sends only what is new', async () => {
	const { agent, server, say } = await start(anyVectors)
	await agent('memory', 'rebuild')
	await say('261121-080000-aaaa', ['One thing more.'])
	server.requests.splice(0)
	const { stdout } = await agent('memory', 'rebuild')
	assert.match(stdout, /^101 passages of 2 sources.*\nvectors 101 of 101 by emb\/e\n$/)
	assert.deepEqual(
		server.requests.map(({ body }) => body.input),
		[['One thing more.']],
	)
})

test('a rebuild that is interrupted says so, and the next one goes on where it was', async () => {
	let asked = 0
	const { agent, server, environment } = await start(texts => (++asked === 2 ? 'silence' : anyVectors(texts)))
	const rebuilding = startAgent(['memory', 'rebuild'], environment)
	await server.asked(2)
	rebuilding.child.kill('SIGINT')
	const { code, stdout, stderr } = await rebuilding.ended
	assert.equal(code, 130, stderr)
	assert.match(stdout, /^vectors 64 of 100 by emb\/e$/m)
	assert.match(stderr, /stopped; agent memory rebuild goes on from here\n$/)
	assert.equal((await agent('sessions', 'search', 'passage', 'p7')).code, 0)
	const { stdout: after } = await agent('memory', 'rebuild')
	assert.match(after, /^vectors 100 of 100 by emb\/e$/m)
	assert.deepEqual(
		server.requests.map(({ body }) => body.input.length),
		[64, 36, 36],
	)
})

test('a rebuild whose embedder fails says why, and words are searched all the same', async () => {
	const { agent } = await start(() => 400)
	const { code, stdout, stderr } = await agent('memory', 'rebuild')
	assert.equal(code, 0, stderr)
	assert.match(stdout, /^100 passages of 1 sources.*\nvectors 0 of 100 by emb\/e\n$/)
	assert.match(stderr, /^the embedder does not answer: .*words are searched all the same/m)
	assert.equal((await agent('memory', 'search', 'passage p7')).code, 0)
})

test('a rebuild leaves nothing beside the index, and clearing removes what one that was killed left', async () => {
	const { agent, desk } = await start(anyVectors)
	await agent('memory', 'rebuild')
	const files = async () => (await readdir(desk.home)).filter(name => name.startsWith('index.db'))
	assert.deepEqual(await files(), ['index.db'])
	await writeFile(join(desk.home, 'index.db.vectors'), '')
	assert.match((await agent('memory', 'rebuild')).stderr, /going on with a rebuild that was stopped/)
	assert.deepEqual(await files(), ['index.db'])
	await writeFile(join(desk.home, 'index.db.vectors'), '')
	await agent('memory', 'clear')
	assert.deepEqual(await files(), [])
})

test('a search from the command line compares vectors too, and a secret in a question stays here', async () => {
	const { agent, server } = await start(anyVectors)
	await agent('memory', 'rebuild')
	server.requests.splice(0)
	await agent('memory', 'search', 'is key-of-embedder in use?')
	const [asked] = server.requests
	assert.equal(asked!.body.input.length, 1)
	assert.doesNotMatch(asked!.body.input[0]!, /key-of-embedder/)
})

async function start(answer: (texts: readonly string[]) => EmbeddingAnswer) {
	const server = await startEmbeddings(answer)
	const desk = await makeDesk()
	onTestFinished(async () => {
		server.close()
		await desk.remove()
	})
	await mkdir(desk.home)
	const providers = { emb: { api: 'chat', baseUrl: server.url } }
	const settings = { providers, memory: { embedder: 'emb/e' } }
	const configure = (more: object) =>
		writeFile(join(desk.home, 'settings.json'), JSON.stringify({ ...settings, ...more }))
	await configure({})
	const store = createJsonlStore({ folder: join(desk.home, 'sessions') })
	const say = async (id: string, texts: readonly string[]) => {
		const sessionId = id as SessionId
		const log = store.create(sessionId, desk.cwd)
		const said = texts.map((text, at) => (at === 0 ? runStart(text) : message(text)))
		await log.append(story([sessionStart(desk.cwd), ...said, runEnd()], sessionId), { durable: false })
		await log.close()
	}
	await say(
		'261121-071203-abcd',
		Array.from({ length: 100 }, (_, number) => `Passage p${number} about a thing.`),
	)
	const environment = { desk, env: { EMB_API_KEY: 'key-of-embedder' } }
	const agent = (...args: string[]) => runAgent(args, environment)
	return { agent, server, desk, say, environment, configure }
}
