// Which model is meant: the provider that serves it, and its name there.

export type ModelRef = { provider: string; model: string }

export function modelName(ref: ModelRef): string {
	return `${ref.provider}/${ref.model}`
}

export function sameModel(a: ModelRef, b: ModelRef): boolean {
	return a.provider === b.provider && a.model === b.model
}
