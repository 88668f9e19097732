// Calls of a turn in the view, from the moment they are known until each has become a block.

import type { CallId, UnixMs } from '../../core/ids.ts'
import { type AssistantMessage, callsOf, textOf } from '../../core/messages.ts'
import { type ToolResult, textForPeople } from '../../core/tool.ts'
import { imageName } from '../text/image-name.ts'
import { overwritten } from '../text/overwritten.ts'
import { sanitize, sanitizeLine } from '../text/sanitize.ts'
import { callSubject } from './call-subject.ts'
import type { CallResult, CallState, CallView } from './view-block.ts'

type CallViews = readonly CallView[]

/** A call changed; one that is not known yet joins the others. */
export function withCall(
	calls: CallViews,
	callId: CallId,
	tool: string,
	change: Partial<CallView>,
): CallViews {
	if (calls.some(call => call.callId === callId)) return withKnownCall(calls, callId, () => change)
	return [...calls, { ...waitingCall(callId, tool, ''), ...change }]
}

/** A call changed, if there is such a call. */
export function withKnownCall(
	calls: CallViews,
	callId: CallId,
	change: (call: CallView) => Partial<CallView>,
): CallViews {
	return calls.map(call => (call.callId === callId ? { ...call, ...change(call) } : call))
}

/**
 * The calls in the order of the message that names them. A call can have run before its message was complete; one the
 * message does not name is kept.
 */
export function namedCalls(calls: CallViews, message: AssistantMessage): CallViews {
	const known = new Map(calls.map(call => [call.callId, call]))
	const named = callsOf(message).map(({ callId, tool, arguments: args }): CallView => {
		const call = known.get(callId) ?? waitingCall(callId, tool, args)
		known.delete(callId)
		return isEnded(call) ? call : { ...call, arguments: args }
	})
	return [...named, ...known.values()]
}

/** Those that can become blocks, which is in the model's order, and the rest. */
export function splitEnded(calls: CallViews): { ended: CallViews; open: CallViews } {
	const firstOpen = calls.findIndex(call => !isEnded(call))
	const count = firstOpen < 0 ? calls.length : firstOpen
	return { ended: calls.slice(0, count), open: calls.slice(count) }
}

/** How calls are left when their turn ends without a result for them. */
export function leftOpen(calls: CallViews, at: UnixMs): CallViews {
	return calls.map((call): CallView => {
		if (isEnded(call)) return call
		return { ...call, state: call.startedAt === undefined ? 'cancelled' : 'interrupted', endedAt: at }
	})
}

export function callResult(result: ToolResult): CallResult {
	const { content, detail, problem } = result
	const images = content.filter(part => part.type === 'image')
	const names = images.map(image => `[${imageName(image)}]`)
	const written = (text: string) => sanitize(detail?.type === 'command' ? overwritten(text) : text)
	const named = (text: string) => [...(text === '' ? [] : [written(text)]), ...names].join('\n')
	return {
		text: named(textOf(content)),
		...(problem && { shown: named(textForPeople(result)) }),
		detail,
		...(images.length > 0 && { images }),
	}
}

function waitingCall(callId: CallId, tool: string, args: string): CallView {
	return {
		callId,
		tool: sanitizeLine(tool),
		subject: callSubject(args),
		arguments: args,
		state: 'waiting',
		tier: undefined,
		startedAt: undefined,
		endedAt: undefined,
		progress: '',
		result: undefined,
	}
}

function isEnded({ state }: CallView): boolean {
	return ENDED.has(state)
}

const ENDED: ReadonlySet<CallState> = new Set(['ok', 'failed', 'refused', 'cancelled', 'interrupted'])
