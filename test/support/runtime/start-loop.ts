// A run of the real loop with everything around it written down: events in order, requests, results.

import type { AgentEvent, RunSnapshot, StoredEvent } from '../../../src/core/events.ts'
import type { Message, ToolCall, UserMessage } from '../../../src/core/messages.ts'
import { userText } from '../../../src/core/messages.ts'
import type { Tier } from '../../../src/core/permission.ts'
import type { ToolResult } from '../../../src/core/tool.ts'
import type { CallHooks, LoopDeps } from '../../../src/loop/deps.ts'
import { PhaseClock } from '../../../src/loop/phase-clock.ts'
import { type RunEnd, run } from '../../../src/loop/run.ts'
import { UNLIMITED } from './counted-context.ts'
import { MODEL, type ScriptedModel } from './scripted-model.ts'

export type FakeTool = {
	tier?: Tier
	run(call: ToolCall, hooks: CallHooks, signal: AbortSignal): Promise<ToolResult> | ToolResult
}

export type StartedLoop = {
	events: readonly AgentEvent[]
	stored(): readonly StoredEvent['type'][]
	/** Resolves with the event as soon as one of this type has been reported. */
	until(type: AgentEvent['type']): Promise<AgentEvent>
	cancel(reason?: unknown): void
	ended: Promise<RunEnd>
	/** What a session's log would hold of this run. */
	log: readonly StoredEvent[]
}

export function startLoop(
	model: ScriptedModel,
	options: {
		prompt?: string
		history?: readonly Message[]
		tools?: Readonly<Record<string, FakeTool>>
		steering?: UserMessage[]
		limits?: Partial<LoopDeps['limits']>
		estimateCost?: LoopDeps['estimateCost']
		opening?: LoopDeps['opening']
		store?(event: StoredEvent): Promise<void>
		phases?: PhaseClock
		/** Given the log as it grows, this run's `run-start` included. */
		context?(log: readonly StoredEvent[]): Partial<LoopDeps['context']>
	} = {},
): StartedLoop {
	const events: AgentEvent[] = []
	const waiting: { type: AgentEvent['type']; resolve(event: AgentEvent): void }[] = []
	const report = (event: AgentEvent) => {
		events.push(event)
		for (const wait of waiting) if (wait.type === event.type) wait.resolve(event)
	}
	const controller = new AbortController()
	const prompt = userText(options.prompt ?? 'go')
	const log: StoredEvent[] = [{ type: 'run-start', prompt, snapshot: SNAPSHOT }]
	const tools = new Map(Object.entries(options.tools ?? {}))
	const steering = options.steering ?? []
	const deps: LoopDeps = {
		streamModel: model.reply,
		chain: [MODEL],
		system: 'be useful',
		tools: [],
		history: options.history ?? [],
		context: { ...UNBOUNDED, ...options.context?.(log) },
		cacheKey: 'session',
		phases: options.phases ?? new PhaseClock(() => performance.now()),
		unreadCall: () => undefined,
		replied: () => undefined,
		prepare: async call => {
			const tool = tools.get(call.tool)
			const missing: ToolResult = {
				outcome: 'failed',
				content: [{ type: 'text', text: `no tool ${call.tool}` }],
			}
			return {
				tier: tool?.tier ?? 'read-only',
				execute: async (hooks, signal) => {
					if (!tool) return missing
					await hooks.started(tool.tier ?? 'read-only')
					return tool.run(call, hooks, signal)
				},
			}
		},
		store: async event => {
			await options.store?.(event)
			log.push(event)
			report(event)
		},
		show: report,
		takeSteering: () => steering.splice(0),
		hasSteering: () => steering.length > 0,
		limits: { maxTurns: 100, runMicroUsd: undefined, sessionMicroUsd: undefined, ...options.limits },
		estimateCost: options.estimateCost ?? (() => ({ model: 'test/scripted', costMicroUsd: 0 })),
		spentBefore: 0,
		...(options.opening && { opening: options.opening }),
		clock: { now: () => 0, monotonicMs: () => 0, sleep: async () => undefined },
	}
	return {
		events,
		stored: () => events.map(event => event.type as StoredEvent['type']),
		until: type => {
			const seen = events.find(event => event.type === type)
			return seen ? Promise.resolve(seen) : new Promise(resolve => waiting.push({ type, resolve }))
		},
		cancel: reason => controller.abort(reason),
		ended: run(prompt, deps, controller.signal),
		log,
	}
}

const SNAPSHOT: RunSnapshot = {
	chain: [MODEL],
	cwd: '/work',
	approvals: { kind: 'all' },
	tools: [],
	maxTurns: 100,
}

/** A window that nothing fills, for tests about something else. */
const UNBOUNDED: LoopDeps['context'] = {
	preamble: [],
	measure: () => ({ totalTokens: 0, fixedTokens: 0, tokensOf: () => 0, count: () => 0 }),
	window: () => ({ windowTokens: 1_000_000, replyTokens: 10_000 }),
	learnWindow: () => undefined,
	compactAt: 0.8,
	summary: {
		streamModel: () => {
			throw new Error('nobody asked for a summary')
		},
		estimateCost: () => ({ model: 'test/scripted', costMicroUsd: 0 }),
		limits: UNLIMITED,
	},
	facts: () => {
		throw new Error('nobody asked for facts')
	},
	takeRequest: () => undefined,
}
