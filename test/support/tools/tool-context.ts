// What a call is run with where only some of it matters: nobody answers, and nothing is told.

import type { Host } from '../../../src/core/host.ts'
import type { CallId } from '../../../src/core/ids.ts'
import type { ToolContext } from '../../../src/core/tool.ts'

export function toolContext(host: Host, given: Partial<ToolContext> = {}): ToolContext {
	return {
		host,
		signal: new AbortController().signal,
		callId: 'call-1' as CallId,
		progress: () => {},
		denied: () => {},
		ask: async () => undefined,
		approve: async () => ({ decision: { answer: 'no' }, by: 'nobody' }),
		policy: () => ({ mode: { kind: 'ask' }, sessionGrants: new Set(), yolo: false }),
		...given,
	}
}
