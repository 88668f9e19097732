// Bounds of sub-agents: how many run at once and how many one run may start, counted over all that work below one session.

import type { RunId } from '../../core/ids.ts'
import { advice, ProblemError, problem } from '../../core/problems/problem.ts'

export type AgentBounds = {
	/** @returns what to call when it has ended @throws AgentError `rejected` that names the bound */
	enter(runId: RunId): () => void
}

export function createAgentBounds({
	maxRunning,
	maxPerRun,
}: {
	maxRunning: number
	maxPerRun: number
}): AgentBounds {
	let running = 0
	const started = new Map<RunId, number>()
	return {
		enter(runId) {
			const count = started.get(runId) ?? 0
			if (running >= maxRunning)
				throw new ProblemError(
					problem`${running} agents run already, and agents.maxRunning is ${maxRunning}${advice('; wait for one of them to end')}`,
					'rejected',
				)
			if (count >= maxPerRun)
				throw new ProblemError(
					problem`this run has started ${count} agents, and agents.maxPerRun is ${maxPerRun}${advice('; go on without another one')}`,
					'rejected',
				)
			running += 1
			started.set(runId, count + 1)
			return () => {
				running -= 1
			}
		},
	}
}
