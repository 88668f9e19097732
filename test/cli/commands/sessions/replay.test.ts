import assert from 'node:assert/strict'
import { join } from 'node:path'
import { afterEach, beforeEach, test } from 'vitest'
import type { SessionId } from '../../../../src/core/ids.ts'
import { createJsonlStore } from '../../../../src/sessions/store/jsonl-store.ts'
import { type Desk, makeDesk, runAgent } from '../../../support/run-agent.ts'
import { message, next, runEnd, runStart, sessionStart, story } from '../../../support/sessions/story.ts'

const ID = '261121-071203-abcd' as SessionId

let desk: Desk
beforeEach(async () => {
	desk = await makeDesk()
	const start = story([sessionStart(desk.cwd)], ID)
	const log = createJsonlStore({ folder: join(desk.home, 'sessions') }).create(ID, desk.cwd)
	await log.append(
		[
			...start,
			...next(
				start,
				runStart('first'),
				message('one'),
				runEnd(),
				runStart('second'),
				message('two'),
				runEnd(),
			),
		],
		{
			durable: false,
		},
	)
	await log.close()
})
afterEach(() => desk.remove())

const replay = (...args: string[]) => runAgent(['replay', ID, ...args], { desk })

test('without a terminal a replay is the session as text, from where it is asked for', async () => {
	const shown = await runAgent(['sessions', 'show', ID], { desk })
	const all = await replay()
	assert.deepEqual([all.code, all.stdout, all.stderr], [0, shown.stdout, ''])
	const later = await replay('--from', '5')
	assert.ok(later.stdout.includes('two') && !later.stdout.includes('one'), later.stdout)
})

test('a speed or a number that is none is told', async () => {
	for (const args of [
		['--speed', '2'],
		['--from', 'here'],
	])
		assert.equal((await replay(...args)).code, 2, args.join(' '))
	assert.equal((await runAgent(['replay', 'nothing'], { desk })).code, 2)
})
