// What Claude's SDK calls things: approval modes, and flags of the program that it starts.

import type { ApprovalMode } from '../../core/approval.ts'
import { AgentError } from '../../core/errors.ts'
import type { JsonValue } from '../../core/json.ts'
import { approvalMode, inputFormat, type RawFlags } from './flags.ts'

/** Claude's names beside our own. */
const MODES: ReadonlyMap<string, string> = new Map([
	['default', 'ask'],
	['acceptEdits', 'auto-edit'],
	['dontAsk', 'none'],
	['bypassPermissions', 'all'],
])

/** @throws AgentError `usage` */
export function modeOf(mode: JsonValue | undefined): ApprovalMode {
	if (typeof mode === 'string') {
		try {
			return approvalMode(MODES.get(mode) ?? mode, Date.now())
		} catch {}
	}
	throw new AgentError(
		'usage',
		`there is no mode ${JSON.stringify(mode) ?? 'left out'}; there are ${[...MODES.keys(), 'ask', 'auto-edit', 'plan', 'none', 'all'].join(', ')} and a time such as 10m`,
	)
}

/** @throws AgentError `usage` for a tool that would answer approvals, and for what only a client on stdin can have */
export function asOwnFlags(flags: RawFlags): RawFlags {
	const { permissionPromptTool: prompter, permissionMode: mode, allowedTools } = flags
	const isAsked = inputFormat(flags) === 'stream-json'
	if (allowedTools !== undefined && !isAsked)
		throw new AgentError(
			'usage',
			'--allowedTools goes with --input-format stream-json; elsewhere it is agent config set permissions.allow',
		)
	if (prompter !== undefined && (prompter !== 'stdio' || !isAsked))
		throw new AgentError(
			'usage',
			`--permission-prompt-tool ${prompter}: only stdio, together with --input-format stream-json`,
		)
	if (mode !== undefined) modeOf(mode)
	return {
		...flags,
		...(mode !== undefined && flags.approve === undefined && { approve: MODES.get(mode) ?? mode }),
		...(flags.forkSession && { fork: true }),
		...(flags.sessionPersistence === false && { session: false }),
		...(flags.maxBudgetUsd !== undefined && { maxCost: flags.maxCost ?? flags.maxBudgetUsd }),
	}
}
