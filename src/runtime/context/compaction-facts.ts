// Compaction facts: what a compaction keeps besides the summary, read from the session's log.

import { summaryIn } from '../../core/condensed.ts'
import type { Envelope, StoredEvent } from '../../core/events.ts'
import { assertNever } from '../../core/exhaustive.ts'
import type { ApprovalId, CallId, QuestionId } from '../../core/ids.ts'
import type { Message } from '../../core/messages.ts'
import type { CompactionFacts, RanCommand } from '../../loop/context/context-deps.ts'
import { activeEvents } from '../../sessions/folds/active-events.ts'
import { snapshotOf } from '../../sessions/folds/snapshot.ts'
import { changeNote } from './session-preamble.ts'

/** @param notes - the session's scratchpad */
export function compactionFacts(
	log: readonly Envelope<StoredEvent>[],
	notes: readonly string[],
): CompactionFacts {
	const envelopes = activeEvents(log)
	const carried = snapshotOf(log)
	const { preamble } = carried
	const found = envelopes.findLast(({ event }) => event.type === 'compaction')?.event
	const last = found?.type === 'compaction' ? found : undefined
	// By what was typed: a prompt is another message once what memory put in front of it is gone.
	const said = new Set<Message['content'][number] | undefined>()
	const commands: RanCommand[] = []
	const calls = new Map<CallId, string>()
	const open = new Map<ApprovalId | QuestionId, string>()
	for (const { event } of envelopes) {
		switch (event.type) {
			case 'run-start':
				said.add(event.prompt.content.at(-1))
				break
			case 'steer':
				said.add(event.message.content.at(-1))
				break
			case 'approval-request':
				open.set(event.request.approvalId, `approval: ${event.request.permission.title}`)
				break
			case 'approval-end':
				open.delete(event.approvalId)
				break
			case 'question-request':
				open.set(event.question.questionId, `question: ${event.question.text}`)
				break
			case 'question-end':
				open.delete(event.questionId)
				break
			case 'tool-start':
				calls.set(event.callId, event.subject ?? event.arguments)
				break
			case 'tool-end': {
				const { callId, result, tool } = event
				if (result.detail?.type !== 'command') break
				const { exitCode, timedOut } = result.detail
				commands.push({ callId, command: calls.get(callId) ?? tool, exitCode, timedOut })
				break
			}
			case 'session-start':
			case 'session-rename':
			case 'approvals-set':
			case 'model-set':
			case 'effort-set':
			case 'memory-drop':
			case 'agent-start':
			case 'agent-end':
			case 'correction':
			case 'turn-start':
			case 'attempt-start':
			case 'attempt-end':
			case 'message-end':
			case 'turn-end':
			case 'hook-result':
			case 'compaction':
			case 'checkpoint':
			case 'checkpoint-failed':
			case 'rewind':
			case 'run-end':
				break
			default:
				assertNever(event)
		}
	}
	return {
		todo: carried.todo,
		open: [...open.values()],
		notes,
		files: carried.files,
		commands,
		changed: preamble?.known && changeNote(preamble.sent, preamble.known),
		before: {
			said: last?.carried.pinned?.said ?? [],
			failed: last?.carried.pinned?.failed ?? [],
			loaded: last?.carried.pinned?.loaded ?? [],
			read: last?.carried.pinned?.read ?? [],
			facts: last?.carried.pinned?.facts ?? [],
			summary: last && summaryIn(last.message),
		},
		isSaid: ({ content }) => said.has(content.at(-1)),
		carried,
	}
}
