// A call whose plan cannot work: nothing happens but that the model is told, so it needs nobody's approval.

import { failedResult } from '../../core/tool.ts'
import type { AssessedCall } from './tool.ts'

/** @param problem - told to the model */
export function invalidPlan(name: string, problem: string): AssessedCall {
	return {
		permission: {
			tier: 'side-effecting',
			outcome: 'allow',
			isWorkspaceEdit: false,
			title: name,
			reasons: [`It cannot be done: ${problem}`],
			sessionKeys: [],
		},
		touches: { places: [] },
		run: async () => failedResult(problem),
	}
}
