// What keeps a call from being done, said in one sentence to two readers: the model is told what to do about it as well,
// and people read the cause alone. Both are composed here, so that neither is cut out of the other.

import { AgentError, type ErrorCode } from '../errors.ts'
import type { Problem } from '../tool.ts'

/** `` problem`${path} is a folder${advice('; use list')}` `` */
export function problem(
	words: TemplateStringsArray,
	...values: readonly (string | number | Problem)[]
): Problem {
	const said = (to: keyof Problem) =>
		String.raw({ raw: words }, ...values.map(value => (typeof value === 'object' ? value[to] : value)))
	return { told: said('told'), cause: said('cause') }
}

/** A piece of it that only the model can use. */
export function advice(told: string): Problem {
	return { told, cause: '' }
}

/** What goes for both readers, such as taking secrets out. */
export function problemWith({ told, cause }: Problem, change: (text: string) => string): Problem {
	return { told: change(told), cause: change(cause) }
}

/** For what is found too deep down to be returned. Its message is what the model is told. */
export class ProblemError extends AgentError {
	readonly problem: Problem
	constructor(found: Problem, code: ErrorCode = 'tool-failed') {
		super(code, found.told)
		this.problem = found
	}
}
