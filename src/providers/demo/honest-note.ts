// What the demo is, said below every answer: in full the first time, in a line after that.

/** @param command - by which this program is started here */
export function honestNote(isFirstAnswer: boolean, command: string): string {
	return isFirstAnswer ? full(command) : short(command)
}

const full = (command: string) =>
	[
		'---',
		'',
		'*This is the built-in `demo`, not a language model: fixed rules searched and quoted, nobody understood. For a real one:*',
		'',
		'```sh',
		'export ANTHROPIC_API_KEY=...              # or OPENAI_API_KEY, GEMINI_API_KEY, OPENROUTER_API_KEY',
		`${`${command} models`.padEnd(41)} # what there is to choose from`,
		`${`${command} config set model <provider/model>`.padEnd(41)} # or, for once, ${command} -m <provider/model>`,
		'```',
		'',
	].join('\n')

const short = (command: string) =>
	`*(\`demo\`: fixed rules, not a language model. \`${command} models\` lists the real ones.)*\n`
