import assert from 'node:assert/strict'
import { mkdir, mkdtemp, readdir, realpath, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished, test } from 'vitest'
import type { StoredEvent } from '../../../src/core/events.ts'
import type { Files } from '../../../src/core/host.ts'
import type { RunId } from '../../../src/core/ids.ts'
import { PhaseClock } from '../../../src/loop/phase-clock.ts'
import {
	createSessionCheckpoints,
	type SessionCheckpoints,
} from '../../../src/runtime/checkpoints/session-checkpoints.ts'
import { createNodeFiles } from '../../../src/runtime/host/files.ts'
import type { RunContext } from '../../../src/runtime/session/run-capabilities.ts'
import type { StoredEnvelope } from '../../../src/sessions/session-store.ts'
import type { CallEffect } from '../../../src/tools/executor/run-access.ts'
import { homeFolders } from '../../../src/workspace/places/home-folders.ts'
import { DEFAULT_SETTINGS } from '../../../src/workspace/settings/settings-schema.ts'
import { deferred } from '../../support/deferred.ts'
import { next, runStart, sessionStart, story, toolEnd, toolStart } from '../../support/sessions/story.ts'

async function openCheckpoints(files: Files): Promise<{ checkpoints: SessionCheckpoints; cwd: string }> {
	const root = await realpath(await mkdtemp(join(tmpdir(), 'keelson-checkpoints-')))
	onTestFinished(() => rm(root, { recursive: true, force: true, maxRetries: 5 }))
	const [cwd, home] = [join(root, 'project'), join(root, 'home')]
	await mkdir(cwd)
	const checkpoints = createSessionCheckpoints(
		{
			cwd,
			addDirs: [],
			folders: homeFolders({ env: { KEELSON_HOME: home }, home, cwd }),
			settings: DEFAULT_SETTINGS,
			session: { selector: { kind: 'new' }, fork: false, isStored: true },
		},
		{
			sessionId: '261121-071203-abcd',
			parentId: undefined,
			files,
			now: () => 0,
			earlier: { withAll: async (_types, atHand) => atHand, neededAt: async () => [] },
		},
	)
	return { checkpoints, cwd }
}

test('a run is over only when what was looked at for its open question is as well', async () => {
	const asked = deferred()
	const slow = deferred()
	const files = createNodeFiles()
	const realPath = async (path: string) => {
		asked.resolve()
		await slow.promise
		return files.realPath(path)
	}
	const { checkpoints } = await openCheckpoints({ ...files, realPath })
	const order: string[] = []
	const run = checkpoints
		.during(idle(), async context => {
			void context.approve(EDIT)
			await asked.promise
			order.push('the run has ended')
		})
		.then(() => order.push('it is over'))
	await asked.promise
	// As many turns of the event loop as a run that does not wait would need by far.
	for (let turns = 0; turns < 20; turns++) await new Promise(resolve => setImmediate(resolve))
	assert.deepEqual(order, ['the run has ended'])
	slow.resolve()
	await run
	assert.deepEqual(order, ['the run has ended', 'it is over'])
})

test('the files of the newest places to go back to are counted, those of an older one when it is asked for', async () => {
	const { checkpoints, cwd } = await openCheckpoints(createNodeFiles())
	let log: readonly StoredEnvelope[] = story([sessionStart(cwd)])
	for (let run = 0; run < 103; run++) {
		log = [...log, ...next(log, runStart(`prompt ${run}`))]
		const store = async (event: StoredEvent) => {
			log = [...log, ...next(log, event).map(envelope => ({ ...envelope, runId: `r${run}` as RunId }))]
		}
		await checkpoints.during({ ...idle(), store }, async context => {
			assert.equal(await context.keepFirst?.(EFFECT), undefined)
			await context.store(toolStart(`c${run}`))
			await writeFile(join(cwd, `${run % 2}.txt`), `written by run ${run}`)
			await context.store(toolEnd(`c${run}`))
		})
	}
	const points = await checkpoints.points(log)
	assert.deepEqual(
		points.map(({ changedFiles, isUncounted }) => changedFiles ?? isUncounted),
		[1, ...Array.from({ length: 99 }, () => 2), true, true, true],
	)
	const [first] = await checkpoints.points(log, points.at(-1)!.toSeq)
	assert.deepEqual(
		[first?.prompt, first?.changedFiles, first?.isUncounted, first?.preview?.changes],
		[
			'prompt 0',
			2,
			undefined,
			[
				{ path: '0.txt', what: 'removed' },
				{ path: '1.txt', what: 'removed' },
			],
		],
	)
	const { toSeq } = first!
	await checkpoints.rewind({ type: 'rewind', toSeq, conversation: true, files: true }, log, idle().store)
	assert.deepEqual(await readdir(cwd), [])
}, 30_000)

const EFFECT: CallEffect = { tier: 'side-effecting', changes: [] }

const EDIT: Parameters<RunContext['approve']>[0] = {
	callId: 'c1' as Parameters<RunContext['approve']>[0]['callId'],
	tool: 'edit',
	permission: {
		tier: 'side-effecting',
		outcome: 'ask',
		title: 'edit a file',
		reasons: [],
		sessionKeys: [],
		isWorkspaceEdit: true,
	},
}

/** A run that nobody answers. */
function idle(): RunContext {
	return {
		prompt: { role: 'user', content: [] },
		snapshot: { chain: [], cwd: '/', approvals: { kind: 'ask' }, tools: [], maxTurns: 1 },
		runId: 'r1' as RunContext['runId'],
		deliver: () => {},
		before: [],
		phases: new PhaseClock(() => 0),
		signal: new AbortController().signal,
		queue: { hasSteering: () => false, takeSteering: () => [] },
		approvals: () => ({ kind: 'ask' }),
		sessionGrants: () => new Set(),
		store: async () => {},
		show: () => {},
		approve: () => new Promise(() => {}),
		ask: async () => undefined,
		stored: () => [],
		askedMs: () => 0,
		takeCompaction: () => undefined,
	}
}
