// Keys that are in use now, whatever they look like: an environment names them.

export function keysIn(env: Readonly<Record<string, string | undefined>>): readonly string[] {
	return Object.entries(env).flatMap(([name, value = '']) =>
		/(?:KEY|TOKEN|SECRET|PASSWORD)$/i.test(name) && value.length >= 8 ? [value] : [],
	)
}
