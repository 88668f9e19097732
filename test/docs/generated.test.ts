import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, test } from 'vitest'
import { GENERATED } from '../../scripts/docs.ts'
import { contactSheet, keptScenes } from '../../scripts/screens.ts'
import { type CliCommand, findCommand } from '../../src/cli/cli-command/cli-command.ts'
import { AGENT } from '../../src/cli/definitions/agent.ts'
import { ERROR_CODES } from '../../src/core/errors.ts'
import { SLASH_COMMANDS } from '../../src/tui/commands/slash-commands.ts'
import { settingKeys } from '../../src/workspace/settings/settings-schema.ts'

const root = join(import.meta.dirname, '../..')

describe('a generated page says what its table says; if not, npm run docs', () => {
	for (const { file, text } of GENERATED)
		test(file, async () => assert.equal(await readFile(join(root, file), 'utf8'), text()))
})

test('the contact sheet shows the pictures that are kept; if not, npm run screens -- --sheet', async () => {
	const sheet = contactSheet(await keptScenes())
	assert.ok((await readFile(join(root, 'docs/screens.svg'), 'utf8')) === sheet)
})

/** Settings that are no section. */
const ALONE = ['model', 'effort', 'imageModel', 'favouriteModels']

test('every command, setting and error code is in a page', () => {
	const pages = GENERATED.map(({ text }) => text()).join('')
	const commands = (group: CliCommand, before: string): readonly string[] =>
		(group.commands ?? []).flatMap(inner =>
			inner.commands ? commands(inner, `${before} ${inner.name}`) : [`\`${before} ${inner.name}`],
		)
	const wanted = [
		...commands(AGENT, 'agent'),
		...SLASH_COMMANDS.map(({ name }) => `\`/${name}`),
		...settingKeys().map(key => (key.includes('.') || ALONE.includes(key) ? `\`${key}\`` : `## ${key}`)),
		...ERROR_CODES.map(code => `\`error_${code}\``),
	]
	assert.deepEqual(
		wanted.filter(text => !pages.includes(text)),
		[],
	)
})

test('every example of a command calls a command there is', () => {
	const all = (command: CliCommand): readonly CliCommand[] => [
		command,
		...(command.commands ?? []).flatMap(all),
	]
	const examples = all(AGENT).flatMap(({ examples = [] }) => examples)
	assert(examples.length > 10)
	for (const example of examples) {
		const [, word] = /\bagent(?: ([a-z]+))?/.exec(example) ?? []
		assert(findCommand(AGENT, word === undefined ? [] : [word]), example)
	}
})
