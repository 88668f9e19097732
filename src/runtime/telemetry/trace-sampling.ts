// Which traces are kept, from `OTEL_TRACES_SAMPLER` and its argument: decided where a trace begins or comes in, and the
// same for all that stands below.

import type { Environment } from '../../workspace/places/home-folders.ts'
import type { TraceContext } from './traceparent.ts'

export type TraceSampling = {
	/** A trace that begins here. */
	keeps(traceId: string): boolean
	/** One that somebody else has begun. */
	keepsOf(outside: TraceContext): boolean
}

export function traceSampling(env: Environment): { sampling: TraceSampling; problems: readonly string[] } {
	const name = env.OTEL_TRACES_SAMPLER?.trim().toLowerCase() || USUAL
	const ratio = ratioIn(env.OTEL_TRACES_SAMPLER_ARG)
	const isParentBased = name.startsWith(PARENT_BASED)
	const keeps = keeper(isParentBased ? name.slice(PARENT_BASED.length) : name, ratio)
	if (keeps) return { sampling: sampling(keeps, isParentBased), problems: ratioProblems(name, ratio) }
	const problem = `OTEL_TRACES_SAMPLER is ${name}, which is not known here: all traces are kept.`
	return { sampling: KEEPS_ALL, problems: [problem] }
}

type Keeps = TraceSampling['keeps']

function sampling(keeps: Keeps, isParentBased: boolean): TraceSampling {
	return { keeps, keepsOf: outside => (isParentBased ? outside.isSampled : keeps(outside.traceId)) }
}

function keeper(name: string, ratio: number | undefined): Keeps | undefined {
	switch (name) {
		case 'always_on':
			return () => true
		case 'always_off':
			return () => false
		case 'traceidratio': {
			const below = (ratio ?? 1) * 2 ** RANDOM_BITS
			// Of the digits that W3C says are random, as many as a number holds.
			return traceId => Number.parseInt(traceId.slice(-RANDOM_BITS / 4), 16) < below
		}
		default:
			return undefined
	}
}

function ratioIn(text: string | undefined): number | undefined {
	const value = text === undefined || text.trim() === '' ? 1 : Number(text)
	return value >= 0 && value <= 1 ? value : undefined
}

function ratioProblems(name: string, ratio: number | undefined): readonly string[] {
	if (ratio !== undefined || !name.endsWith('traceidratio')) return []
	return ['OTEL_TRACES_SAMPLER_ARG is no number from 0 to 1: all traces are kept.']
}

const PARENT_BASED = 'parentbased_'
const USUAL = 'parentbased_always_on'
const RANDOM_BITS = 52

export const KEEPS_ALL: TraceSampling = sampling(() => true, true)
