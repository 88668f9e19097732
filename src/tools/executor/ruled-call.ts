// What the user's rules say of a call, on the files as they are when its turn comes.

import { rulesAbout } from '../../safety/evaluate.ts'
import type { Workspace } from '../../safety/paths/paths.ts'
import { callSubject } from '../../safety/permissions/call-subject.ts'
import { withRealNames } from '../../safety/permissions/real-rules.ts'
import type { StandingRule } from '../../safety/permissions/rule.ts'
import type { ExecutePermissions } from './execute.ts'

/** `root`: where relative paths in rules start, links resolved. */
export type RulePlace = { rules(): readonly StandingRule[]; root: string; workspace: Workspace }

/** The rules as they are when the call's turn comes. */
export function ruledCalls({ rules: now, root, workspace }: RulePlace): ExecutePermissions {
	const base = { root, home: workspace.home }
	return {
		async about({ spec, facts }, permission, touches, { files }) {
			const rules = await withRealNames(now(), base, files)
			const call = { tool: spec.name, facts, permission, touches }
			const subject = await callSubject(call, { workspace, files, rules })
			return rulesAbout(permission, subject, { rules, base })
		},
	}
}
