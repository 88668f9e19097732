import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { defineConfig, type ViteUserConfig } from 'vitest/config'
import { sharingTests } from './scripts/sharing-tests.ts'
import { SlowFirst } from './scripts/slow-first.ts'
import { longer, SOAK_TIMES } from './test/support/soak.ts'

// Plain JavaScript, because the build reads what it is made of before anything has been built.
const scripts = join(import.meta.dirname, 'scripts')
const { makeReplacements }: { makeReplacements(): Promise<void> } = await import(
	join(scripts, 'replaced-modules.mjs')
)
await makeReplacements()

const ALL = 'test/**/*.test.{ts,tsx}'
const sharing = sharingTests(ALL)
/** Storms that take long however few rounds they have; what they are about has tests of its own. */
const STORMS = [
	'test/scenarios/server/storms.test.ts',
	'test/scenarios/session/window/*.test.ts',
	'test/scenarios/program/compaction-kill.test.ts',
	'test/scenarios/session/rewind-sequences.test.ts',
	'test/workspace/checkpoints/faults.test.ts',
	'test/providers/fault-matrix.test.ts',
	'test/scenarios/memory/probe.test.ts',
]
const notNow = SOAK_TIMES > 1 ? [] : STORMS

/** Said here and not with `extends`, for which Vitest would read this file once more for each project. */
const testsOfAll = {
	env: { NODE_ENV: 'production' },
	testTimeout: longer(30_000),
	// Some pack and install the program first; it only guards against what hangs.
	hookTimeout: 120_000,
	pool: 'forks',
	// Node loads our modules (scripts/load-modules.mjs): Vite takes half a minute more, and each process grows by what it keeps.
	experimental: { viteModuleRunner: false, nodeLoader: false },
	// Our tests make much that is soon forgotten; with more room for it less time goes into looking for what is not.
	execArgv: [
		'--import',
		join(scripts, 'load-modules.mjs'),
		'--min-semi-space-size=16',
		'--max-semi-space-size=32',
	],
} satisfies ViteUserConfig['test']

export default defineConfig({
	test: {
		sequence: { sequencer: SlowFirst },
		// Two more than there are processors: many tests wait for a process or a terminal.
		maxWorkers: availableParallelism() + 2,
		projects: [
			{
				// Each file in a process of its own: these change what a process has only one of.
				test: { ...testsOfAll, name: 'alone', include: [ALL], exclude: [...sharing, ...notNow] },
			},
			{
				// Starting a process and loading our modules again would take longer than most of these tests do.
				test: { ...testsOfAll, name: 'sharing', include: sharing, exclude: notNow, isolate: false },
			},
		],
	},
})
