// The model that was asked for while a run goes on: it holds from the next run on, because a run keeps the one it began with.

import { errorInfo, messageOf } from '../../../../core/errors.ts'
import type { ModelRef } from '../../../../core/model-ref.ts'
import type { RuntimePort } from '../../../../core/runtime-port.ts'

/** What the next run will go by. */
export async function chainNow(port: RuntimePort): Promise<readonly ModelRef[] | undefined> {
	const reading = new AbortController()
	for await (const { event } of port.events(0, reading.signal)) {
		reading.abort()
		return event.type === 'session-open' ? event.chain : undefined
	}
	return undefined
}

export class NextModel {
	private readonly deps: { port: RuntimePort; isBusy(): boolean; tell(text: string): void }
	private chain: readonly ModelRef[] | undefined

	constructor(deps: NextModel['deps']) {
		this.deps = deps
	}

	/** @returns whether it holds already */
	async set(chain: readonly ModelRef[]): Promise<boolean> {
		if (this.deps.isBusy()) {
			this.chain = chain
			return false
		}
		this.chain = undefined
		await this.deps.port.send({ type: 'set-model', chain })
		return true
	}

	/** The session may have gone on by itself with what it keeps; then the end of that is waited for. */
	async setAfterRun(): Promise<void> {
		const { chain } = this
		if (!chain) return
		try {
			await this.deps.port.send({ type: 'set-model', chain })
		} catch (error) {
			if (errorInfo(error).code === 'rejected') return
			this.deps.tell(`the model was not changed: ${messageOf(error)}`)
		}
		if (this.chain === chain) this.chain = undefined
	}
}
