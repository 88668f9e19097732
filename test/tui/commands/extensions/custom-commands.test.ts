import assert from 'node:assert/strict'
import { describe, test } from 'vitest'
import { SLASH_COMMANDS, unknownCommand } from '../../../../src/tui/commands/slash-commands.ts'
import { commandItems } from '../../../../src/tui/composer/completion.ts'
import {
	customCommandBlocks,
	isCustomCommand,
	offeredCommands,
} from '../../../../src/tui/slash-command/custom-commands.ts'

function entry(name: string, description = 'does it', argumentHint?: string) {
	return { name, description, from: 'project', path: `/p/${name}.md`, ...(argumentHint && { argumentHint }) }
}

describe('custom commands on the screen', () => {
	test('are offered behind those that are built in, with where they are from', () => {
		const custom = [entry('git:look', 'says what changed', '[what]'), entry('logs')]
		const { commands, hidden } = offeredCommands(SLASH_COMMANDS, custom)
		assert.deepEqual(hidden, [])
		const items = commandItems(commands, 'loo')
		assert.deepEqual(
			[items[0]?.label, items[0]?.description],
			['/git:look [what]', 'says what changed (project)'],
		)
		// Something may follow, so choosing one is not all there is to say.
		assert.deepEqual([items[0]?.insert, items[0]?.isWhole], ['/git:look ', false])
		assert.equal(
			commandItems(commands, 'logs').find(({ label }) => label.startsWith('/logs'))?.isWhole,
			false,
		)
	})

	test('never take the place of one that is built in', () => {
		const { commands, hidden } = offeredCommands(SLASH_COMMANDS, [entry('compact'), entry('compress')])
		assert.equal(commands.length, SLASH_COMMANDS.length)
		assert.equal(hidden.length, SLASH_COMMANDS.some(({ aliases }) => aliases?.includes('compress')) ? 2 : 1)
	})

	test('are known by their last name where it is theirs alone, and by near misses', () => {
		const custom = [entry('git:look'), entry('a:fix'), entry('b:fix')]
		assert.deepEqual(
			['git:look', 'look', 'LOOK', 'fix', 'a:fix', 'loo'].map(typed => isCustomCommand(typed, custom)),
			[true, true, true, false, true, false],
		)
		assert.match(unknownCommand('git:lok', custom), /Did you mean \/git:look\?/)
	})

	test('say nothing to the terminal but what they are', () => {
		const [block] = customCommandBlocks([entry('a', '\x1b]0;title\x07red\x1b[31m\nline')])
		assert.doesNotMatch(JSON.stringify(block), /\\u001b|\\n/)
	})
})
