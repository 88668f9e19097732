import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { onTestFinished, test } from 'vitest'
import { initMessage } from '../../../src/tui/commands/init.ts'
import { answer, scriptedProvider, toolCalls } from '../../support/runtime/scripted-provider.ts'
import { startRuntime } from '../../support/runtime/start-runtime.ts'

test('an AGENTS.md that a model writes for /init is asked about in every mode, with its diff, and written after a yes', async () => {
	const provider = scriptedProvider(
		toolCalls(['1', 'read', { path: 'AGENTS.md' }]),
		toolCalls(['2', 'edit', { path: 'AGENTS.md', old_text: 'old', new_text: 'new' }]),
		answer('done'),
	)
	const files = { 'AGENTS.md': '# Thing\n\nold\n' }
	const runtime = await startRuntime({ provider, files, approvals: { kind: 'all' } })
	onTestFinished(runtime.stop)
	await runtime.port.send({ type: 'prompt', message: initMessage(''), whenBusy: 'queue' })
	const { request } = await runtime.until('approval-request')
	assert.equal(request.permission.outcome, 'ask-always')
	assert.match(request.permission.diff ?? '', /-old\n\+new\n/)
	const path = join(runtime.cwd, 'AGENTS.md')
	assert.equal(await readFile(path, 'utf8'), files['AGENTS.md'])
	await runtime.port.send({ type: 'approve', approvalId: request.approvalId, decision: { answer: 'once' } })
	await runtime.until('run-end')
	assert.equal(await readFile(path, 'utf8'), '# Thing\n\nnew\n')
})
