import assert from 'node:assert/strict'
import { describe, test } from 'vitest'
import { advisedCommand, withCommand } from '../../../src/core/text/advised-command.ts'

describe('advice names the command that works where it is given', () => {
	test.each([
		['started by itself', {}, 'agent'],
		['through npx', { npm_command: 'exec', npm_lifecycle_event: 'npx' }, 'npx agent'],
		['by a script of a package', { npm_command: 'run-script' }, 'agent'],
	])('%s', (_, env, command) => {
		assert.equal(advisedCommand(env), command)
	})

	test('wherever advice stands, and nowhere else', () => {
		const text =
			'run `agent login x`; try agent explain; (agent --help lists them); the agent login failed, `agent`'
		assert.equal(withCommand(text, 'agent'), text)
		assert.equal(
			withCommand(text, 'npx agent'),
			'run `npx agent login x`; try npx agent explain; (npx agent --help lists them); the agent login failed, `agent`',
		)
	})
})
