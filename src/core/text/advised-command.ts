// The command that advice names: the one that works where it is given. Who started the program through npx need not have
// an `agent` of his own.

/** @param env - of the process; npm says in it what it was asked to do */
export function advisedCommand(env: Readonly<Record<string, string | undefined>>): 'agent' | 'npx agent' {
	return env.npm_command === 'exec' ? 'npx agent' : 'agent'
}

/** Advice stands between backticks, in brackets or behind `try`. */
export function withCommand(text: string, command: string): string {
	return command === 'agent' ? text : text.replaceAll(ADVICE, `$1${command} `)
}

const ADVICE = /(`|\(|\btry )agent (?=-|[a-z])/g
