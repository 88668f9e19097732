import assert from 'node:assert/strict'
import { mkdir, mkdtemp, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished, test } from 'vitest'
import type { RunContext } from '../../src/runtime/actor-deps.ts'
import { createSessionCheckpoints } from '../../src/runtime/checkpoints.ts'
import { createNodeFiles } from '../../src/runtime/node-host/files.ts'
import { homeFolders } from '../../src/workspace/home-folders.ts'
import { DEFAULT_SETTINGS } from '../../src/workspace/settings-schema.ts'
import { deferred } from '../support/deferred.ts'

test('a run is over only when what was looked at for its open question is as well', async () => {
	const root = await realpath(await mkdtemp(join(tmpdir(), 'keelson-checkpoints-')))
	onTestFinished(() => rm(root, { recursive: true, force: true }))
	const [cwd, home] = [join(root, 'project'), join(root, 'home')]
	await mkdir(cwd)
	const asked = deferred()
	const slow = deferred()
	const files = createNodeFiles()
	const realPath = async (path: string) => {
		asked.resolve()
		await slow.promise
		return files.realPath(path)
	}
	const checkpoints = createSessionCheckpoints(
		{
			cwd,
			home,
			addDirs: [],
			folders: homeFolders({ env: { KEELSON_HOME: home }, home, cwd }),
			settings: DEFAULT_SETTINGS,
			session: { selector: { kind: 'new' }, fork: false, isStored: true },
		},
		{ sessionId: '261121-071203-abcd', parentId: undefined, files: { ...files, realPath }, now: () => 0 },
	)
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

const EDIT: Parameters<RunContext['approve']>[0] = {
	callId: 'c1' as Parameters<RunContext['approve']>[0]['callId'],
	tool: 'edit',
	assessment: {
		tier: 'side-effecting',
		need: 'approval',
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
		before: [],
		signal: new AbortController().signal,
		queue: { hasSteering: () => false, takeSteering: () => [] },
		covered: new Set(),
		store: async () => {},
		show: () => {},
		approve: () => new Promise(() => {}),
		ask: async () => undefined,
		stored: () => [],
		askedMs: () => 0,
		takeCompaction: () => undefined,
	}
}
