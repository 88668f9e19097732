import assert from 'node:assert/strict'
import { mkdtemp, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, onTestFinished, test } from 'vitest'
import type { SessionId } from '../../../src/core/ids.ts'
import type { AuthContext } from '../../../src/core/services/auth-context.ts'
import { SharedIndex } from '../../../src/runtime/memory/shared-index.ts'
import { openPostgresHub } from '../../../src/services/postgres/open-postgres-hub.ts'
import type { ServiceHub } from '../../../src/services/service-hub.ts'
import { hasPostgres, type Postgres, startPostgres } from '../../support/postgres/start-postgres.ts'
import { answer, scriptedProvider, toolCalls } from '../../support/runtime/scripted-provider.ts'
import { startRuntime } from '../../support/runtime/start-runtime.ts'

const ANN: AuthContext = { app: 'crm', user: 'ann' }
const BOB: AuthContext = { app: 'crm', user: 'bob' }

// Each server has a home of its own, and the folder of the project.
describe.skipIf(!hasPostgres)('memory of servers that share a database', () => {
	let postgres: Postgres
	let hubs: readonly ServiceHub[]
	beforeAll(async () => {
		postgres = await startPostgres()
		const url = await postgres.freshDatabase()
		const open = (name: string) =>
			openPostgresHub({
				url,
				name,
				migrate: true,
				roots: ['/here'],
				limits: { waitingPerTenant: 100, waitingInAll: 1_000 },
				authentication: { authenticate: async () => undefined },
				logging: { log: () => undefined },
				warn: () => undefined,
			})
		hubs = [await open('one'), await open('two')]
	})
	afterAll(async () => {
		for (const hub of hubs) await hub.close()
		await postgres?.end()
	})

	/** @returns what each request of the run held, as text */
	async function say(
		server: number,
		auth: AuthContext,
		cwd: string,
		given: { text: string; session: string; provider: ReturnType<typeof scriptedProvider> },
	): Promise<readonly string[]> {
		const hub = hubs[server]!
		const home = await folder()
		const runtime = await startRuntime({
			in: { cwd, home },
			provider: given.provider,
			approvals: { kind: 'all' },
			selector: { kind: 'new', sessionId: given.session as SessionId },
			runtime: { store: hub.sessionsOf(auth), memory: { service: hub.memory!, auth } },
		})
		await runtime.prompt(given.text)
		await runtime.until('run-end')
		await runtime.stop()
		return given.provider.requests.map(({ messages }) => JSON.stringify(messages))
	}

	test('what was said on one is put in front of a prompt on the other, and found by recall there', async () => {
		const cwd = await folder()
		const said = 'The staging database is called heron and listens on port 6543.'
		await say(0, ANN, cwd, { text: said, session: 's-1', provider: scriptedProvider(answer('Noted.')) })
		await indexed(hubs[1]!, ANN)
		const asked = { text: 'On which port does the staging database listen?', session: 's-2' }
		const [request] = await say(1, ANN, cwd, { ...asked, provider: scriptedProvider(answer('6543')) })
		assert.match(request!, /Relevant context from memory:[\s\S]*called heron and listens on port 6543/)
		const recalled = await say(1, ANN, cwd, {
			text: 'go on',
			session: 's-3',
			provider: scriptedProvider(
				toolCalls(['c1', 'recall', { query: 'staging database heron' }]),
				answer('done'),
			),
		})
		assert.match(recalled[1]!, /port 6543/)
		// Of another tenant in the same folder, nothing.
		const provider = scriptedProvider(
			toolCalls(['c1', 'recall', { query: 'staging database heron' }]),
			toolCalls(['c2', 'recall', { query: 'staging database heron', session: 's-1' }]),
			answer('nothing'),
		)
		const bobs = await say(1, BOB, cwd, { text: asked.text, session: 's-1b', provider })
		assert.ok(!bobs.some(text => text.includes('6543')), bobs.at(-1))
		// With its session it is gone.
		await hubs[1]!.sessionsOf(ANN).remove('s-1' as SessionId)
		assert.deepEqual(
			(await hubs[0]!.memory!.storeOf(ANN).marks())
				.map(({ source }) => source.name)
				.filter(name => name === 's-1'),
			[],
		)
		const [after] = await say(0, ANN, await folder(), {
			...asked,
			session: 's-4',
			provider: scriptedProvider(answer('?')),
		})
		assert.ok(!after!.includes('6543'))
	})
})

/** A prompt waits for that only for a moment, which may be too short on a machine that is busy. */
async function indexed(hub: ServiceHub, auth: AuthContext): Promise<void> {
	const index = new SharedIndex({
		service: hub.memory!,
		auth,
		sessions: hub.sessionsOf(auth),
		artefactsFolder: undefined,
		projectOf: async cwd => cwd,
		scrub: text => text,
	})
	const { signal } = new AbortController()
	assert.ok(await index.catchUp({ limitMs: Number.POSITIVE_INFINITY, restMs: 0, chunkBytes: 1, signal }))
	await index.close()
}

async function folder(): Promise<string> {
	const made = await realpath(await mkdtemp(join(tmpdir(), 'keelson-shared-memory-')))
	onTestFinished(() => rm(made, { recursive: true, force: true }))
	return made
}
