import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, onTestFinished, test } from 'vitest'
import { hasPostgres, type Postgres, startPostgres } from '../../support/postgres/start-postgres.ts'
import { ANN, BOB, CID, Servers } from '../../support/server/servers.ts'
import { longer, SOAK_TIMES } from '../../support/soak.ts'

// Real servers on one PostgreSQL in bad weather. Every task writes one line, so that what was lost or done twice is seen.

const LOAD = ['--approve', 'all', '--sandbox', 'off', '--max-running', '4']
const IN_SOAK = SOAK_TIMES > 1

describe.skipIf(!hasPostgres)('servers in bad weather', () => {
	let postgres: Postgres
	let servers: Servers
	beforeAll(async () => {
		postgres = await startPostgres()
	})
	afterAll(async () => {
		await postgres?.end()
	})
	beforeEach(async () => {
		servers = await Servers.open(await postgres.freshDatabase())
		onTestFinished(() => servers.close())
	})

	/** Each calls a tool that takes a moment, looks whether it did when that is not known, and says which one it was. */
	const give = async (count: number): Promise<readonly string[]> => {
		servers.model.onRequest(({ body }) => {
			const text = JSON.stringify(body)
			// What memory has found of other tasks stands in front of the task's own words.
			const [, number = ''] = [...text.matchAll(/task number (\d+)\b/g)].at(-1) ?? []
			const shell = (command: string) => ({ calls: [{ name: 'shell', arguments: { command } }] })
			const write = `echo ${number} >> effects.txt`
			// What was printed, not what was to be printed: a call may be cut short more than once.
			if (text.includes(`looked-${number}-ok`)) return { text: `end of ${number}` }
			// As it is told to, when another server has taken the task up.
			if (/may have run|stopped before you had finished/.test(text))
				return shell(`grep -qx ${number} effects.txt || ${write}; echo looked-${number}-"ok"`)
			if (text.includes(`done-${number}-ok`)) return { text: `end of ${number}` }
			return shell(`${write}; sleep 0.3; echo done-${number}-"ok"`)
		})
		const tasks: string[] = []
		for (let number = 1; number <= count; number++)
			tasks.push((await servers.ask('POST', '/v1/tasks', { prompt: `task number ${number}` })).id)
		return tasks
	}
	const effects = async () =>
		(await readFile(join(servers.desk.cwd, 'effects.txt'), 'utf8')).trim().split('\n').map(Number)
	const requireAll = async (tasks: readonly string[]) => {
		for (const [index, id] of tasks.entries()) {
			const { result, error } = await servers.until(id, 'completed')
			assert.deepEqual([result, error], [`end of ${index + 1}`, undefined])
		}
		assert.deepEqual(
			(await effects()).sort((a, b) => a - b),
			tasks.map((_, index) => index + 1),
			'every effect once',
		)
	}

	test('each is ended and started anew under load: no task fails, nothing is lost or done twice', {
		timeout: longer(60_000),
	}, async () => {
		const names = IN_SOAK ? ['a', 'b', 'c'] : ['a', 'b']
		await Promise.all(names.map(name => servers.start(name, LOAD)))
		const tasks = await give(IN_SOAK ? 30 : 8)
		for (const name of names) {
			const before = performance.now()
			const { code, stderr } = await servers.end(name)
			assert.equal(code, 143, stderr)
			assert.ok(performance.now() - before < 5_000, 'it ends within five seconds')
			await servers.start(name, LOAD)
		}
		await requireAll(tasks)
	})

	// What breaks at which moment stands in connection-loss.test.ts; this is all of it at once.
	test.skipIf(!IN_SOAK)(
		'the database goes away and comes back: no server ends, no task fails',
		{
			timeout: longer(60_000),
		},
		async () => {
			await Promise.all(['a', 'b'].map(name => servers.start(name, LOAD)))
			const tasks = await give(20)
			for (let round = 0; round < 5; round++) {
				while (!existsSync(join(servers.desk.cwd, 'effects.txt')))
					await new Promise(resolve => setTimeout(resolve, 20))
				await postgres.stop()
				for (const name of servers.names) {
					const health = await servers.answer('GET', '/v1/health', undefined, ANN, name)
					assert.equal(health.status, 200)
				}
				await postgres.start()
			}
			await requireAll(tasks)
			for (const name of servers.names) {
				const { code, stderr } = await servers.end(name)
				assert.equal(code, 143, stderr)
				assert.doesNotMatch(stderr, /postgres:\/\//)
			}
		},
	)

	test.skipIf(!IN_SOAK)(
		'one that is frozen past its lease and wakes writes nothing, does nothing twice, and works on',
		{
			timeout: longer(60_000),
		},
		async () => {
			await Promise.all(['a', 'b'].map(name => servers.start(name, LOAD)))
			for (let round = 0; round < 3; round++) {
				const held = servers.model.hold({ text: 'from before' })
				const { id } = await servers.ask('POST', '/v1/tasks', { prompt: 'answer' })
				await held.arrived
				const runner = await servers.runnerOf(id)
				servers.model.script({ text: 'the answer' })
				servers.signal(runner, 'SIGSTOP')
				const frozen = performance.now()
				for (;;) {
					const other = servers.names.find(name => name !== runner)
					const task = await (await servers.answer('GET', `/v1/tasks/${id}`, undefined, ANN, other)).json()
					if (task.state === 'completed') break
					await new Promise(resolve => setTimeout(resolve, 100))
				}
				console.log(`taken over ${(performance.now() - frozen).toFixed(0)} ms after it froze`)
				await held.drop()
				servers.signal(runner, 'SIGCONT')
				const { result, runs } = await servers.until(id, 'completed')
				assert.deepEqual([result, runs.length], ['the answer', 2])
			}
			const tasks = await give(6)
			await requireAll(tasks)
		},
	)

	test("three tenants on two servers: what is another one's answers like what does not exist, wherever it is asked", async () => {
		await Promise.all(['a', 'b'].map(name => servers.start(name, LOAD)))
		servers.model.onRequest(() => ({ text: 'secret of one' }))
		const tokens = [ANN, BOB, CID]
		const own = await Promise.all(
			tokens.map(token => servers.ask('POST', '/v1/tasks', { prompt: 'go', key: 'same' }, token)),
		)
		assert.equal(new Set(own.map(({ id }) => id)).size, 3)
		await servers.until(own[0].id, 'completed')
		const routes = (id: string): readonly (readonly [string, string, object?])[] => [
			['GET', `/v1/tasks/${id}`],
			['GET', `/v1/tasks/${id}/events`],
			['POST', `/v1/tasks/${id}/cancel`, {}],
			['POST', `/v1/tasks/${id}/input`, { text: 'x' }],
		]
		for (const [mine, token] of tokens.entries())
			for (const of of servers.names) {
				const listed = await (await servers.answer('GET', '/v1/tasks?limit=50', undefined, token, of)).json()
				assert.deepEqual(
					listed.items.map(({ id }: { id: string }) => id),
					[own[mine].id],
				)
				for (const [index, { id, session }] of own.entries()) {
					if (index === mine) continue
					const missing = `t-${'0'.repeat(20)}`
					for (const [step, [method, path, body]] of routes(id).entries()) {
						const [, nowhere = ''] = routes(missing)[step]!
						const foreign = await servers.answer(method, path, body, token, of)
						const absent = await servers.answer(method, nowhere, body, token, of)
						assert.equal(foreign.status, 404, `${method} ${path}`)
						assert.equal(
							(await foreign.text()).replaceAll(id, 'ID'),
							(await absent.text()).replaceAll(missing, 'ID'),
						)
					}
					const into = await servers.answer('POST', '/v1/tasks', { prompt: 'x', session }, token, of)
					assert.equal(into.status, 404)
				}
			}
	})
})
