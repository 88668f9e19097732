// A call with hooks around it: they are heard before it is judged, when somebody is about to be asked, and when it has
// ended. An input that a hook has changed goes the way of every other call.

import type { JsonObject } from '../../core/json.ts'
import type { ToolCall } from '../../core/messages.ts'
import type { PermissionDecision, Tier } from '../../core/permission.ts'
import { resultWithout, type ToolResult } from '../../core/tool.ts'
import type { HookAnswer } from '../../safety/hook-answer.ts'

/** Hooks around one call. None of them rejects. */
export type ExecuteHooks = {
	/** The call runs beside no other, so a hook may make one of it that changes something. */
	isAlone: boolean
	/** Before it is judged. */
	before(call: ToolCall): Promise<HookedCall>
	/** Somebody is about to be asked. */
	asked(call: ToolCall, permission: PermissionDecision): Promise<HookedCall>
	/** @returns the result with what hooks have to say about it */
	after(call: ToolCall, result: ToolResult): Promise<ToolResult>
}

/** `input`: in the place of the one that the model gave; it is prepared, assessed and judged like any other. */
export type HookedCall = { answer?: HookAnswer | undefined; input?: JsonObject | undefined }

/** What hooks say of the call that is being executed. */
export type HookJudgement = {
	answer?: HookAnswer | undefined
	asked?(permission: PermissionDecision): Promise<HookAnswer | undefined>
	/** A hook wants another one in its place, which is judged for itself. */
	isReplaced?(): boolean
}

export async function executeHooked<Ready extends { call: ToolCall; tier: Tier }>(
	ready: Ready,
	hooks: ExecuteHooks,
	{
		prepare,
		execute,
	}: {
		prepare(call: ToolCall): Promise<Ready>
		execute(ready: Ready, judgement: HookJudgement): Promise<ToolResult>
	},
): Promise<ToolResult> {
	const changed = async ({ input }: HookedCall, before: Ready): Promise<Ready> =>
		input ? prepare({ ...before.call, arguments: JSON.stringify(input) }) : before
	const isTooMuch = ({ tier }: Ready) => ready.tier === 'read-only' && tier !== 'read-only' && !hooks.isAlone
	const before = await hooks.before(ready.call)
	const first = await changed(before, ready)
	if (isTooMuch(first)) return hooks.after(first.call, TOO_MUCH)
	let again: HookedCall | undefined
	const asked = async (permission: PermissionDecision) => {
		const said = await hooks.asked(first.call, permission)
		if (said.input && said.answer?.outcome === 'allow') again = said
		return said.answer
	}
	const isReplaced = () => again !== undefined
	const result = await execute(first, { answer: before.answer, asked, isReplaced })
	if (!again) return hooks.after(first.call, result)
	const second = await changed(again, first)
	if (isTooMuch(second)) return hooks.after(second.call, TOO_MUCH)
	return hooks.after(second.call, await execute(second, { answer: again.answer }))
}

const TOO_MUCH = resultWithout(
	'refused',
	'not run: a hook made a call of it that may change something, and calls that only read run beside it',
)
