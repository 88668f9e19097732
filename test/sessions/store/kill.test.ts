import assert from 'node:assert/strict'
import { readdir } from 'node:fs/promises'
import { test } from 'vitest'
import { createJsonlStore } from '../../../src/sessions/store/jsonl-store.ts'
import { fill, ID } from '../../contracts/session-store.ts'
import { startAppending } from '../../support/sessions/start-appending.ts'
import { message, next, shortSession, story } from '../../support/sessions/story.ts'
import { temporaryFolder } from '../../support/sessions/temporary-folder.ts'
import { longer, SOAK_SEED } from '../../support/soak.ts'

const ROUNDS = longer(16)

test(
	`killed at any moment, a process leaves every append that it was told of (${ROUNDS} times, one session)`,
	async () => {
		const folder = await temporaryFolder()
		const store = createJsonlStore({ folder })
		let known = (await fill(store, ID, story(shortSession()))).length
		for (let round = 0; round < ROUNDS; round++) {
			// Short lines are seldom torn, long ones take a while to write.
			const child = startAppending({ folder, sessionId: ID, sizeBytes: round % 2 === 0 ? 20 : 2_000_000 })
			await child.says('ready')
			await new Promise(resolve => setTimeout(resolve, ((SOAK_SEED + round) * 7) % 20))
			child.kill('SIGKILL')
			const { lines, stderr } = await child.ended
			assert.equal(stderr, '')
			const { envelopes, log } = await store.open(ID)
			await log.close()
			const numbers = envelopes.map(({ seq }) => seq)
			assert.deepEqual(
				numbers,
				numbers.map((_, index) => index + 1),
				`round ${round}: a gap`,
			)
			const acknowledged = Math.max(known, ...lines.slice(1).map(Number))
			assert.ok(
				numbers.length >= acknowledged,
				`round ${round}: ${numbers.length} of ${acknowledged} are there`,
			)
			known = numbers.length
		}
		const { envelopes, log } = await store.open(ID)
		await log.append(next(envelopes, message('the end')), { durable: true })
		await log.close()
		assert.equal((await store.read(ID)).length, known + 1)
		const names = await readdir(folder, { recursive: true })
		assert.deepEqual(
			names.filter(name => name.endsWith('.lock')),
			[],
		)
	},
	longer(120_000),
)
