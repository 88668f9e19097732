// What a tool declares of itself, seen from the session: what plan mode offers, and what a checkpoint keeps by name.

import assert from 'node:assert/strict'
import { readFile, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { onTestFinished, test } from 'vitest'
import { answer, scriptedProvider, toolCalls } from '../support/scripted-provider.ts'
import { startRuntime } from '../support/start-runtime.ts'

test('plan mode offers what can look, the shell for what it can read, and nothing that only changes', async () => {
	const provider = scriptedProvider(answer('planned'), answer('done'))
	const runtime = await startRuntime({ provider, approvals: { kind: 'plan' } })
	onTestFinished(runtime.stop)
	await runtime.prompt('plan it')
	await runtime.until('run-end')
	await runtime.port.send({ type: 'set-approvals', mode: { kind: 'ask' } })
	await runtime.prompt('do it')
	await runtime.until('run-end')
	const [planning, acting] = provider.requests.map(({ tools }) => tools.map(({ name }) => name))
	const changing = ['edit', 'write', 'apply_patch', 'remember']
	assert.ok(changing.every(name => acting!.includes(name)))
	assert.deepEqual(
		planning,
		acting!.filter(name => !changing.includes(name)),
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
