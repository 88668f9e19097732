// What a tool declares of itself, seen from the session: what plan mode offers, and what a checkpoint keeps by name.

import assert from 'node:assert/strict'
import { readFile, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { onTestFinished, test } from 'vitest'
import { answer, scriptedProvider, toolCalls } from '../../support/runtime/scripted-provider.ts'
import { startRuntime } from '../../support/runtime/start-runtime.ts'

test('plan mode offers what can look, the shell for what it can read, and nothing that it would refuse', async () => {
	const provider = scriptedProvider(answer('planned'), answer('done'))
	const runtime = await startRuntime({ provider, approvals: { kind: 'plan' } })
	onTestFinished(runtime.stop)
	await runtime.prompt('plan it')
	await runtime.until('run-end')
	await runtime.port.send({ type: 'set-approvals', mode: { kind: 'ask' } })
	await runtime.prompt('do it')
	await runtime.until('run-end')
	const [planning, acting] = provider.requests.map(({ tools }) => tools.map(({ name }) => name))
	// What reaches beyond this machine is privileged, and so is refused while a change is only planned.
	const refused = ['edit', 'write', 'apply_patch', 'remember', 'fetch']
	assert.ok(refused.every(name => acting!.includes(name)))
	assert.deepEqual(
		planning,
		acting!.filter(name => !refused.includes(name)),
	)
})

test('files that are changed by name are kept even where they are ignored, by each name and each tool', async () => {
	const patch = `*** Begin Patch
*** Update File: b.local
*** Move to: moved.local
-b
+B
*** Delete File: c.local
*** Add File: new.local
+new
*** End Patch`
	const provider = scriptedProvider(
		toolCalls(
			...['a', 'b', 'c'].map((name): [string, string, unknown] => [name, 'read', { path: `${name}.local` }]),
		),
		toolCalls(['1', 'write', { path: 'link', content: 'A\n' }], ['2', 'apply_patch', { patch }]),
		answer('done'),
	)
	const files = { '.gitignore': '*.local\nlink\n', 'a.local': 'a\n', 'b.local': 'b\n', 'c.local': 'c\n' }
	const runtime = await startRuntime({ provider, files, approvals: { kind: 'all' } })
	onTestFinished(runtime.stop)
	const path = (name: string) => join(runtime.cwd, name)
	await symlink('a.local', path('link'))
	await runtime.prompt('change them')
	await runtime.until('run-end')
	const contents = async () =>
		Promise.all(
			['a', 'b', 'c', 'moved', 'new'].map(name =>
				readFile(path(`${name}.local`), 'utf8').catch(() => undefined),
			),
		)
	assert.deepEqual(await contents(), ['A\n', undefined, undefined, 'B\n', 'new\n'])
	const started = runtime.envelopes.find(({ event }) => event.type === 'run-start')!
	await runtime.port.send({ type: 'rewind', toSeq: started.seq - 1, conversation: true, files: true })
	// A new file that is ignored stays: somebody else may have made it.
	assert.deepEqual((await contents()).slice(0, 3), ['a\n', 'b\n', 'c\n'])
})

test('a call says what it is about as its tool puts it, whatever else it was given', async () => {
	const patch = '*** Begin Patch\n*** Add File: c.txt\n+c\n*** Delete File: d.txt\n*** End Patch'
	const calls: readonly [tool: string, input: object, subject: string][] = [
		['read', { limit: 1, path: 'a.txt' }, 'a.txt'],
		['list', {}, ''],
		['list', { path: 'src' }, 'src'],
		['glob', { path: 'src', pattern: '*.ts' }, '*.ts in src'],
		['grep', { pattern: 'x', glob: '*.ts' }, 'x'],
		['grep', { path: 'src', pattern: 'x' }, 'x in src'],
		['edit', { old_text: 'a', new_text: 'b', path: 'a.txt' }, 'a.txt'],
		['write', { content: 'new', path: 'b.txt' }, 'b.txt'],
		['apply_patch', { patch }, 'c.txt, d.txt'],
		['shell', { description: 'Says so', command: 'echo so' }, 'echo so'],
		['shell_output', { id: 'bg7' }, 'bg7'],
		['todo', { items: [{ text: 'sow', status: 'in-progress' }] }, 'sow'],
	]
	const provider = scriptedProvider(
		toolCalls(
			...calls.map(([tool, input], index): [string, string, unknown] => [String(index), tool, input]),
		),
		answer('done'),
	)
	const files = { 'a.txt': 'a\n', 'd.txt': 'd\n', 'src/x.ts': 'x\n' }
	const runtime = await startRuntime({ provider, files, approvals: { kind: 'all' } })
	onTestFinished(runtime.stop)
	await runtime.prompt('go')
	await runtime.until('run-end')
	const said = runtime.envelopes.flatMap(({ event }) =>
		event.type === 'tool-start' ? [[Number(event.callId), event.tool, event.subject] as const] : [],
	)
	assert.deepEqual(
		said.sort(([a], [b]) => a - b).map(([, ...rest]) => rest),
		calls.map(([tool, , subject]) => [tool, subject]),
	)
})
