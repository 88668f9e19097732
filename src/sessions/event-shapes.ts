// Runtime type checks of stored events, which each must pass to be let into a fold. One table, held complete by the
// compiler.

import type { ApprovalMode, ApprovalRequest, DecidedBy, Decision } from '../core/approval.ts'
import type { ErrorInfo } from '../core/errors.ts'
import type {
	Compaction,
	CompactionCause,
	CompactionCheck,
	CompactionSnapshot,
	FailedCall,
	HookEffect,
	KeptFact,
	KnownFile,
	LostFactKind,
	Preamble,
	Question,
	RunEndReason,
	RunSnapshot,
	StoredEvent,
} from '../core/events.ts'
import type { CallId, SessionId } from '../core/ids.ts'
import { isObject } from '../core/json.ts'
import type {
	AssistantMessage,
	AssistantPart,
	ReasoningPart,
	ResultPart,
	StopReason,
	ToolOutcome,
	UserMessage,
} from '../core/messages.ts'
import type { Effort } from '../core/model.ts'
import type { ModelRef } from '../core/model-ref.ts'
import type { CommandPart, PermissionDecision, Requirement, Tier } from '../core/permission.ts'
import type { SandboxMode, SandboxState, SandboxWish } from '../core/sandbox.ts'
import type { CallArtifact, ResultDetail, TodoItem, ToolResult } from '../core/tool.ts'
import type { PhaseTimes, RateLimit, RateLimits, Spender, Spent, SpentBy, Usage } from '../core/usage.ts'
import {
	anything,
	type Check,
	flag,
	list,
	number,
	oneOf,
	optional,
	record,
	text,
	variants,
} from './shapes.ts'

const model = record<ModelRef>({ provider: text, model: text })
/** Somebody always takes the first of them. */
const chain: Check = value => Array.isArray(value) && value.length > 0 && list(model)(value)
const error = record<ErrorInfo>({ code: text, message: text, retryAfterMs: optional(number) })
const usage = record<Usage>({
	inputTokens: number,
	cachedInputTokens: number,
	cacheWriteTokens: number,
	outputTokens: number,
	reasoningTokens: number,
	webSearches: optional(number),
})
const tier = oneOf<Tier>({ 'read-only': true, 'side-effecting': true, privileged: true })
const requirement = oneOf<Requirement>({ allow: true, ask: true, 'ask-always': true, deny: true })

const TEXT_PART = { text }
const IMAGE_PART = { mediaType: text, uri: text, sizeBytes: number }
const userParts = list(variants<ResultPart, 'type'>('type', { text: TEXT_PART, image: IMAGE_PART }))
const assistantParts = list(
	variants<AssistantPart, 'type'>('type', {
		text: TEXT_PART,
		reasoning: {
			text,
			opaque: optional(record<NonNullable<ReasoningPart['opaque']>>({ by: model, data: anything })),
		},
		'tool-call': { callId: text, tool: text, arguments: text },
	}),
)
const userMessage = record<UserMessage>({ role: oneOf({ user: true }), content: userParts })
const assistantMessage = record<AssistantMessage>({
	role: oneOf({ assistant: true }),
	model,
	content: assistantParts,
	stop: oneOf<StopReason>({
		stop: true,
		'tool-calls': true,
		length: true,
		refusal: true,
		'content-filter': true,
		paused: true,
		broken: true,
		cancelled: true,
	}),
})

const approvalMode = variants<ApprovalMode, 'kind'>('kind', {
	ask: {},
	all: {},
	none: {},
	until: { at: number },
	'auto-edit': {},
	plan: {},
})
const decision = variants<Decision, 'answer'>('answer', {
	once: { remark: optional(text) },
	session: { remark: optional(text) },
	project: { remark: optional(text) },
	edit: { command: text },
	no: {},
	'no-with-reason': { reason: text },
})
const assessment = record<PermissionDecision>({
	tier,
	outcome: requirement,
	isWorkspaceEdit: flag,
	title: text,
	script: optional(text),
	reasons: list(text),
	advice: optional(text),
	parts: optional(
		list(
			record<CommandPart>({
				command: text,
				outcome: requirement,
				reason: text,
				rule: text,
				standsAlone: optional(flag),
			}),
		),
	),
	diff: optional(text),
	sessionKeys: list(text),
	projectRules: optional(list(text)),
	exactRules: optional(list(text)),
	foldersOutside: optional(list(text)),
	trustAllows: optional(flag),
	onlyWritesOutside: optional(flag),
	decidedBy: optional(record<{ rule: string; scope: string }>({ rule: text, scope: text })),
})
const question = record<Question>({
	questionId: text,
	callId: text,
	agent: optional(text),
	header: optional(text),
	text,
	options: list(text),
	descriptions: optional(list(text)),
	allowsSeveral: optional(flag),
})

const todoItem = record<TodoItem>({
	text,
	status: oneOf<TodoItem['status']>({ pending: true, 'in-progress': true, done: true }),
})
const detail = variants<ResultDetail, 'type'>('type', {
	files: {
		seen: list(record<{ path: string; sha256: string }>({ path: text, sha256: text })),
		diff: optional(text),
		added: optional(number),
		removed: optional(number),
	},
	command: {
		exitCode: optional(number),
		timedOut: flag,
		durationMs: number,
		backgroundId: optional(text),
		lostCharacters: optional(number),
	},
	todo: { items: list(todoItem) },
	counted: { count: number, unit: text },
})
const artifactContents: readonly Check[] = [
	record<{ text: string }>({ text }),
	record<{ uri: string; sizeBytes: number }>({ uri: text, sizeBytes: number }),
	content => isObject(content) && 'value' in content,
]
const artifact = record<CallArtifact>({
	name: text,
	mediaType: text,
	content: content => artifactContents.some(check => check(content)),
})
const result = record<ToolResult>({
	outcome: oneOf<ToolOutcome>({
		ok: true,
		failed: true,
		refused: true,
		cancelled: true,
		interrupted: true,
	}),
	content: userParts,
	problem: optional(record<NonNullable<ToolResult['problem']>>({ cause: text, told: optional(text) })),
	detail: optional(detail),
	artifacts: optional(list(artifact)),
})
const sandboxMode = oneOf<SandboxMode>({ 'read-only': true, 'workspace-write': true, off: true })
const sandboxCommands = oneOf<SandboxWish['commands']>({ run: true, ask: true })
const sandbox = record<SandboxState>({
	mode: sandboxMode,
	works: flag,
	why: optional(text),
	commands: optional(sandboxCommands),
})
const effort = oneOf<Effort>({ none: true, low: true, medium: true, high: true })
const snapshot = record<RunSnapshot>({
	chain,
	cwd: text,
	approvals: approvalMode,
	tools: list(text),
	maxTurns: number,
	effort: optional(effort),
	sandbox: optional(sandbox),
	sandboxed: optional(record<SandboxWish>({ mode: sandboxMode, commands: sandboxCommands })),
	branch: optional(text),
	own: optional(
		record<NonNullable<RunSnapshot['own']>>({ chain: optional(chain), effort: optional(effort) }),
	),
})
const preamble = record<Preamble>({ sent: list(text), known: optional(list(text)) })
const keptFact = record<KeptFact>({
	kind: oneOf<LostFactKind>({
		rule: true,
		decision: true,
		path: true,
		error: true,
		number: true,
		name: true,
	}),
	by: oneOf<KeptFact['by']>({ user: true, model: true, error: true }),
	text,
})
const readFile = record<KnownFile>({
	path: text,
	sha256: text,
	reads: number,
	outline: list(text),
	parts: list(
		record<KnownFile['parts'][number]>({
			first: number,
			text,
			uses: number,
			why: oneOf<KnownFile['parts'][number]['why']>({ used: true, asked: true }),
		}),
	),
})
const spent = optional(record<Spent>({ usage, costMicroUsd: optional(number) }))
const carried = record<CompactionSnapshot>({
	usage,
	costMicroUsd: number,
	isCostPartial: flag,
	spentBy: optional(
		record<SpentBy>({
			chat: spent,
			summary: spent,
			picture: spent,
			embedding: spent,
			tool: spent,
			agent: spent,
		}),
	),
	run: optional(
		record<NonNullable<CompactionSnapshot['run']>>({ usage, costMicroUsd: optional(number), turns: number }),
	),
	todo: list(todoItem),
	files: list(record<CompactionSnapshot['files'][number]>({ path: text, sha256: text, changed: flag })),
	pinned: optional(
		record<NonNullable<CompactionSnapshot['pinned']>>({
			said: list(text),
			failed: list(record<FailedCall>({ tool: text, arguments: text, error: text })),
			loaded: optional(list(text)),
			facts: optional(list(keptFact)),
			read: optional(list(readFile)),
		}),
	),
	name: optional(text),
	approvals: optional(approvalMode),
	effort: optional(effort),
	chain: optional(chain),
	preamble: optional(preamble),
})
const rateLimits = record<RateLimits>({
	counts: list(
		record<RateLimit>({
			name: text,
			limit: optional(number),
			remaining: optional(number),
			usedPercent: optional(number),
			resetsAt: optional(number),
		}),
	),
	retryAt: optional(number),
})
const phases = record<PhaseTimes>({
	assembling: number,
	waiting: number,
	streaming: number,
	tools: number,
	storing: number,
})
const hookEffect = oneOf<HookEffect>({
	allowed: true,
	asks: true,
	denied: true,
	'changed-input': true,
	'changed-output': true,
	context: true,
	blocked: true,
	stopped: true,
})
const runEndReason = oneOf<RunEndReason>({
	finished: true,
	cancelled: true,
	failed: true,
	'tool-failed': true,
	'tool-denied': true,
	stuck: true,
	looping: true,
	'turn-limit': true,
	'cost-limit': true,
	'time-limit': true,
	'rate-limited': true,
	'invalid-output': true,
})

export const isStoredEvent = variants<StoredEvent, 'type'>('type', {
	'session-start': {
		format: oneOf({ 1: true }),
		cwd: text,
		version: text,
		project: optional(text),
		parent: optional(record<{ sessionId: SessionId; seq: number }>({ sessionId: text, seq: number })),
		delegatedBy: optional(
			record<{ sessionId: SessionId; callId: CallId }>({ sessionId: text, callId: text }),
		),
	},
	'session-rename': { name: text },
	'approvals-set': { mode: approvalMode },
	'model-set': { chain },
	'effort-set': { effort },
	'run-start': { prompt: userMessage, snapshot, preamble: optional(preamble), traceparent: optional(text) },
	steer: { message: userMessage },
	correction: { message: userMessage },
	'turn-start': { turn: number },
	'attempt-start': { attempt: number, model },
	'attempt-end': {
		attempt: number,
		model,
		usage,
		costMicroUsd: optional(number),
		durationMs: number,
		error: optional(error),
		spender: optional(oneOf<Spender>({ summary: true, picture: true, embedding: true, tool: true })),
		rateLimits: optional(rateLimits),
	},
	'message-end': { message: assistantMessage },
	'approval-request': {
		request: record<ApprovalRequest>({
			approvalId: text,
			callId: text,
			tool: text,
			agent: optional(text),
			input: optional(isObject),
			command: optional(text),
			permission: assessment,
		}),
	},
	'approval-end': {
		approvalId: text,
		callId: text,
		decision,
		by: oneOf<DecidedBy>({ user: true, policy: true, nobody: true, cancel: true }),
	},
	'question-request': { question },
	'question-end': { questionId: text, callId: text, answer: optional(text) },
	'tool-start': { callId: text, tool: text, arguments: text, tier, subject: optional(text) },
	'tool-end': { callId: text, tool: text, result },
	'agent-start': {
		callId: text,
		agentId: text,
		agent: text,
		task: text,
		isBackground: flag,
		worktree: optional(text),
	},
	'agent-end': {
		callId: text,
		agentId: text,
		agent: text,
		reason: runEndReason,
		error: optional(error),
		usage,
		costMicroUsd: optional(number),
		turns: number,
		calls: optional(number),
		durationMs: number,
		artifacts: optional(list(artifact)),
	},
	'turn-end': { turn: number, phases: optional(phases) },
	'hook-result': {
		hookEvent: text,
		hook: text,
		effect: hookEffect,
		text,
		callId: optional(text),
	},
	compaction: {
		cause: oneOf<CompactionCause>({ window: true, overflow: true, user: true }),
		message: userMessage,
		keeps: number,
		cut: list(record<Compaction['cut'][number]>({ callId: text, content: userParts })),
		summary: oneOf<Compaction['summary']>({ written: true, dropped: true }),
		tokensBefore: number,
		tokensAfter: number,
		check: optional(record<CompactionCheck>({ found: number, pinned: list(keptFact), left: number })),
		carried,
	},
	'memory-drop': {},
	checkpoint: { checkpointId: optional(text), name: optional(text) },
	'checkpoint-failed': { reason: text, paths: optional(list(text)), isAccepted: flag },
	rewind: {
		toSeq: number,
		conversation: flag,
		files: optional(
			record<{ restored: string; undo: string; changed: number }>({
				restored: text,
				undo: text,
				changed: number,
			}),
		),
		summary: optional(text),
	},
	'run-end': {
		reason: runEndReason,
		error: optional(error),
		usage,
		costMicroUsd: optional(number),
		turns: number,
		phases: optional(phases),
	},
})
