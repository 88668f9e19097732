// Network questions of one command: asks about each host it wants to reach while it runs, and keeps the time that
// takes.

import { OneAtATime } from '../../core/async/one-at-a-time.ts'
import type { ConnectionDecision, HostPort } from '../../core/sandbox.ts'
import { createWaitingTime } from '../../core/time/waiting-time.ts'
import type { ToolContext } from '../../core/tool.ts'
import { askForHost, type HostAnswer } from './ask-outside.ts'
import type { CommandSandbox } from './command-sandbox.ts'

export type HostQuestions = {
	mayConnect(target: HostPort): Promise<ConnectionDecision>
	/** How long it has been kept waiting for answers, by the clock that only goes forward. */
	waitedMs(): number
	/** Some host was refused, so that the command has failed because somebody wanted it to. */
	hasRefused(): boolean
	/** The command has ended: what is still asked is asked no more. */
	end(): void
}

export function createHostQuestions(
	{ hostRules, refused }: Pick<CommandSandbox, 'hostRules' | 'refused'>,
	about: { command: string; inBackground: boolean },
	context: ToolContext,
): HostQuestions {
	const { host, signal, denied } = context
	const ended = new AbortController()
	// A command in the background outlives the call that started it.
	const until = about.inBackground ? ended.signal : AbortSignal.any([signal, ended.signal])
	const waiting = createWaitingTime(host.clock)
	let refusedCount = 0
	/** A call has one question on the screen. */
	const questions = new OneAtATime()
	const inTurn = (target: HostPort): Promise<HostAnswer> =>
		questions.run(() => {
			if (until.aborted) return WITHDRAWN
			return refusedCount < MOST_REFUSED
				? askForHost({ target, ...about }, { rules: hostRules?.(), refused }, context, until)
				: REFUSED_ENOUGH
		})
	return {
		async mayConnect(target) {
			const answer = await waiting.during(inTurn(target))
			if (answer.allowed) return answer
			refusedCount++
			const { by, why, advice = '' } = answer
			if (by === 'policy' || by === 'nobody') denied(`${target.host}:${target.port} is not allowed: ${why}`)
			return { allowed: false, why: `${why}${advice}` }
		},
		waitedMs: waiting.totalMs,
		hasRefused: () => refusedCount > 0,
		end: () => ended.abort(),
	}
}

const WITHDRAWN: HostAnswer = { allowed: false, why: 'the question was withdrawn', by: 'cancel' }

/** A command that makes up names must neither tire whoever answers nor fill the log. */
const MOST_REFUSED = 10

const REFUSED_ENOUGH: HostAnswer = {
	allowed: false,
	why: `this command has been refused ${MOST_REFUSED} hosts already, so nobody is asked about more`,
	by: 'policy',
}
