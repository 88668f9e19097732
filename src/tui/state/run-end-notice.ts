// The notice of a run that ends in any other way than with an answer.

import type { ErrorInfo } from '../../core/errors.ts'
import type { RunEndReason } from '../../core/events.ts'
import type { TodoItem } from '../../core/tool.ts'
import { duration } from '../text/format.ts'
import { sanitize } from '../text/sanitize.ts'
import { planCount, planText } from './plan-text.ts'
import type { Block } from './view-block.ts'

/** @returns undefined when there is nothing to say: the answer is there */
export function runEndNotice(input: {
	reason: RunEndReason
	error: ErrorInfo | undefined
	tookMs: number | undefined
	/** Empty where the run had none. */
	plan: readonly TodoItem[]
}): Block | undefined {
	const { reason, error, tookMs, plan } = input
	if (reason === 'finished') return undefined
	const after = tookMs === undefined || tookMs < LEAST_MS ? '' : ` after ${duration(tookMs)}`
	const more = plan.length > 0 && { more: { title: 'Plan', text: planText(plan) } }
	const withPlan = (said: string) => (plan.length === 0 ? said : followed(said, `Plan ${planCount(plan)}.`))
	if (reason === 'cancelled')
		return { kind: 'notice', level: 'info', text: withPlan(`Interrupted${after}.`), ...more }
	const why = error ? sanitize(error.message) : END_TEXT[reason]
	const said = after === '' ? why : `${why} (${after.trim()})`
	const text = reason === 'turn-limit' ? followed(said, 'Say “go on” to continue.') : said
	return { kind: 'notice', level: 'error', text: withPlan(text), ...more }
}

function followed(said: string, next: string): string {
	return `${said}${/[.!?]$/.test(said) ? '' : '.'} ${next}`
}

/** Below a tenth of a second nobody waited. */
const LEAST_MS = 100

const END_TEXT: Record<Exclude<RunEndReason, 'finished' | 'cancelled'>, string> = {
	failed: 'The run failed.',
	'tool-failed': 'The same tool failed too many times in a row.',
	'tool-denied': 'A call that was needed is not allowed.',
	stuck: 'The model made the same call again and again.',
	looping: 'The model repeated itself and was stopped.',
	'turn-limit': 'The limit of turns is reached.',
	'cost-limit': 'The cost limit is reached.',
	'time-limit': 'The time limit is reached.',
	'rate-limited': 'The provider wants a longer pause than is worth waiting for.',
	'invalid-output': 'The answer does not fit the schema.',
}
