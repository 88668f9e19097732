// Makes real calls of those that a model wrote into its text. What may be one is held back while it may, so that nobody is
// shown a call as if it were an answer; anything else goes through as it comes, at the same cost however much has come.

import type { ModelPart, ToolSpec } from '../../../core/model.ts'
import { CALL_DIALECTS } from './dialects.ts'
import { looksLikeCall } from './looks-like-call.ts'
import { isMeant } from './prose.ts'
import { type CallsRead, mayBeCallObject, readBareCalls, readCalls } from './read-calls.ts'
import { TextPlace } from './text-place.ts'

export type RecoverOptions = {
	tools: readonly ToolSpec[]
	/** The answer was to be JSON: only a dialect's own marks tell a call. */
	isMarkedOnly: boolean
	/** Whether this stands in what came from outside: to be shown, not to be done. Asked only of what could be called. */
	isQuoted?: (written: string) => boolean
}

/** @returns the calls that a whole text ends with, if it does */
export function callsWritten(text: string, options: RecoverOptions): readonly ModelPart[] {
	const recovery = new CallRecovery(options)
	const end: ModelPart = { type: 'finish', reason: 'stop', usage: undefined }
	const parts = [...recovery.take({ type: 'text-delta', text }), ...recovery.take(end)]
	return parts.filter(part => part.type === 'tool-call')
}

/** For one reply. */
export class CallRecovery {
	private readonly options: RecoverOptions
	private readonly isQuoted: (written: string) => boolean
	/** All that has come: what has no mark of its own only counts at the end of the whole. */
	private text = ''
	private held = ''
	private holding: Holding | undefined
	/** At this length what is held is looked at again, and then at twice as much. */
	private lookAt = 0
	/** Where what is held begins, or what comes next. */
	private place = new TextPlace()
	/** There are calls as there should be: whatever comes is taken as it is. */
	private isPassing: boolean

	constructor(options: RecoverOptions) {
		this.options = options
		this.isQuoted = options.isQuoted ?? (() => false)
		this.isPassing = options.tools.length === 0
	}

	/** Whether what comes is, in all likelihood, more of a call. */
	get isHolding(): boolean {
		return this.holding === 'opened'
	}

	/** @returns what is to be shown now, in order */
	take(part: ModelPart): readonly ModelPart[] {
		if (this.isPassing) return [part]
		switch (part.type) {
			case 'text-delta': {
				this.text += part.text
				const shown = this.add(part.text)
				return shown === part.text ? [part] : textParts(shown)
			}
			case 'alive':
			case 'notice':
			case 'rate-limits':
			case 'reasoning-delta':
				return [part]
			case 'finish':
				return this.finish(part)
			case 'restart':
				this.letGo()
				this.text = ''
				this.place = new TextPlace()
				return [part]
			case 'text-end':
			case 'reasoning-end':
				return [...textParts(this.letGo()), part]
			case 'error': {
				// What nobody has seen of a reply that repeats itself, nobody need see.
				const unseen = part.error.code === 'looping' ? '' : this.letGo()
				return [...textParts(unseen), part]
			}
			case 'tool-call':
				this.isPassing = true
				return [...textParts(this.letGo()), part]
		}
	}

	private finish(part: Extract<ModelPart, { type: 'finish' }>): readonly ModelPart[] {
		let said = ''
		let read = this.read()
		// What was only shown may have the call behind it.
		for (let tries = 0; read?.kind === 'shown' && tries < MOST_TRIES; tries++) {
			said += this.lookOn()
			read = this.read()
		}
		if (read?.kind !== 'calls' || part.reason !== 'stop' || read.sources.some(this.isQuoted))
			return [...textParts(said + this.letGo()), part]
		const calls = read.calls.map((call): ModelPart => ({ type: 'tool-call', callId: '', ...call }))
		return [...textParts(said + read.text), ...calls, { ...part, reason: 'tool-calls' }]
	}

	private read(): CallsRead | undefined {
		const { held, text } = this
		const { tools, isMarkedOnly } = this.options
		if (this.holding === undefined) return undefined
		if (!IS_UNMARKED.test(held))
			return isMeant(text, text.length - held.length) ? readCalls(held, tools, true) : SHOWN
		if (!looksLikeCall(text, tools, isMarkedOnly)) return SHOWN
		return IS_OBJECT.test(held) ? readBareCalls(held, tools, true) : readCalls(held, tools, true)
	}

	private letGo(): string {
		const { held } = this
		this.held = ''
		this.holding = undefined
		this.place.pass(held, 0, held.length)
		return held
	}

	/** @returns what need not wait */
	private add(delta: string): string {
		if (this.holding === undefined) return this.look(delta, 0)
		this.held += delta
		if (this.holding === 'opened' && this.held.length < this.lookAt) return ''
		return this.hold(this.held) ? '' : this.lookOn()
	}

	/** With the first character of what is held no call begins, but with a later one it may. */
	private lookOn(): string {
		const { held } = this
		this.held = ''
		this.holding = undefined
		this.place.pass(held, 0, 1)
		return this.look(held, 1)
	}

	private look(text: string, from: number): string {
		for (let at = this.place.nextOpening(text, from); at < text.length; ) {
			if (this.hold(text.slice(at))) return text.slice(0, at)
			this.place.pass(text, at, at + 1)
			at = this.place.nextOpening(text, at + 1)
		}
		return text
	}

	/** @returns whether the text, which begins where a call may, is held */
	private hold(text: string): boolean {
		const holding = this.holding === 'opened' ? 'opened' : this.judge(text)
		if (holding === undefined) return false
		// What is short becomes clear with what comes next.
		const isClear = holding === 'opened' && text.length >= FIRST_LOOK
		if (isClear && this.isShown(text)) return false
		this.held = text
		this.holding = isClear ? 'opened' : 'begun'
		this.lookAt = Math.max(FIRST_LOOK, 2 * text.length)
		return true
	}

	private isShown(text: string): boolean {
		const { tools } = this.options
		const read = IS_OBJECT.test(text) ? readBareCalls(text, tools, false) : readCalls(text, tools, false)
		return read.kind === 'shown'
	}

	private judge(text: string): Holding | undefined {
		const { isMarkedOnly } = this.options
		// Beside other code, JSON in a code block is one more example.
		if (!isMarkedOnly && this.place.isLineStart && !this.place.hasCode) {
			const object = objectHolding(text)
			if (object !== undefined) return object
		}
		let isBegun = false
		for (const { dialect, opening } of OPENINGS) {
			if (isMarkedOnly && !dialect.isMarked) continue
			for (const mark of dialect.marks) {
				if (mark.length > text.length) isBegun ||= mark.startsWith(text)
				else if (text.startsWith(mark)) {
					if (opening.test(text)) return 'opened'
					isBegun ||= dialect.begun?.test(text) === true
				}
			}
		}
		return isBegun ? 'begun' : undefined
	}
}

/** `begun`: it may still become an opening. */
type Holding = 'begun' | 'opened'

const OPENINGS = CALL_DIALECTS.map(dialect => ({
	dialect,
	opening: new RegExp(`^(?:${dialect.opening.source})`),
}))

const SHOWN: CallsRead = { kind: 'shown' }

const FIRST_LOOK = 256
const MOST_TRIES = 50

const IS_UNMARKED = /^\s*(?:`|[[{])(?!TOOL_CALLS\])/
const IS_OBJECT = /^\s*(?:`|\{|\[\s*\{)/

/** Of JSON at the beginning of a line, in a code block or not. */
function objectHolding(text: string): Holding | undefined {
	if (text.startsWith('{') || /^\[\s*(?:\{|$)/.test(text))
		return mayBeCallObject(text) ? opened(text) : undefined
	if (!text.startsWith('`')) return undefined
	const [, language, body] = CODE_BLOCK.exec(text) ?? []
	if (language === undefined || body === undefined) return FENCE_BEGUN.test(text) ? 'begun' : undefined
	if (!LANGUAGES.has(language)) return undefined
	const inside = body.trimStart()
	const mayBeCall = inside.startsWith('<') ? TAG_BEGUN.test(inside) : inside === '' || mayBeCallObject(inside)
	return mayBeCall ? opened(inside) : undefined
}

function opened(object: string): Holding {
	return /^[^{]{0,40}\{\s*["']?\w/.test(object) ? 'opened' : 'begun'
}

const CODE_BLOCK = /^```[ \t]*(\w*)[ \t]*\r?\n(.*)$/s
const FENCE_BEGUN = /^`{1,2}$|^```[^\n`]{0,40}$/
const TAG_BEGUN = /^<(?:$|\w{0,20}$|\w{1,20}>\s*(?:$|[{[]))/
const LANGUAGES: ReadonlySet<string> = new Set(['', 'json', 'tool_call', 'tool_code', 'tool', 'xml'])

function textParts(text: string): readonly ModelPart[] {
	return text === '' ? [] : [{ type: 'text-delta', text }]
}
