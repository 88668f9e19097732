// What stands above the session of a sub-agent: the run that pays for it, answers its questions and judges its calls by
// its own mode, never by a looser one.

import type { ApprovalMode } from '../../core/approval.ts'
import type { CallId, RunId, SessionId } from '../../core/ids.ts'
import type { RunPolicy } from '../../core/tool.ts'
import type { RunAccess } from '../../tools/executor/run-access.ts'
import type { SessionHooks } from '../extensions/hooks/session-hooks.ts'
import type { AgentBounds } from './agent-bounds.ts'

/** What hooks have to do with sub-agents. */
export type AgentHooks = Pick<SessionHooks, 'forRun' | 'compaction' | 'subagentStart'>

export type Above = Pick<RunAccess, 'approve' | 'ask' | 'keepFirst' | 'spend' | 'exceeded'> & {
	/** Which one it is, by its name. */
	agentName: string
	/** Of the session that the user talks to. Left out, there are none. */
	hooks: AgentHooks | undefined
	delegatedBy: { sessionId: SessionId; callId: CallId }
	/** Of the run that nobody is above. */
	runId: RunId
	/** 1 for the agents of a session that the user talks to. */
	depth: number
	bounds: AgentBounds
	/** What holds just now. */
	mode(): ApprovalMode
	sessionGrants(): RunPolicy['sessionGrants']
}
