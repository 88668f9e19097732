// The account of a session, for what is spent beside the turns of a run: the run that goes on pays, or the one that is on
// its way, and between two runs the session alone. Each attempt is stored where it counts.

import type { StoredEvent } from '../../core/events.ts'
import type { Account, RequestEstimate } from '../../core/usage.ts'
import { exceededCost } from '../../loop/budget.ts'
import type { Limits } from '../../loop/deps.ts'
import { snapshotOf } from '../../sessions/folds/snapshot.ts'
import type { EmbeddingAttempt, EmbeddingPayer } from '../memory/paid-embedder.ts'
import type { Envelopes } from './envelopes.ts'

type RunningAccount = { account: Account; store(event: StoredEvent): unknown }

export class SessionAccount {
	private readonly limits: Omit<Limits, 'maxTurns'>
	private readonly envelopes: () => Pick<Envelopes, 'stored' | 'store'>
	private running: RunningAccount | undefined
	/** For the run that is on its way: it is not in the log yet, so nothing of it can be. */
	private waiting: EmbeddingAttempt[] = []

	constructor(limits: Omit<Limits, 'maxTurns'>, envelopes: () => Pick<Envelopes, 'stored' | 'store'>) {
		this.limits = limits
		this.envelopes = envelopes
	}

	/** Of what is asked for just now, whoever it is for. */
	readonly now: EmbeddingPayer = {
		exceeded: estimate => this.exceeded(estimate),
		paid: attempt => {
			const { running } = this
			if (running) return this.charge(running, attempt)
			// A session that has no log yet gets one with its first run.
			if (this.envelopes().stored.length === 0) this.waiting.push(attempt)
			else void this.envelopes().store(attempt)
		},
	}

	/** Of what a prompt needs before its run can begin. */
	readonly nextRun: EmbeddingPayer = {
		exceeded: estimate => this.exceeded(estimate),
		paid: attempt => void this.waiting.push(attempt),
	}

	/** The run's start is stored; what has been spent for it by now is charged to it. */
	runBegins(account: Account, store: RunningAccount['store']): void {
		this.running = { account, store }
		for (const attempt of this.waiting.splice(0)) this.charge(this.running, attempt)
	}

	runEnds(): void {
		this.running = undefined
	}

	private charge({ account, store }: RunningAccount, attempt: EmbeddingAttempt): void {
		account.spend(attempt.usage, attempt.costMicroUsd)
		void store(attempt)
	}

	private exceeded(estimate: () => RequestEstimate) {
		if (this.running) return this.running.account.exceeded(estimate)
		const runMicroUsd = this.waiting.reduce((sum, { costMicroUsd = 0 }) => sum + costMicroUsd, 0)
		const sessionMicroUsd = snapshotOf(this.envelopes().stored).costMicroUsd
		return exceededCost({ runMicroUsd, sessionMicroUsd }, this.limits, estimate)?.error
	}
}
