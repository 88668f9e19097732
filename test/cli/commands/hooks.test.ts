import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { describe, test } from 'vitest'
import { listHooksCommand, type TestArguments, testHooksCommand } from '../../../src/cli/commands/hooks.ts'
import { temporaryFolder } from '../../support/sessions/temporary-folder.ts'

async function place(files: Readonly<Record<string, unknown>>) {
	const home = await temporaryFolder()
	const cwd = await temporaryFolder()
	await mkdir(join(cwd, '.git'))
	for (const [name, content] of Object.entries(files)) {
		const path = name.startsWith('~/') ? join(home, name.slice(2)) : join(cwd, name)
		await mkdir(dirname(path), { recursive: true })
		await writeFile(path, typeof content === 'string' ? content : JSON.stringify(content))
	}
	return { home, cwd, env: { PATH: process.env.PATH, KEELSON_HOME: join(home, 'keelson') } }
}

function listening() {
	const said = { out: '', error: '' }
	const output = {
		out(text: string) {
			said.out += text
		},
		error(text: string) {
			said.error += text
		},
	}
	return { said, output }
}

const on = (event: string, command: string, matcher?: string) => ({
	hooks: { [event]: [{ ...(matcher && { matcher }), hooks: [{ type: 'command', command }] }] },
})

describe('agent hooks list', () => {
	test('names what is in force with its file, and what an untrusted folder would bring', async () => {
		const at = await place({
			'~/.claude/settings.json': on('PreToolUse', 'guard.sh', 'Bash'),
			'.claude/settings.json': on('Stop', 'touch trap'),
		})
		const { said, output } = listening()
		assert.equal(await listHooksCommand({ json: false, output, place: at }), 0)
		assert.equal(said.out, `PreToolUse  Bash  guard.sh  (user: ${join(at.home, '.claude/settings.json')})\n`)
		assert.match(said.error, /this folder is not trusted\. \.claude\/settings\.json is not used/)
		const json = listening()
		await listHooksCommand({ json: true, output: json.output, place: at })
		const { hooks, problems } = JSON.parse(json.said.out)
		assert.deepEqual(hooks, [
			{
				event: 'PreToolUse',
				matcher: 'Bash',
				type: 'command',
				does: 'guard.sh',
				timeoutMs: 600_000,
				once: false,
				async: false,
				onFailure: 'continue',
				origin: 'user',
				path: join(at.home, '.claude/settings.json'),
			},
		])
		assert.equal(problems.length, 1)
	})

	test('says that there are none', async () => {
		const { said, output } = listening()
		await listHooksCommand({ json: false, output, place: await place({}) })
		assert.deepEqual(said, { out: 'no hooks are in force here\n', error: '' })
	})
})

describe('agent hooks test', () => {
	async function tested(
		files: Readonly<Record<string, unknown>>,
		args: Partial<TestArguments> & { event: string },
	) {
		const at = await place(files)
		const { said, output } = listening()
		const code = await testHooksCommand({ tool: 'Bash', prompt: 'hello', output, place: at, ...args })
		return { code, ...said, at }
	}
	const SETTINGS = '~/.claude/settings.json'

	test('runs the hooks of a call, ours or Claude’s by name, and says what it would mean', async () => {
		const guard =
			'cat > "$CLAUDE_PROJECT_DIR/given"; grep -q .env "$CLAUDE_PROJECT_DIR/given" && { echo "not that one" >&2; exit 2; }; exit 0'
		const files = { [SETTINGS]: on('PreToolUse', guard, 'Edit') }
		const named = await tested(files, {
			event: 'PreToolUse',
			tool: 'Edit',
			input: '{"file_path": "/a/.env"}',
		})
		assert.equal(named.code, 0)
		assert.match(
			named.out,
			/\n {2}exit code 2\n {2}stderr: not that one\n {2}The call would not run \(not that one\)\.\n$/,
		)
		assert.ok(existsSync(join(named.at.cwd, 'given')))
		const own = await tested(files, { event: 'PreToolUse', tool: 'edit', input: '{"path": ".env"}' })
		assert.match(own.out, /The call would not run/)
		const other = await tested(files, { event: 'PreToolUse', tool: 'Bash' })
		assert.deepEqual([other.code, other.error], [1, 'no hook is for PreToolUse of Bash\n'])
		assert.ok(!existsSync(join(other.at.cwd, 'given')))
	})

	test.each([
		['UserPromptSubmit', 'echo "it is Tuesday"', 0, /The model would be told: it is Tuesday/],
		['Stop', 'echo \'{"decision":"block","reason":"tests"}\'', 0, /sent back to work \(tests\)/],
		['SessionStart', 'exit 1', 1, /It failed, and nothing would come of it: exit code 1/],
		['Notification', 'true', 0, /Nothing would change/],
		['PreCompact', 'exit 2', 0, /History would stay as it is/],
		[
			'PostToolUse',
			'echo \'{"hookSpecificOutput":{"hookEventName":"PostToolUse","updatedToolOutput":"x"}}\'',
			0,
			/this output instead: x/,
		],
		['sessionend', 'echo \'{"systemMessage":"bye"}\'', 0, /You would be told: bye/],
	] as const)('%s with %s', async (event, command, wanted, says) => {
		const name = event === 'sessionend' ? 'SessionEnd' : event
		const { code, out } = await tested({ [SETTINGS]: on(name, command) }, { event })
		assert.match(out, says)
		assert.equal(code, wanted)
	})

	test('runs nothing of an untrusted folder', async () => {
		const { code, error, at } = await tested(
			{ '.claude/settings.json': on('Stop', 'touch trap') },
			{ event: 'Stop' },
		)
		assert.equal(code, 1)
		assert.match(error, /not trusted/)
		assert.ok(!existsSync(join(at.cwd, 'trap')))
	})

	test('a word that is no event, and an input that is no object, are told', async () => {
		await assert.rejects(tested({}, { event: 'PreTolUse' }), {
			code: 'usage',
			message: /did you mean PreToolUse/,
		})
		await assert.rejects(tested({}, { event: 'PreToolUse', input: '[1]' }), {
			message: /--input must be a JSON object, not \[1\]/,
		})
	})
})
