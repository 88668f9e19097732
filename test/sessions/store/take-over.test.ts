import assert from 'node:assert/strict'
import { readdir, readFile } from 'node:fs/promises'
import { afterEach, beforeEach, describe, test } from 'vitest'
import type { AgentError } from '../../../src/core/errors.ts'
import type { StoredEnvelope } from '../../../src/sessions/session-store.ts'
import { createJsonlStore } from '../../../src/sessions/store/jsonl-store.ts'
import { ID } from '../../contracts/session-store.ts'
import { containers, innermost } from '../../support/sessions/containers.ts'
import { type Appending, startAppending } from '../../support/sessions/start-appending.ts'
import { message, next } from '../../support/sessions/story.ts'
import { temporaryFolder } from '../../support/sessions/temporary-folder.ts'
import { longer, SOAK_SEED } from '../../support/soak.ts'

const CONTAINERS = Object.entries(containers())
const [, CONTAINER] = CONTAINERS[0] ?? []
const ROUNDS = longer(2)

let folder: string
let children: Appending[]
beforeEach(async () => {
	folder = await temporaryFolder()
	children = []
})
afterEach(async () => {
	for (const child of children) child.kill('SIGKILL')
	await Promise.all(children.map(child => child.ended))
})

function start(options: { under?: readonly string[]; count?: number; thenWait?: boolean }): Appending {
	const child = startAppending({ folder, sessionId: ID, ...options })
	children.push(child)
	return child
}

/** Until it has a session with so many lines. */
async function holding(under: readonly string[], count = 3): Promise<Appending> {
	const child = start({ under, count, thenWait: true })
	await child.says('ready')
	for (let seq = 1; seq <= count; seq++) await child.says(String(seq))
	return child
}

async function numbers(): Promise<readonly number[]> {
	return (await createJsonlStore({ folder }).read(ID)).map(({ seq }) => seq)
}

function upTo(last: number): readonly number[] {
	return Array.from({ length: last }, (_, index) => index + 1)
}

const busy = (error: AgentError) =>
	error.code === 'session-busy' && /of another machine or container.*--fork.*--take-over/.test(error.message)

describe.each(CONTAINERS)('a session that is open in a container %s', (name, under) => {
	test('is not taken for free while its holder lives, stopped or not', async () => {
		const child = await holding(under)
		const store = createJsonlStore({ folder })
		await assert.rejects(store.open(ID), busy)
		await assert.rejects(store.remove(ID), busy)
		process.kill(innermost(child.pid), 'SIGSTOP')
		await assert.rejects(store.open(ID), busy)
		assert.notEqual(await store.holder(ID), undefined)
		child.kill('SIGKILL')
		await child.ended
		// Who cannot say where it is cannot be known to be gone.
		const takeOver = name === 'without /proc'
		if (takeOver) await assert.rejects(store.open(ID), busy)
		const { log, envelopes } = await store.open(ID, { takeOver })
		await log.append(next(envelopes, message('mine')), { durable: true })
		await log.close()
		assert.deepEqual(await numbers(), upTo(4))
		const names = await readdir(folder, { recursive: true })
		assert.deepEqual(
			names.filter(each => /\.lock$|\.alive|\.taken$/.test(each)),
			[],
		)
	})
})

describe.runIf(CONTAINER)('a session of another container', () => {
	test('is seen to be open from within, too', async () => {
		const { pid } = await holding([])
		const { stderr } = await start({ under: CONTAINER!, count: 1 }).ended
		assert.match(stderr, new RegExp(`is open in process ${pid} of another machine or container`))
	})

	test(
		`once taken over, has each number once, whenever that was (${ROUNDS} times)`,
		async () => {
			const store = createJsonlStore({ folder })
			for (let round = 0; round < ROUNDS; round++) {
				const child = start({ under: CONTAINER! })
				await child.says('ready')
				const isStopped = round % 2 === 0
				for (let lines = ((SOAK_SEED + round) * 7) % 23; lines >= 0; lines--) await child.line()
				const inside = innermost(child.pid)
				if (isStopped) process.kill(inside, 'SIGSTOP')
				const { log, envelopes } = await store.open(ID, { takeOver: true })
				if (round % 4 === 2) process.kill(inside, 'SIGCONT')
				let last: readonly StoredEnvelope[] = envelopes
				for (let line = 0; line < 5; line++) {
					const more = next(last, message(`line ${line} of round ${round}`))
					await log.append(more, { durable: true })
					last = [...last, ...more]
				}
				if (isStopped) process.kill(inside, 'SIGCONT')
				let said = await child.line()
				while (!said.startsWith('failed')) said = await child.line()
				assert.match(said, /^failed fenced: (another )?process .*has taken session .*--fork/)
				// It is told again each time, and still writes nothing.
				assert.match(await child.line(), /^failed fenced/)
				child.kill('SIGKILL')
				const { lines } = await child.ended
				await log.close()
				const found = await numbers()
				assert.deepEqual(found, upTo(last.at(-1)!.seq), `round ${round}`)
				const told = Math.max(...lines.filter(line => /^\d+$/.test(line)).map(Number))
				assert.ok(told <= envelopes.at(-1)!.seq, `round ${round}: ${told} was stored, it was said`)
				const ours = (await readFile((await logFiles())[0]!, 'utf8')).match(/line \d of round \d+/g)
				assert.equal(ours?.length, (round + 1) * 5)
			}
		},
		longer(60_000),
	)
})

async function logFiles(): Promise<readonly string[]> {
	const names = await readdir(folder, { recursive: true })
	return names.filter(name => name.endsWith('.jsonl')).map(name => `${folder}/${name}`)
}
