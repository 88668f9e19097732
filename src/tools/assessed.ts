// What was judged is what gets done: a call's plan is made once, when it is assessed, and used once, when it runs.

export type Assessed<Plan> = {
	keep(input: object, plan: Plan): void
	/** @throws Error when the call was never assessed, which only a bug can bring about */
	take(input: object): Plan
}

export function createAssessed<Plan>(): Assessed<Plan> {
	// Keyed by the input object itself, which the executor hands to both; a refused call's plan goes with it.
	const plans = new WeakMap<object, Plan>()
	return {
		keep(input, plan) {
			plans.set(input, plan)
		},
		take(input) {
			const plan = plans.get(input)
			if (plan === undefined) throw new Error('a call must be assessed before it runs')
			plans.delete(input)
			return plan
		},
	}
}
