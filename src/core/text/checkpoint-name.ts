// Names of checkpoints: one word, so that it can be typed behind a command and told from what the command does.

/** @returns why it cannot be a name; undefined for one that can */
export function checkpointNameProblem(name: string): string | undefined {
	const said = JSON.stringify(name.length > 80 ? `${name.slice(0, 80)}…` : name)
	if (RESERVED.has(name.toLowerCase()))
		return `a checkpoint cannot be called ${said}: /checkpoint ${name} does something else`
	if (NAME.test(name)) return undefined
	return `a checkpoint cannot be called ${said}: a name is one word of up to 64 letters, digits and . _ - / +, and begins with a letter or a digit`
}

const NAME = /^[\p{L}\p{N}][\p{L}\p{M}\p{N}._/+-]{0,63}$/u
const RESERVED: ReadonlySet<string> = new Set(['back', 'list'])
