// The tool of a host: made for a session, with what its handler may ask beyond its call.

import type { SessionId } from '../../core/ids.ts'
import type { CheckSchema } from '../../core/json.ts'
import type { CallContext, Tool } from './tool.ts'

/** Called once for each session; the same function is the same tool. */
export type OwnTool = (session: OwnToolSession) => Tool

export type OwnToolSession = {
	sessionId: SessionId
	checkSchema: CheckSchema
	askModel?: AskModel | undefined
}

/**
 * One question to the models of the run that the call belongs to, with nothing of its conversation.
 * @throws AgentError as the request failed, `cost-limit` when the run cannot pay for it
 */
export type AskModel = (question: ModelQuestion, context: CallContext) => Promise<string>

export type ModelQuestion = { prompt: string; system?: string }
