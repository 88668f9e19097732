// Mode and assessment in, verdict out: the one place where "may this run?" is answered without asking anyone.

import type { ApprovalMode } from '../core/approval.ts'
import { assertNever } from '../core/exhaustive.ts'
import type { UnixMs } from '../core/ids.ts'
import type { Assessment } from '../core/tool.ts'

export type Verdict = { kind: 'run' } | { kind: 'ask' } | { kind: 'refuse'; reason: string }

export type Standing = {
	mode: ApprovalMode
	now: UnixMs
	/** Keys the user has covered for this session. */
	covered: ReadonlySet<string>
	/** `--yolo`, on the command line only: lets even the hard cases through. */
	yolo: boolean
}

export function decide(assessment: Assessment, standing: Standing): Verdict {
	const { mode } = standing
	if (mode.kind === 'plan') return decidePlan(assessment)
	if (assessment.need === 'none') return RUN
	if (standing.yolo) return RUN
	if (mode.kind === 'none') return refuse('approvals are switched off, so nothing that needs one may run')
	if (assessment.need === 'hard-approval') return ASK
	if (isCovered(assessment, standing.covered)) return RUN
	switch (mode.kind) {
		case 'ask':
			return ASK
		case 'all':
			return RUN
		case 'until':
			return standing.now < mode.at ? RUN : ASK
		case 'auto-edit':
			return assessment.isWorkspaceEdit ? RUN : ASK
		default:
			return assertNever(mode)
	}
}

const RUN: Verdict = { kind: 'run' }
const ASK: Verdict = { kind: 'ask' }

function refuse(reason: string): Verdict {
	return { kind: 'refuse', reason }
}

function decidePlan(assessment: Assessment): Verdict {
	if (assessment.tier !== 'read-only')
		return refuse('plan mode allows read-only calls; describe the change instead of making it')
	return assessment.need === 'none' ? RUN : ASK
}

function isCovered(assessment: Assessment, covered: ReadonlySet<string>): boolean {
	return assessment.sessionKeys.length > 0 && assessment.sessionKeys.every(key => covered.has(key))
}
