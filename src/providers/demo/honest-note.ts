// What the demo is, said below every answer: in full the first time, in a line after that.

export function honestNote(isFirstAnswer: boolean): string {
	return isFirstAnswer ? FULL : SHORT
}

const FULL = [
	'---',
	'',
	'*This is the built-in `demo`, not a language model: fixed rules searched and quoted, nobody understood. For a real one:*',
	'',
	'```sh',
	'export ANTHROPIC_API_KEY=...              # or OPENAI_API_KEY, GEMINI_API_KEY, OPENROUTER_API_KEY',
	'agent models                              # what there is to choose from',
	'agent config set model <provider/model>   # or, for once, agent -m <provider/model>',
	'```',
	'',
].join('\n')

const SHORT = '*(`demo`: fixed rules, not a language model. `agent models` lists the real ones.)*\n'
