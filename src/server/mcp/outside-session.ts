// A session whose calls come from outside, one run for each: what waits behind it is taken in the order in which it came,
// neighbouring reads together.

import type { Envelope } from '../../core/events.ts'
import type { RunId } from '../../core/ids.ts'
import type { JsonObject } from '../../core/json.ts'
import { userText } from '../../core/messages.ts'
import type { RuntimePort } from '../../core/runtime-port.ts'
import { failedResult, type ToolResult } from '../../core/tool.ts'
import { askByPort } from './ask-by-port.ts'
import type { ServedCallHooks } from './call-hooks.ts'
import type { OutsideModel } from './outside-model.ts'

export type OutsideWish = { tool: string; input: JsonObject; isRead: boolean; hooks: ServedCallHooks }

type Waiting = OutsideWish & { callId: string; settle(result: ToolResult): void }

export class OutsideSession {
	readonly #port: RuntimePort
	readonly #model: OutsideModel
	readonly #say: (text: string) => void
	readonly #waiting: Waiting[] = []
	/** Of the run that is going on. */
	readonly #called = new Map<string, Waiting>()
	#runId: RunId | undefined
	#isRunning = false
	#count = 0

	/** @param say - is told what the user should hear */
	constructor(port: RuntimePort, model: OutsideModel, say: (text: string) => void) {
		this.#port = port
		this.#model = model
		this.#say = say
		void this.#read()
	}

	/** Never rejects. */
	call(wish: OutsideWish): Promise<ToolResult> {
		const { signal } = wish.hooks
		if (signal.aborted) return Promise.resolve(CANCELLED)
		return new Promise(resolve => {
			const callId = `mcp-${++this.#count}`
			const cancel = () => this.#cancel(waiting)
			const settle = (result: ToolResult) => {
				signal.removeEventListener('abort', cancel)
				resolve(result)
			}
			const waiting: Waiting = { ...wish, callId, settle }
			signal.addEventListener('abort', cancel, { once: true })
			this.#waiting.push(waiting)
			void this.#next()
		})
	}

	async #next(): Promise<void> {
		if (this.#isRunning || this.#waiting.length === 0) return
		this.#isRunning = true
		const batch = this.#takeBatch()
		for (const each of batch) this.#called.set(each.callId, each)
		const calls = batch.map(({ callId, tool, input }) => ({ callId, tool, arguments: JSON.stringify(input) }))
		this.#model.willCall(calls)
		const said = calls.map(call => `${call.tool} ${call.arguments}`).join('\n')
		try {
			await this.#port.send({ type: 'prompt', message: userText(said), whenBusy: 'queue' })
		} catch (error) {
			this.#end(failedResult(`not run: ${error instanceof Error ? error.message : String(error)}`))
		}
	}

	/** Others may come with a read: nothing that one of them does can be in another's way. */
	#takeBatch(): readonly Waiting[] {
		const reads = this.#waiting.findIndex(({ isRead }) => !isRead)
		const length = reads === -1 ? this.#waiting.length : Math.max(1, reads)
		return this.#waiting.splice(0, length)
	}

	async #read(): Promise<void> {
		for await (const envelope of this.#port.events(Number.MAX_SAFE_INTEGER, NEVER)) this.#take(envelope)
		this.#end(CANCELLED)
		for (const { settle } of this.#waiting.splice(0)) settle(CANCELLED)
	}

	#take({ event, runId }: Envelope): void {
		switch (event.type) {
			case 'run-start':
				this.#runId = runId
				if ([...this.#called.values()].every(({ hooks }) => hooks.signal.aborted)) this.#cancelRun()
				return
			case 'tool-progress':
				return this.#called.get(event.callId)?.hooks.progress(event.text)
			case 'approval-request':
			case 'question-request': {
				const { callId } = event.type === 'approval-request' ? event.request : event.question
				const called = this.#called.get(callId)
				if (called) void askByPort(this.#port, event, called.hooks)
				return
			}
			case 'tool-end':
				this.#called.get(event.callId)?.settle(event.result)
				this.#called.delete(event.callId)
				return
			case 'notice':
				return this.#say(`${event.level}: ${event.text}`)
			case 'run-end':
				return this.#end(failedResult(`not run: ${event.error?.message ?? `the run ended: ${event.reason}`}`))
			default:
				return
		}
	}

	/** @param otherwise - for calls that have no result of their own */
	#end(otherwise: ToolResult): void {
		for (const { settle } of this.#called.values()) settle(otherwise)
		this.#called.clear()
		this.#runId = undefined
		this.#isRunning = false
		void this.#next()
	}

	#cancel(wish: Waiting): void {
		const place = this.#waiting.indexOf(wish)
		if (place !== -1) this.#waiting.splice(place, 1)
		// Reads beside it are still waited for.
		else if (this.#called.has(wish.callId) && this.#called.size === 1) return this.#cancelRun()
		wish.settle(CANCELLED)
	}

	#cancelRun(): void {
		if (this.#runId !== undefined)
			void this.#port.send({ type: 'cancel', runId: this.#runId }).catch(() => undefined)
	}
}

const CANCELLED: ToolResult = {
	outcome: 'cancelled',
	content: [{ type: 'text', text: 'cancelled before it finished' }],
}

const NEVER = new AbortController().signal
