// What a project's own settings files may change before anybody has trusted the folder: how things look, what is
// condensed, and tighter budgets. Never where keys are sent, what runs without a question, or what is spent.

import type { SettingsProblem, SettingValues } from './settings-file.ts'

/** @param below - what the layers under the project's say, for the keys that may only be lowered */
export function takeFromProject(
	from: string,
	values: SettingValues,
	below: SettingValues,
): { values: SettingValues; problems: readonly SettingsProblem[] } {
	const taken = new Map(values)
	const problems: SettingsProblem[] = []
	for (const [key, value] of values) {
		const rule = PROJECT_RULES[key.split('.')[0]!]
		if (rule === 'free') continue
		const limit = below.get(key)
		if (rule === 'lower-only' && (typeof limit !== 'number' || typeof value !== 'number' || value <= limit))
			continue
		taken.delete(key)
		const why =
			rule === 'lower-only'
				? `can only be lowered by a project file, and ${limit} is what holds`
				: 'is not taken from a project file until the folder is trusted'
		problems.push({ from, key, message: `${from}: ${key} ${why}` })
	}
	return { values: taken, problems }
}

const PROJECT_RULES: Readonly<Record<string, 'free' | 'lower-only'>> = {
	ui: 'free',
	context: 'free',
	instructions: 'free',
	budget: 'lower-only',
}
