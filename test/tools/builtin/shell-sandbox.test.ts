import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, onTestFinished, test } from 'vitest'
import type { Decision } from '../../../src/core/approval.ts'
import type { Host } from '../../../src/core/host.ts'
import { textOf } from '../../../src/core/messages.ts'
import type { PermissionDecision } from '../../../src/core/permission.ts'
import { textForPeople } from '../../../src/core/tool.ts'
import { createCheckSchema } from '../../../src/runtime/host/check-schema.ts'
import { nodeClock } from '../../../src/runtime/host/clock.ts'
import { createNodeFiles } from '../../../src/runtime/host/files.ts'
import { evaluate } from '../../../src/safety/evaluate.ts'
import { openWorkspace } from '../../../src/safety/paths/paths.ts'
import type { CommandSandbox } from '../../../src/safety/sandbox/command-sandbox.ts'
import { createShellTool } from '../../../src/tools/builtin/shell.ts'
import { createBackgroundCommands } from '../../../src/tools/process/background-commands.ts'
import { openSandboxFolder } from '../../support/sandbox-folder.ts'
import { toolContext } from '../../support/tools/tool-context.ts'

type Options = {
	answer?: 'yes' | 'no' | 'nobody' | 'unasked'
	runsUnasked?: boolean
	mode?: 'off' | 'read-only' | 'workspace-write'
	works?: boolean
}

async function open({
	answer = 'no',
	runsUnasked = true,
	mode = 'workspace-write',
	works = true,
}: Options = {}) {
	const folder = await openSandboxFolder()
	onTestFinished(() => folder.close())
	const files = createNodeFiles()
	const unused = async () => {
		throw new Error('not for the shell')
	}
	const host: Host = {
		clock: nodeClock,
		files,
		shell: folder.shell,
		media: { put: unused, get: unused },
		artefacts: { save: unused },
		secrets: { known: () => [] },
		checkSchema: createCheckSchema(),
	}
	const questions: PermissionDecision[] = []
	const sandbox: CommandSandbox = {
		policy: mode === 'off' ? undefined : { ...folder.policy, mode },
		state: async () => ({ mode, works }),
		runsUnasked,
		told() {},
	}
	const background = createBackgroundCommands()
	const tool = createShellTool({
		workspace: await openWorkspace(files, { root: folder.root, home: folder.home }),
		background,
		checkSchema: host.checkSchema,
		searchPath: process.env.PATH ?? '',
		sandbox,
	})
	const { signal } = new AbortController()
	const assessed = async (json: unknown) => {
		const prepared = await tool.prepare(JSON.parse(JSON.stringify(json)))
		if ('problem' in prepared) throw new Error(prepared.problem)
		return prepared.assess({ host, signal })
	}
	return {
		...folder,
		questions,
		background,
		assess: async (json: unknown) => (await assessed(json)).permission,
		async say(json: unknown) {
			const shown: string[] = []
			const denials: string[] = []
			const context = toolContext(host, {
				signal,
				progress: text => void shown.push(text),
				denied: reason => void denials.push(reason),
				policy: () => ({ mode: { kind: 'ask' }, sessionGrants: new Set(), yolo: answer === 'unasked' }),
				async approve(permission) {
					questions.push(permission)
					const decision: Decision = { answer: answer === 'yes' ? 'once' : 'no' }
					return { decision, by: answer === 'nobody' ? 'nobody' : 'user' }
				},
			})
			const result = await (await assessed(json)).run(context)
			const text = `${result.outcome}: ${textOf(result.content)}`
			return { text, read: textForPeople(result), shown: shown.join(''), denials }
		},
	}
}

const probe = await openSandboxFolder()
const { works, why } = await probe.sandbox.works()
await probe.close()
if (!works) console.warn(`no sandbox here, so commands cannot be held: ${why}`)

describe('what the sandbox holds', () => {
	test('needs no question where the settings say so, and stays a side effect', async () => {
		const { assess } = await open()
		const { outcome, tier } = await assess({ command: 'make all' })
		assert.deepEqual([outcome, tier], ['allow', 'side-effecting'])
	})

	test('is asked about all the same in the hard cases, in plan mode, and where the settings say so', async () => {
		const { assess } = await open()
		assert.equal((await assess({ command: 'git reset --hard' })).outcome, 'ask-always')
		const plan = { mode: { kind: 'plan' }, now: 0, sessionGrants: new Set<string>(), yolo: false } as const
		assert.equal(evaluate(await assess({ command: 'make all' }), undefined, plan).outcome, 'deny')
		const asking = await open({ runsUnasked: false })
		assert.equal((await asking.assess({ command: 'make all' })).outcome, 'ask')
	})

	test('is nothing when the sandbox is off or does not work: then everything asks', async () => {
		for (const options of [{ mode: 'off' }, { works: false }] as const) {
			const { assess } = await open(options)
			assert.equal((await assess({ command: 'make all' })).outcome, 'ask')
		}
	})
})

describe.skipIf(!works)('a command in the sandbox', () => {
	test('changes the workspace and nothing else', async () => {
		const { say, root, outside, questions } = await open()
		assert.equal((await say({ command: 'echo new > src/new.ts' })).text, 'ok: exit code 0\n(no output)')
		assert.equal(await readFile(join(root, 'src/new.ts'), 'utf8'), 'new\n')
		await say({ command: 'echo evil > "$OUT/new"' })
		assert.ok(!existsSync(join(outside, 'new')))
		assert.equal(questions.length, 1)
	})

	test('that was stopped runs again after a yes, with both outputs told apart', async () => {
		const { say, outside, questions } = await open({ answer: 'yes' })
		const { text, shown } = await say({ command: 'echo begun; echo new > "$OUT/new" && echo done' })
		assert.match(
			text,
			/^ok: exit code 0\nbegun\n.*Read-only file system\n\[It wrote where .*run again without the sandbox\]\nbegun\ndone\n$/,
		)
		assert.match(shown, /^begun\n.*\n\n\[run again without the sandbox\]\nbegun\ndone\n$/)
		assert.equal(await readFile(join(outside, 'new'), 'utf8'), 'new\n')
		const [question] = questions
		assert.equal(
			question?.title,
			'run again without the sandbox: echo begun; echo new > "$OUT/new" && echo done',
		)
		assert.equal(question?.outcome, 'ask-always')
		assert.match(question?.reasons[0] ?? '', /^It wrote where commands may not write.*Read-only file system$/)
	})

	test('that was stopped does not run again after a no, and the model is told not to try another way', async () => {
		const { say, outside } = await open({ answer: 'no' })
		const { text, read } = await say({ command: 'echo new > "$OUT/new"' })
		assert.match(text, /^failed: exit code 1\n.*\[It wrote .* do not try the same in another way\.\]\n$/s)
		assert.match(
			read,
			/^exit code 1\n.*\[It wrote .* The user did not want it run without the sandbox\.\]\n$/s,
		)
		assert.ok(!existsSync(join(outside, 'new')))
	})

	test('that was stopped where nobody is there stays stopped, and says why', async () => {
		const { say } = await open({ answer: 'nobody' })
		const { text, denials } = await say({ command: 'mkdir .vscode/x' })
		assert.match(text, /Nobody is there to let it run without the sandbox\.\]\n$/)
		assert.deepEqual(denials, [
			'mkdir .vscode/x: it needs an approval to run without the sandbox and nobody is there to give it',
		])
	})

	test('that was stopped where nothing is asked has failed, and was refused nothing', async () => {
		const { say } = await open({ answer: 'unasked' })
		const { text, denials } = await say({ command: 'mkdir .vscode/x' })
		assert.match(text, /Nothing is asked under --yolo, so it does not run without the sandbox\.\]\n$/)
		assert.deepEqual(denials, [])
	})

	test('that fails by itself is not asked about', async () => {
		const { say, questions } = await open({ answer: 'yes' })
		assert.equal((await say({ command: 'echo no; exit 3' })).text, 'failed: exit code 3\nno\n')
		assert.deepEqual(questions, [])
	})

	test('that wants a secret somebody has allowed it is asked about, though an empty file looks like success', async () => {
		const { say, questions } = await open({ answer: 'yes' })
		const { text } = await say({ command: 'cat ~/.netrc' })
		assert.match(text, /canary/)
		assert.match(questions[0]?.reasons[0] ?? '', /^Keys, logins and other secrets are out of reach/)
	})

	test('that missed a file which is only hidden from it is asked about', async () => {
		const { say, questions } = await open({ answer: 'yes' })
		const elsewhere = await mkdtemp(join(tmpdir(), 'elsewhere-'))
		onTestFinished(() => rm(elsewhere, { recursive: true }))
		await writeFile(join(elsewhere, 'note'), 'found\n')
		assert.match((await say({ command: `cat ${elsewhere}/note` })).text, /found\n$/)
		assert.match(questions[0]?.reasons[0] ?? '', /out of reach: a sandboxed command has a \/tmp/)
		await say({ command: 'cat /tmp/is-nowhere-at-all' })
		assert.equal(questions.length, 1)
	})

	test('that only reads by its text cannot write, should the text have been misread', async () => {
		const { say, sandbox, shell, policy, root } = await open()
		assert.match((await say({ command: 'cat instructions.md' })).text, /^ok: exit code 0\noriginal\n$/)
		const end = await shell.start({
			run: { bash: 'echo x > src/new.ts' },
			cwd: root,
			sandbox: { ...policy, mode: 'read-only' },
			onOutput() {},
		}).ended
		assert.equal(end.exitCode, 1)
		assert.ok(await sandbox.works())
	})

	test('that looks for the server of another command learns why it is alone', async () => {
		const { say } = await open()
		const { text } = await say({ command: '(exec 3<>/dev/tcp/127.0.0.1/9)' })
		assert.match(text, /\[each command has a localhost of its own in the sandbox/)
	})

	test('is held in the background as well', async () => {
		const { say, outside, background } = await open()
		await say({ command: 'echo new > "$OUT/new"; echo done', background: true })
		let output = ''
		while (!output.includes('done')) {
			output += background.poll('bg-1')?.output.text ?? ''
			await new Promise(resolve => setTimeout(resolve, 5))
		}
		// It has said its last word, but what held it is still being put away.
		await background.kill('bg-1')
		assert.match(output, /Read-only file system/)
		assert.ok(!existsSync(join(outside, 'new')))
		await rm(join(outside, 'new'), { force: true })
	})
})
