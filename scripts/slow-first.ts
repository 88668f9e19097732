// The order of test files: first those that start programs, servers or terminals, so that none of them is left to run
// alone at the end, while a processor has nothing to do. And a process that has grown takes longer to start another: its
// whole memory is marked as shared by then.

import { readFileSync } from 'node:fs'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

const STARTS_PROGRAMS =
	/\/(?:run-agent|start-postgres|serving|servers|sandbox-folder|screen-terminal|review-scene)\.ts'|'node:child_process'/

export class SlowFirst extends BaseSequencer {
	/** Within both kinds, and between the projects, as Vitest would. */
	override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
		const sorted = await super.sort(files)
		const isSlow = new Map(
			sorted.map(file => [file, STARTS_PROGRAMS.test(readFileSync(file.moduleId, 'utf8'))] as const),
		)
		const rank = (file: TestSpecification) =>
			(file.project.config.isolate ? 0 : 2) + (isSlow.get(file) ? 0 : 1)
		return sorted.toSorted((one, other) => rank(one) - rank(other))
	}
}
