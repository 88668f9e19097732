// The view state: a fold of envelopes, and nothing else. It replays a stored session as it shows a live one.

import { type ApprovalRequest, type Decision, isRefusal } from '../../core/approval.ts'
import type { AgentEvent, CompactionSnapshot, Envelope, EventOf } from '../../core/events.ts'
import { assertNever } from '../../core/exhaustive.ts'
import { passagesIn } from '../../core/found-passages.ts'
import type { SessionId, UnixMs } from '../../core/ids.ts'
import { promptText, type UserMessage } from '../../core/messages.ts'
import { modelName } from '../../core/model-ref.ts'
import { hookLine } from '../../core/text/hook-line.ts'
import { madeName } from '../../core/text/session-name.ts'
import type { TodoItem } from '../../core/tool.ts'
import { carriedSpent } from '../../core/usage.ts'
import { countWithUnit, shortenHome } from '../text/format.ts'
import { imageName } from '../text/image-name.ts'
import { sanitize, sanitizeLine } from '../text/sanitize.ts'
import { callSubject, scriptOf, unheldAs } from './call-subject.ts'
import { compactionNotice } from './compaction-notice.ts'
import { agentEndNotice, correctionNotices } from './correction-notice.ts'
import { foundText } from './found-text.ts'
import { runEndNotice } from './run-end-notice.ts'
import { newTotals, runEndBlock, withEdits, withResult } from './run-totals.ts'
import { EMPTY_VIEW, inRun, planOf, type View, withShownBlocks } from './view.ts'
import { foldAgents } from './view-agents.ts'
import type { Block, CallView } from './view-block.ts'
import { callResult, withCall, withKnownCall } from './view-calls.ts'
import { withoutGathered } from './view-groups.ts'
import { asking, notAsking, questionEnded, stillAsked } from './view-questions.ts'
import { endTurn, messageEnded, replyReset, settledCalls, textAdded } from './view-reply.ts'
import { withSpending } from './view-spending.ts'

export function foldView(view: View, envelope: Envelope): View {
	const { at, event } = envelope
	switch (event.type) {
		case 'session-open':
			return sessionOpened(view, envelope.sessionId, event)
		case 'session-start':
			return { ...view, sessionId: envelope.sessionId, cwd: view.cwd ?? sanitizeLine(event.cwd) }
		case 'session-rename':
			return { ...view, name: sanitizeLine(event.name) }
		case 'approvals-set':
			return { ...view, approvals: event.mode }
		case 'model-set':
			return { ...view, model: event.chain[0] ?? view.model }
		case 'effort-set':
			return { ...view, effort: event.effort }
		case 'run-start':
			return runStarted(view, envelope, event)
		case 'steer':
			return withShownBlocks(view, saidBlock(event.message, { isSteer: true, at }))
		case 'correction':
			return withShownBlocks(view, ...correctionNotices(event.message, view.blocks.recent))
		case 'turn-start':
			return { ...endTurn(view, at), reply: EMPTY_VIEW.reply }
		case 'attempt-start':
			return inRun({ ...view, model: event.model }, { retry: undefined })
		case 'attempt-end':
			return withSpending(view, event, at)
		case 'message-end':
			return messageEnded(view, event.message)
		case 'approval-request': {
			const { callId, tool } = event.request
			const named = namedInQuestion(event.request)
			// An agent's question is no call of this session; the call that started it may have ended long ago.
			const known = event.request.agent
				? withKnownCall(view.calls, callId, () => ({ state: 'asking' }))
				: withCall(view.calls, callId, tool, { state: 'asking' })
			// What runs already was named by what it is; the question is about running it once more.
			const calls = withKnownCall(known, callId, call => (call.startedAt === undefined ? named : {}))
			return asking({ ...view, calls }, { kind: 'approval', request: event.request })
		}
		case 'approval-end': {
			const calls = withKnownCall(view.calls, event.callId, ({ startedAt, answered }) => ({
				state: startedAt === undefined ? 'waiting' : 'running',
				...answeredBy(event, answered),
			}))
			return { ...notAsking(view, event.approvalId), calls }
		}
		case 'question-request':
			return asking(view, { kind: 'question', question: event.question })
		case 'question-end':
			return questionEnded(view, event)
		case 'tool-start': {
			const { callId, tool, arguments: args, subject, tier } = event
			const change = {
				state: 'running',
				tier,
				startedAt: at,
				subject: callSubject(args, subject),
				...scriptOf(subject),
				arguments: args,
			} as const
			return { ...view, calls: withCall(view.calls, callId, tool, change) }
		}
		case 'tool-progress': {
			const longer = ({ progress }: CallView) => ({
				progress: (progress + event.text).slice(-PROGRESS_CHARACTERS),
			})
			return { ...view, calls: withKnownCall(view.calls, event.callId, longer) }
		}
		case 'tool-end':
			return toolEnded(view, envelope, event)
		case 'turn-end':
			return endTurn(view, at)
		case 'run-end':
			return runEnded(view, at, event)
		case 'progress':
			return inRun(view, { progress: `[${event.turn}/${event.maxTurns}] ${sanitizeLine(event.text)}` })
		case 'text-delta':
			return textAdded(view, event.text)
		case 'reasoning-delta':
			return { ...view, reply: { ...view.reply, reasoning: view.reply.reasoning + event.text } }
		case 'reply-restart':
			return replyReset(view)
		case 'queue-change':
			return { ...view, queue: event.items }
		case 'retry-wait': {
			const { retry, maxRetries, waitMs } = event
			const cause = sanitizeLine(event.cause.message)
			return inRun(view, { retry: { cause, retry, maxRetries, until: at + waitMs } })
		}
		case 'run-cancelling':
			return inRun(view, { isCancelling: true })
		case 'compaction':
			return withShownBlocks(
				withSnapshot(view, envelope.seq, event.carried),
				...promptBefore(view, event.carried),
				compactionNotice(event),
			)
		case 'compaction-start':
			return compactionProgress(view, envelope, event.withoutSummary)
		case 'compaction-end':
			return view.run?.isUpkeep ? { ...view, run: undefined } : view
		case 'sandbox-state':
			return { ...view, sandbox: event.sandbox }
		case 'memory-drop':
			return withShownBlocks(view, { kind: 'notice', level: 'info', text: MEMORY_DROPPED })
		case 'checkpoint':
		case 'checkpoint-failed':
			return view
		case 'agent-start':
		case 'agent-progress':
		case 'agent-background':
			return withAgent(view, event, at)
		case 'agent-end':
			return withAgent(withSpending(view, event, at), event, at)
		case 'rewind':
			return withRewind(view, envelope.seq, event)
		case 'context-use':
			return { ...view, context: { usedTokens: event.usedTokens, windowTokens: event.windowTokens } }
		case 'hook-result':
			return withShownBlocks(view, { kind: 'notice', level: 'info', text: sanitizeLine(hookLine(event)) })
		case 'notice': {
			const notice = { kind: 'notice', level: event.level, text: sanitize(event.text) } as const
			return event.isPassing ? { ...view, passing: notice } : withShownBlocks(view, notice)
		}
		default:
			return assertNever(event)
	}
}

function withAgent(view: View, event: Parameters<typeof foldAgents>[1], at: UnixMs): View {
	const { agents, agent } = foldAgents(view.agents, event, at)
	if (!agent) return view
	return { ...view, agents, calls: withKnownCall(view.calls, agent.callId, () => ({ agent })) }
}

const MEMORY_DROPPED = 'What memory found was left out: with it, the prompt would not have fit.'

/** Between two runs it is shown like one, so that it can be interrupted like one. */
function compactionProgress(view: View, { at, runId }: Envelope, withoutSummary = false): View {
	const progress = withoutSummary ? 'Shortening history' : 'Condensing history'
	if (view.run) return inRun(view, { progress })
	const totals = newTotals(view)
	const run = {
		runId,
		startedAt: at,
		progress,
		isCancelling: false,
		retry: undefined,
		totals,
		isUpkeep: true,
	}
	return { ...view, run }
}

/** A log that is read from behind may begin in the middle of a run: what was asked stands above it. */
function promptBefore(view: View, { pinned }: CompactionSnapshot): readonly Block[] {
	const prompt = pinned?.said.at(-1)
	if (prompt === undefined || view.hasMessages || view.run) return []
	return [{ kind: 'prompt', text: sanitize(prompt), images: 0, isSteer: false }]
}

/** A log that is read from behind begins here: what stands before it is known from what was carried over. */
function withSnapshot(view: View, seq: number, snapshot: CompactionSnapshot): View {
	const { usage, costMicroUsd, isCostPartial, todo, name, approvals, effort, chain } = snapshot
	return {
		...withPlan(view, seq, todo.map(cleanItem)),
		isPlanPast: view.isPlanPast,
		usage,
		costMicroUsd: isCostPartial ? undefined : costMicroUsd,
		spentBy: carriedSpent(snapshot),
		...(name !== undefined && { name: sanitizeLine(name) }),
		...(approvals && { approvals }),
		...(effort && { effort }),
		...(chain?.[0] && { model: chain[0] }),
	}
}

function withRewind(view: View, seq: number, event: EventOf<'rewind'>): View {
	const text = rewindText(event, view.rewindSeq)
	const rewound = { ...withShownBlocks(view, { kind: 'notice', level: 'info', text }), rewindSeq: seq }
	if (!event.conversation) return rewound
	return withPlan(rewound, seq, view.plans.findLast(plan => plan.seq <= event.toSeq)?.todo ?? [])
}

function withPlan(view: View, seq: number, todo: readonly TodoItem[]): View {
	return { ...view, todo, isPlanPast: false, plans: [...view.plans, { seq, todo }] }
}

function rewindText(
	{ toSeq, conversation, files, summary }: EventOf<'rewind'>,
	lastSeq: number | undefined,
): string {
	const count = files?.changed === 0 ? 'no file' : countWithUnit(files?.changed ?? 0, 'file')
	const changed = files && `${count} had to change`
	// To just before the last time: that is what is undone.
	const isUndo = lastSeq !== undefined && toSeq === lastSeq - 1
	if (isUndo && conversation)
		return `Taken back${changed ? `: ${changed}` : ''}. The conversation is as it was.`
	const said = conversation
		? `Went back: what was said since no longer counts${changed ? `, ${changed}` : ''}.${summary === undefined ? '' : ' A summary of it stays.'}`
		: `Went back: ${changed ?? 'nothing changed'}. The conversation goes on.`
	return `${said} /undo takes that back.`
}

/** Deltas may wait for each other; everything else is shown at once. */
export function isDelta(event: AgentEvent): boolean {
	return event.type === 'text-delta' || event.type === 'reasoning-delta' || event.type === 'tool-progress'
}

/** Kept of a running call's output: more than the screen's few lines ever need. */
const PROGRESS_CHARACTERS = 4000

/** What has been drawn stays drawn, so the count of blocks goes on; the model is the program's until a run has one. */
function sessionOpened(view: View, sessionId: SessionId, opened: EventOf<'session-open'>): View {
	const { version, home, blocks, passing } = view
	const { approvals, effort, chain, sandbox = view.sandbox } = opened
	const cwd = sanitizeLine(opened.cwd)
	const model = chain[0] ?? view.model
	const name = model && sanitizeLine(modelName(model))
	const welcome: Block = { kind: 'welcome', version, cwd: shortenHome(cwd, home), model: name }
	return withShownBlocks(
		{ ...EMPTY_VIEW, version, home, model, approvals, effort, blocks, passing, sandbox, sessionId, cwd },
		welcome,
	)
}

function runStarted(view: View, { at, runId }: Envelope, { prompt, snapshot }: EventOf<'run-start'>): View {
	const settled = endTurn(view, at)
	return {
		...withShownBlocks(settled, saidBlock(prompt, { isSteer: false, at })),
		madeName: view.hasMessages ? view.madeName : madeNameOf(prompt),
		hasMessages: true,
		isPlanPast: true,
		model: snapshot.chain[0] ?? view.model,
		approvals: snapshot.approvals,
		effort: snapshot.effort,
		reply: EMPTY_VIEW.reply,
		asked: stillAsked(view),
		run: {
			runId,
			startedAt: at,
			progress: '',
			isCancelling: false,
			retry: undefined,
			totals: newTotals(view),
		},
	}
}

function madeNameOf(prompt: EventOf<'run-start'>['prompt']): string | undefined {
	const name = sanitizeLine(madeName(promptText(prompt)))
	return name === '' ? undefined : name
}

/** A command that nothing would hold is named by itself, and that is said behind it. */
function namedInQuestion(request: ApprovalRequest): Partial<CallView> {
	const { tool, command, permission } = request
	const answered = unheldAs(request)
	if (command === undefined || answered === undefined)
		return { subject: sanitizeLine(withoutTool(permission.title, tool)) }
	return { subject: callSubject('', command), ...scriptOf(command), answered }
}

/** The row names the tool already. */
function withoutTool(title: string, tool: string): string {
	return title.startsWith(`${tool} `) ? title.slice(tool.length + 1) : title
}

function saidBlock(message: UserMessage, how: { isSteer: boolean; at: UnixMs }): Block {
	return agentEndNotice(message) ?? promptBlock(message, how)
}

function promptBlock(message: UserMessage, { isSteer, at }: { isSteer: boolean; at: UnixMs }): Block {
	const pictures = message.content.filter(part => part.type === 'image')
	const imageNames = pictures.map(imageName)
	const passages = passagesIn(message)
	const block = {
		kind: 'prompt',
		text: sanitize(promptText(message)),
		images: imageNames.length,
		isSteer,
		at,
		...(pictures.length > 0 && { imageNames, pictures }),
	} as const
	if (passages.length === 0) return block
	return { ...block, found: { count: passages.length, text: foundText(passages) } }
}

function toolEnded(
	view: View,
	{ seq, at }: Pick<Envelope, 'seq' | 'at'>,
	{ callId, tool, result }: EventOf<'tool-end'>,
): View {
	const calls = withCall(view.calls, callId, tool, {
		state: result.outcome,
		endedAt: at,
		result: callResult(result),
		progress: '',
		arguments: '',
	})
	const counted = view.run ? inRun(view, { totals: withResult(view.run.totals, result) }) : view
	const ended = settledCalls({
		...counted,
		edits: withEdits(view.edits, result),
		asked: stillAsked(view, callId),
		calls,
	})
	if (result.detail?.type !== 'todo') return ended
	return withPlan(ended, seq, result.detail.items.map(cleanItem))
}

function cleanItem(item: TodoItem): TodoItem {
	return { ...item, text: sanitizeLine(item.text) }
}

function runEnded(view: View, at: UnixMs, { reason, error, phases }: EventOf<'run-end'>): View {
	const ended = withoutGathered(endTurn(view, at))
	const settled = { ...ended, run: undefined, asked: stillAsked(view), phases }
	const tookMs = view.run && at - view.run.startedAt
	const plan = planOf(view)
	const notice =
		runEndNotice({ reason, error, tookMs, plan }) ??
		(view.run && runEndBlock({ ...ended, run: view.run }, { at, plan }))
	return notice ? withShownBlocks(settled, notice) : settled
}

/** A refusal is said by the call itself. */
function answeredBy(
	{ decision, by }: EventOf<'approval-end'>,
	before: string | undefined,
): Pick<CallView, 'answered'> {
	if (by !== 'user' || isRefusal(decision)) return {}
	const answer = ANSWERED[decision.answer] ?? 'allowed'
	const remark = 'remark' in decision ? sanitizeLine((decision.remark ?? '').trim()) : ''
	// What was changed is asked about again; and what nothing holds is to be seen when it has run.
	const isKept = before === ANSWERED.edit || before?.startsWith('without ')
	const changed = isKept ? `${before}, ` : ''
	return { answered: `${changed}${answer}${remark === '' ? '' : `: “${remark}”`}` }
}

const ANSWERED: Partial<Record<Decision['answer'], string>> = {
	session: 'allowed for this session',
	project: 'allowed for this project',
	edit: 'changed by you',
}
