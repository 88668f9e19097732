// A call whose plan cannot work: nothing happens but that the model is told, so it needs nobody's approval.

import { failedResult, type Problem } from '../../core/tool.ts'
import type { AssessedCall } from './tool.ts'

export function invalidPlan(name: string, problem: string | Problem): AssessedCall {
	return {
		permission: {
			tier: 'side-effecting',
			outcome: 'allow',
			isWorkspaceEdit: false,
			title: name,
			reasons: [`It cannot be done: ${typeof problem === 'string' ? problem : problem.cause}`],
			sessionKeys: [],
		},
		touches: { places: [] },
		run: async () => failedResult(problem),
	}
}
