// Context usage: who takes how many tokens of the request that would be sent now, for `/context`.

import type { Compaction, Envelope, StoredEvent } from '../../core/events.ts'
import { assertNever } from '../../core/exhaustive.ts'
import { MEMORY_OPENING } from '../../core/memory.ts'
import { callsOf, type Message, promptText, textOf } from '../../core/messages.ts'
import type { ToolSpec } from '../../core/model.ts'
import type { ModelRef } from '../../core/model-ref.ts'
import type { ContextUse } from '../../core/runtime-port.ts'
import { groupMessages, type MessageGroup } from '../../loop/context/history-units.ts'
import { type Measured, sumTokens } from '../../loop/context/measured-request.ts'
import { repair } from '../../loop/context/repair.ts'
import { type WindowLimits, windowBudget } from '../../loop/context/window-budget.ts'
import { activeEvents } from '../../sessions/folds/active-events.ts'
import { historyOf } from '../../sessions/folds/history.ts'
import { mapSection } from '../../workspace/repository-map/map-text.ts'
import { prefixBreak } from './prefix-break.ts'
import type { TokenGauge } from './token-gauge.ts'

export type ContextQuestion = {
	gauge: TokenGauge
	model: ModelRef
	window: WindowLimits
	/** Undefined when history is not compacted by itself. */
	compactAt: number | undefined
	system: string
	tools: readonly ToolSpec[]
	preamble: readonly Message[]
	stored: readonly Envelope<StoredEvent>[]
	/** Of the last two requests, by their bytes. */
	difference?: string | undefined
}

/** @param when - `at-once`: nothing is loaded for it */
export async function contextUse(question: ContextQuestion, when?: 'at-once'): Promise<ContextUse> {
	const { model, system, tools, preamble, stored, window, compactAt } = question
	const history = repair(historyOf(stored))
	const request = { model, system, tools, messages: [...preamble, ...history] }
	const early = when === 'at-once' ? question.gauge.atOnce() : undefined
	const measured = early ? early.measure(request) : await question.gauge.exact(request)
	const compaction = lastCompaction(stored)
	const summary = compaction && history[0] === compaction.message ? history[0] : undefined
	const systemTokens = Math.round(measured.count(system))
	const memoryTokens = history.reduce((sum, message) => sum + memoryIn(message, measured), 0)
	const mapTokens = (messages: readonly Message[]) =>
		messages.reduce((sum, message) => sum + mapIn(message, measured), 0)
	const [mapInFront, mapLater] = [mapTokens(preamble), mapTokens(history)]
	const said = summary ? history.slice(1) : history
	// What the provider has said corrects the count, and leaves fractions of tokens.
	const tokensOf = (messages: readonly Message[]) => Math.round(sumTokens(messages, measured))
	return {
		windowTokens: window.windowTokens,
		...(early?.isEstimated && { isEstimated: true }),
		parts: [
			{ part: 'system', tokens: systemTokens },
			{ part: 'tools', tokens: Math.round(measured.fixedTokens) - systemTokens },
			{ part: 'instructions', tokens: tokensOf(preamble) - mapInFront },
			{ part: 'map', tokens: mapInFront + mapLater },
			{ part: 'summary', tokens: summary ? tokensOf([summary]) : 0 },
			{ part: 'history', tokens: tokensOf(said) - memoryTokens - mapLater },
			{ part: 'memory', tokens: memoryTokens },
		],
		compactAtTokens: compactAt === undefined ? undefined : windowBudget(window, compactAt).compactAtTokens,
		cached: lastCached(stored),
		prefixBreak: prefixBreak(stored, question.difference),
		nextToGo: groupMessages(said)
			.slice(0, SHOWN_UNITS)
			.map(unit => ({ text: unitText(unit), tokens: tokensOf(unit) })),
		...(compaction?.check && { check: compaction.check }),
	}
}

const SHOWN_UNITS = 3

function lastCompaction(stored: ContextQuestion['stored']): Compaction | undefined {
	const last = activeEvents(stored).findLast(({ event }) => event.type === 'compaction')?.event
	return last?.type === 'compaction' ? last : undefined
}

function memoryIn({ role, content }: Message, { count }: Measured): number {
	const [first] = content
	const isFound = role === 'user' && first?.type === 'text' && first.text.startsWith(MEMORY_OPENING)
	return isFound ? count(first.text) : 0
}

/** Only in what the program has put in front: never in what was typed, which stands last. */
function mapIn({ role, content }: Message, { count }: Measured): number {
	if (role !== 'user') return 0
	const texts = content.flatMap(part => (part.type === 'text' ? [part.text] : []))
	const map = texts.map(mapSection).find(section => section !== undefined)
	return map === undefined ? 0 : count(map)
}

/** Of the last request that was a turn and was answered. */
function lastCached(stored: ContextQuestion['stored']): ContextUse['cached'] {
	let inTurn = false
	let cached: ContextUse['cached']
	for (const { event } of stored) {
		switch (event.type) {
			case 'turn-start':
				inTurn = true
				break
			case 'turn-end':
				inTurn = false
				break
			case 'attempt-end': {
				const { cachedInputTokens: cachedTokens, inputTokens } = event.usage
				if (!event.error && !event.spender && inTurn && inputTokens > 0)
					cached = { cachedTokens, inputTokens }
				break
			}
			case 'session-start':
			case 'session-rename':
			case 'approvals-set':
			case 'model-set':
			case 'effort-set':
			case 'run-start':
			case 'memory-drop':
			case 'agent-start':
			case 'agent-end':
			case 'steer':
			case 'correction':
			case 'attempt-start':
			case 'message-end':
			case 'approval-request':
			case 'approval-end':
			case 'question-request':
			case 'question-end':
			case 'hook-result':
			case 'tool-start':
			case 'tool-end':
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
	return cached
}

function unitText(unit: MessageGroup): string {
	const [first] = unit
	switch (first?.role) {
		case 'user':
			return promptText(first)
		case 'assistant': {
			const tools = callsOf(first).map(({ tool }) => tool)
			return tools.length > 0 ? tools.join(', ') : textOf(first.content)
		}
		default:
			return ''
	}
}
