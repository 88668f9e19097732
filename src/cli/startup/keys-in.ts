// Secrets of an environment: values whose name ends in KEY, TOKEN, SECRET or PASSWORD, whatever they look like.

export function keysIn(env: Readonly<Record<string, string | undefined>>): readonly string[] {
	return Object.entries(env).flatMap(([name, value = '']) =>
		/(?:KEY|TOKEN|SECRET|PASSWORD)$/i.test(name) && value.length >= 8 ? [value] : [],
	)
}
