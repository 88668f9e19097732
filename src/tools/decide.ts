// Mode and assessment in, verdict out: the one place where "may this run?" is answered without asking anyone.

import type { ApprovalMode } from '../core/approval.ts'
import { assertNever } from '../core/exhaustive.ts'
import type { UnixMs } from '../core/ids.ts'
import type { PermissionDecision } from '../core/permission.ts'
import type { Ruling } from './permissions/ruling.ts'

export type Verdict = { kind: 'run' } | { kind: 'ask' } | { kind: 'refuse'; reason: string }

export type Standing = {
	mode: ApprovalMode
	now: UnixMs
	/** Keys the user has covered for this session. */
	covered: ReadonlySet<string>
	/** `--yolo`, on the command line only: lets even the hard cases through. */
	yolo: boolean
	/** What the user's rules say of this call. */
	ruling?: Ruling | undefined
}

export function decide(assessment: PermissionDecision, standing: Standing): Verdict {
	const { mode, ruling } = standing
	// The user's own wall: it holds in every mode, also where nothing is asked.
	if (ruling?.answer === 'deny') return refuse(denial(ruling))
	const mustAsk = asksAnyway(ruling)
	if (mode.kind === 'plan') return decidePlan(assessment, mustAsk)
	if (assessment.outcome === 'allow' && !mustAsk) return RUN
	// Where nobody is asked the model at least hears what would do.
	const nobodyIsAsked = standing.yolo || mode.kind === 'none'
	if (nobodyIsAsked && isInDoubt(ruling)) return refuse(doubt(ruling))
	if (standing.yolo) return RUN
	const isAllowed = ruling?.answer === 'allow' && assessment.outcome === 'ask'
	if (mode.kind === 'none')
		return isAllowed ? RUN : refuse('approvals are switched off, so nothing that needs one may run')
	if (assessment.outcome === 'ask-always' || mustAsk) return ASK
	if (isAllowed || isCovered(assessment, standing.covered)) return RUN
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

function denial({ by }: Ruling): string {
	return `the rule ${by.text} in ${by.scope} denies it; do not try the same in another way`
}

/** A wall of which nobody can tell whether it is crossed. */
function isInDoubt(ruling: Ruling | undefined): ruling is Ruling {
	return ruling?.answer === 'doubt' || ruling?.answer === 'crossing'
}

export function asksAnyway(ruling: Ruling | undefined): ruling is Ruling {
	return ruling?.answer === 'ask' || isInDoubt(ruling)
}

function doubt({ answer, by }: Ruling): string {
	if (answer === 'crossing')
		return (
			`it looks through a folder in which the rule ${by.text} in ${by.scope} denies something; ` +
			'name the folders it may look through, or use grep, which leaves that out'
		)
	return `it may be what the rule ${by.text} in ${by.scope} denies; write out in plain words what is to run`
}

function decidePlan(assessment: PermissionDecision, mustAsk: boolean): Verdict {
	if (assessment.tier !== 'read-only')
		return refuse('plan mode allows read-only calls; describe the change instead of making it')
	return assessment.outcome === 'allow' && !mustAsk ? RUN : ASK
}

function isCovered(assessment: PermissionDecision, covered: ReadonlySet<string>): boolean {
	return assessment.sessionKeys.length > 0 && assessment.sessionKeys.every(key => covered.has(key))
}
