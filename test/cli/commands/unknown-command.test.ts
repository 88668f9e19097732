import assert from 'node:assert/strict'
import { describe, test } from 'vitest'
import { findCommand } from '../../../src/cli/cli-command/cli-command.ts'
import { requireCommand } from '../../../src/cli/commands/unknown-command.ts'
import { AGENT } from '../../../src/cli/definitions/agent.ts'
import { AgentError } from '../../../src/core/errors.ts'

/** What is said of this line, or undefined where the parser may have it. */
function refusal(line: readonly string[]): string | undefined {
	try {
		requireCommand(line, AGENT)
		return undefined
	} catch (error) {
		assert(error instanceof AgentError)
		assert.equal(error.code, 'usage')
		return error.message
	}
}

describe('a word that was meant as a command is told', () => {
	const cases: readonly [typed: readonly string[], said: RegExp][] = [
		[
			['version'],
			/no command "version" yet\. .*agent --version.*\n.*agent run "version", or agent -- version$/s,
		],
		[
			['delegate', 'it'],
			/no command "delegate" yet\.\n.*agent run "delegate it", or agent -- "delegate it"$/,
		],
		[['-m', 'demo', 'agents', 'list'], /"agents" yet/],
		[['sesions'], /"sesions"; did you mean agent sessions/],
		[['modles'], /"modles"; did you mean agent models/],
		[['SESSIONS'], /"SESSIONS"; did you mean agent sessions/],
		[['rnu', 'fix the tests'], /"rnu"; did you mean agent run/],
		[['--yolo', 'explian', 'ls'], /agent explain/],
	]
	for (const [typed, said] of cases) test(typed.join(' '), () => assert.match(refusal(typed) ?? '', said))
})

describe('a prompt goes', () => {
	const cases: readonly (readonly string[])[] = [
		['init the repo please'],
		['serve me a summary'],
		['--', 'undo'],
		['-m', 'undo', 'hello'],
		['run', 'undo'],
		['resume', '--last', 'undo'],
		['hello'],
		['why?'],
		['test'],
		['fix'],
		['continue'],
		['/usr/bin'],
		['-'],
		[''],
		[],
		['session', 'list'],
		...(AGENT.commands ?? []).map(({ name }) => [name]),
	]
	for (const typed of cases) test(JSON.stringify(typed), () => assert.equal(refusal(typed), undefined))
})

test('commands are found by their names and their aliases, groups included', () => {
	const found = (...words: readonly string[]) => findCommand(AGENT, words)?.description
	assert.equal(found('session', 'list'), 'newest first')
	assert.equal(found('sessions', 'list'), 'newest first')
	assert.equal(found('sessions', 'frob'), undefined)
	assert.equal(found(), 'A coding agent for the terminal.')
})
