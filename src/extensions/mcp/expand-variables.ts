// Variables in server configs: `${NAME}` and `${NAME:-default}`, as Claude Code writes them.

/** A variable that has no value, and one whose value may not be used here. */
export class VariableProblem extends Error {}

/**
 * @param lookUp - undefined for a variable that is not set
 * @throws VariableProblem for one that is not set and has no default; whatever `lookUp` throws
 */
export function expandVariables(text: string, lookUp: (name: string) => string | undefined): string {
	return text.replaceAll(VARIABLE, (_, name: string, fallback: string | undefined) => {
		const value = lookUp(name)
		// As in a shell, `:-` also stands in for a value that is empty.
		if (fallback !== undefined) return value === undefined || value === '' ? fallback : value
		if (value === undefined) throw new VariableProblem(`the variable ${name} is not set`)
		return value
	})
}

const VARIABLE = /\$\{([A-Za-z_]\w*)(?::-([^}]*))?\}/g
