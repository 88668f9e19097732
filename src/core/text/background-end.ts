// The end of a command in the background, told to people in a line and to the model that has started it in the same line.

export type BackgroundEnd = {
	id: string
	command: string
	/** `exit code 1`. */
	how: string
	isFailure: boolean
	durationMs: number
}

/** `bg-1 has ended: exit code 1 after 42.0s · npm test`. */
export function backgroundEndLine({ id, command, how, durationMs }: BackgroundEnd): string {
	const line = command.trim().replaceAll(/\s+/g, ' ')
	const shown = line.length > CHARACTERS ? `${line.slice(0, CHARACTERS - 1).toWellFormed()}…` : line
	return `${id} has ended: ${how} after ${(durationMs / 1000).toFixed(1)}s · ${shown}`
}

const CHARACTERS = 120

/** @param lines - at least one */
export function backgroundEndsText(lines: readonly string[]): string {
	const printed = lines.length === 1 ? 'it printed' : 'each printed'
	return `${OPENING}\n${lines.join('\n')}\n${CLOSING}\nshell_output has what ${printed} since you last looked.`
}

/** @returns undefined for a text about something else */
export function backgroundEndsIn(text: string): readonly string[] | undefined {
	if (!text.startsWith(`${OPENING}\n`)) return undefined
	return text.slice(OPENING.length + 1, text.lastIndexOf(`\n${CLOSING}\n`)).split('\n')
}

const OPENING = '<background-command>'
const CLOSING = '</background-command>'
