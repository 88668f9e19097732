// `assertNever`, which makes a forgotten variant a compile error at the switch that forgot it.

export function assertNever(value: never): never {
	throw new Error(`unhandled variant: ${JSON.stringify(value)}`)
}
