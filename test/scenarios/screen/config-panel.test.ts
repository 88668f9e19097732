// `/config` on the screen, over the settings files that `agent config` writes.

import assert from 'node:assert/strict'
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, test } from 'vitest'
import { settingServices } from '../../../src/cli/commands/settings/setting-services.ts'
import { startTui } from '../../../src/tui/start.tsx'
import { FakePort, opened } from '../../support/screen/fake-port.ts'
import { ScreenTerminal } from '../../support/screen/screen-terminal.ts'

let root: string
const leave: (() => Promise<unknown>)[] = []
beforeEach(async () => {
	root = await mkdtemp(join(tmpdir(), 'keelson-config-'))
	await mkdir(join(root, 'repo/.git'), { recursive: true })
})
afterEach(async () => {
	for (const one of leave.splice(0)) await one()
	await rm(root, { recursive: true, force: true })
})

async function opening(prompt: string, { columns = 100, rows = 24, env = {} } = {}) {
	const terminal = new ScreenTerminal(columns, rows)
	const port = new FakePort()
	const place = { env: { KEELSON_HOME: join(root, 'home'), ...env }, cwd: join(root, 'repo'), home: root }
	const services = settingServices(async () => ({ place, flags: {} }))
	const exited = startTui({
		version: '1.2.3',
		environment: { HOME: root },
		settings: services,
		port,
		stdin: terminal.stdin,
		stdout: terminal.stdout,
		initialPrompt: prompt,
	})
	leave.push(() => {
		port.close()
		return exited
	})
	port.emit(opened)
	return { port, terminal, services }
}

const written = async (file: string) => JSON.parse(await readFile(join(root, file), 'utf8'))

describe('/config', () => {
	test('is a list of all settings with value, layer and description', async () => {
		const { terminal, services } = await opening('/config', { columns: 200, rows: 50 })
		await terminal.until('Settings (type to search')
		const { settings } = await services.list()
		terminal.type('max turns')
		await terminal.until(new RegExp(`Settings max turns▏ +1/${settings.length}\\n`))
		await terminal.until('default  100')
		assert.match(terminal.screen(), /❯ budget\.maxTurns {2}100 {2}default/)
		assert.match(terminal.screen(), /takes {4}whole number, at least 1/)
	})

	test('changes what is chosen from, at once where it can, in the file that Tab chooses', async () => {
		const { port, terminal } = await opening('/config effort')
		await terminal.until('❯ effort')
		terminal.type('\r')
		await terminal.until('Enter writes to your settings')
		const sent = port.nextCommand()
		terminal.type('high\r')
		assert.deepEqual(await sent, { type: 'set-effort', effort: 'high' })
		await terminal.until(/effort is high\.\s*\n/)
		assert.match(terminal.screen(), /❯ • effort {2}high {2}user/)
		assert.deepEqual(await written('home/settings.json'), { effort: 'high' })

		terminal.type('\x15autocompact')
		await terminal.until('❯ context.autoCompact')
		terminal.type('\r')
		await terminal.until('Enter writes to your settings')
		terminal.type('\t')
		await terminal.until('Enter writes to this project')
		terminal.type('false\r')
		await terminal.until('context.autoCompact is false. It counts from the next start.')
		assert.deepEqual(await written('repo/.keelson/settings.json'), { context: { autoCompact: false } })
	})

	test('refuses a value in the words of the command line, and lets it be mended', async () => {
		const { terminal } = await opening('/config budget.maxTurns')
		await terminal.until('❯ budget.maxTurns')
		terminal.type('\r')
		await terminal.until('› 100▏')
		terminal.type('\x15many\r')
		await terminal.until('budget.maxTurns must be a whole number, at least 1, not many')
		terminal.type('\x1570\r')
		await terminal.until('budget.maxTurns is 70.')
		assert.deepEqual(await written('home/settings.json'), { budget: { maxTurns: 70 } })
		terminal.type('\r')
		await terminal.until('› 70▏')
		terminal.type('\x15\r')
		await terminal.until('budget.maxTurns is no longer set there.')
	})

	test('never shows a secret, also not to edit it, and an Enter does not lose it', async () => {
		const { terminal, services } = await opening('')
		await services.set('providers.mine', '{"baseUrl":"http://x","headers":{"X":"hidden-word"}}', 'user')
		await terminal.until('Ask for anything')
		terminal.type('/config providers.mine\r')
		await terminal.until('❯ • providers.mine')
		terminal.type('\r')
		await terminal.until('› ▏')
		terminal.type('\r')
		await terminal.until('❯ • providers.mine')
		assert.doesNotMatch(terminal.written, /hidden-word/)
		assert.equal((await written('home/settings.json')).providers.mine.headers.X, 'hidden-word')
	})

	test('with a value is what agent config set is', async () => {
		const { terminal } = await opening('/config model gpt-5')
		await terminal.until('"gpt-5" is not a model: write provider/model, for example openai/gpt-5')
		terminal.type('/config context.compactAt 0.7\r')
		await terminal.until('context.compactAt is 0.7. It counts from the next start.')
		assert.deepEqual(await written('home/settings.json'), { context: { compactAt: 0.7 } })
	})

	for (const [columns, rows] of [
		[40, 12],
		[80, 24],
		[200, 50],
	] as const)
		test(`opens, edits and closes without a trace on ${columns} columns`, async () => {
			const { terminal } = await opening('/config', { columns, rows })
			await terminal.until(/^Settings /m)
			terminal.type('webSearch.url\r')
			await terminal.until('› ▏')
			for (const row of terminal.screen().split('\n')) assert.ok(row.length <= columns, row)
			terminal.type('\x1b')
			await terminal.until(/^Settings webSearch\.url▏/m)
			terminal.type('\x1b')
			await terminal.until('Ask for anything')
			assert.doesNotMatch(terminal.scrollback(), /Settings|webSearch|Enter writes/)
		})
})
