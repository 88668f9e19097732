// Makes real calls of those that a model wrote into its text. What may be one is held back while it may, so that
// nobody is shown a call as if it were an answer; anything else goes through as it comes.

import type { ModelPart, ToolSpec } from '../../../core/model.ts'
import { BARE_OPENINGS, judge, OPENINGS } from './written-calls.ts'

/** For one reply of a server whose replies are not to be trusted with calls. */
export async function* recoverCalls(
	parts: AsyncIterable<ModelPart>,
	tools: readonly ToolSpec[],
): AsyncGenerator<ModelPart> {
	const names = new Set(tools.map(tool => tool.name))
	let state = RECOVER_START
	for await (const part of parts) {
		if (state.kind === 'passing') {
			yield part
			continue
		}
		const step = recoverStep(state, part, names)
		state = step.state
		yield* step.parts
	}
}

export type RecoverState =
	/** `pending`: the beginning of a line that may become an opening. */
	| { kind: 'looking'; pending: string; isLineStart: boolean; hasText: boolean }
	| { kind: 'holding'; held: string }
	/** There are calls as there should be, or code that is none: whatever comes is taken as it is. */
	| { kind: 'passing' }

export const RECOVER_START: RecoverState = { kind: 'looking', pending: '', isLineStart: true, hasText: false }

type RecoverStep = { state: RecoverState; parts: readonly ModelPart[] }

export function recoverStep(state: RecoverState, part: ModelPart, tools: ReadonlySet<string>): RecoverStep {
	if (state.kind === 'passing') return { state, parts: [part] }
	switch (part.type) {
		case 'alive':
		case 'notice':
		case 'reasoning-delta':
			return { state, parts: [part] }
		case 'text-delta':
			return state.kind === 'holding' ? hold(state.held + part.text, tools) : look(state, part.text, tools)
		case 'finish': {
			const verdict = judge(unshown(state), tools, true)
			if (verdict.kind !== 'calls' || part.reason !== 'stop') return letGo(state, part)
			const calls = verdict.calls.map((call): ModelPart => ({ type: 'tool-call', callId: '', ...call }))
			return { state: PASSING, parts: [...calls, { ...part, reason: 'tool-calls' }] }
		}
		case 'reasoning-end':
			return unshown(state) === '' ? { state, parts: [part] } : letGo(state, part)
		case 'error':
			// What nobody has seen of a reply that repeats itself, nobody need see.
			return part.error.code === 'looping' ? { state: PASSING, parts: [part] } : letGo(state, part)
		case 'tool-call':
			return letGo(state, part)
	}
}

const PASSING: RecoverState = { kind: 'passing' }

function unshown(state: RecoverState): string {
	if (state.kind === 'holding') return state.held
	return state.kind === 'looking' ? state.pending : ''
}

function letGo(state: RecoverState, part: ModelPart): RecoverStep {
	return { state: PASSING, parts: [...textParts(unshown(state)), part] }
}

function textParts(text: string): readonly ModelPart[] {
	return text === '' ? [] : [{ type: 'text-delta', text }]
}

function hold(held: string, tools: ReadonlySet<string>): RecoverStep {
	return judge(held, tools, false).kind === 'text'
		? { state: PASSING, parts: textParts(held) }
		: { state: { kind: 'holding', held }, parts: [ALIVE] }
}

/** Something came, and it is not to be shown yet. */
const ALIVE: ModelPart = { type: 'alive' }

type Looking = Extract<RecoverState, { kind: 'looking' }>

function look(state: Looking, delta: string, tools: ReadonlySet<string>): RecoverStep {
	const text = state.pending + delta
	let at = state.isLineStart ? 0 : afterLineBreak(text, 0)
	for (; at !== -1; at = afterLineBreak(text, at)) {
		const before = text.slice(0, at)
		const rest = text.slice(at)
		const isFirst = !state.hasText && before.trim() === ''
		const openings = isFirst ? [...OPENINGS, ...BARE_OPENINGS] : OPENINGS
		const line = rest.trimStart()
		if (openings.some(opening => line.startsWith(opening))) {
			const { state: next, parts } = hold(line, tools)
			return { state: next, parts: [...textParts(text.slice(0, -line.length)), ...parts] }
		}
		if (!openings.some(opening => opening.startsWith(line))) continue
		const hasText = state.hasText || before.trim() !== ''
		const parts = before === '' ? [ALIVE] : textParts(before)
		return { state: { kind: 'looking', pending: rest, isLineStart: true, hasText }, parts }
	}
	const hasText = state.hasText || text.trim() !== ''
	return { state: { kind: 'looking', pending: '', isLineStart: false, hasText }, parts: textParts(text) }
}

/** Where the next line begins, or -1 when the text has none after `from`. */
function afterLineBreak(text: string, from: number): number {
	return text.indexOf('\n', from) + 1 || -1
}
