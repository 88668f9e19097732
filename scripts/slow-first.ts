// The order of test files: first those that start programs, servers or terminals, then the others that take long, so that
// none of them is left to run alone at the end, while a processor has nothing to do. And a process that has grown takes
// longer to start another: its whole memory is marked as shared by then.

import { readFileSync } from 'node:fs'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

const STARTS_PROGRAMS =
	/\/(?:run-agent|start-postgres|serving|servers|sandbox-folder|screen-terminal|review-scene)\.ts'|'node:child_process'/

/** Take many seconds by themselves, each, though it says nothing of it. */
const WORKS_LONG =
	/\/(?:compaction|convert-page|cut-streams|fetch|gate-oracle|grep|hostile-texts|network-question|path-matrix|recall-probes|replies)\.test\.ts$/

export class SlowFirst extends BaseSequencer {
	/** Within each kind, and between the projects, as Vitest would. */
	override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
		const sorted = await super.sort(files)
		const ranks = new Map(sorted.map(file => [file, rankOf(file)] as const))
		return sorted.toSorted((one, other) => ranks.get(one)! - ranks.get(other)!)
	}
}

function rankOf({ moduleId, project }: TestSpecification): number {
	const among = project.config.isolate ? 0 : 3
	if (STARTS_PROGRAMS.test(readFileSync(moduleId, 'utf8'))) return among
	return among + (WORKS_LONG.test(moduleId) ? 1 : 2)
}
