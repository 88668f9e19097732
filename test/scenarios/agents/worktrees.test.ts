import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { access, readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, test } from 'vitest'
import { deferred } from '../../support/deferred.ts'
import { delegate, eventsOf, resultOf, startDelegating } from '../../support/runtime/delegating.ts'
import { routedProvider } from '../../support/runtime/routed-provider.ts'
import { answer, toolCalls } from '../../support/runtime/scripted-provider.ts'
import type { StartedRuntime } from '../../support/runtime/start-runtime.ts'

const isolated = { isolation: 'worktree' }

/** Makes the runtime's folder a repository, with everything in it committed. */
function commitAll({ cwd }: StartedRuntime): void {
	const git = (...args: string[]) =>
		execFileSync('git', ['-c', 'user.name=U', '-c', 'user.email=u@e', ...args], { cwd, stdio: 'ignore' })
	git('init', '-b', 'main')
	git('add', '-A')
	git('commit', '-m', 'first')
}

const write = (id: string, path: string, content: string) =>
	[id, 'write', { path, content }] as [string, string, unknown]
const read = (id: string, path: string) => [id, 'read', { path }] as [string, string, unknown]

const worktreesOf = ({ home }: StartedRuntime) => readdir(`${home}-worktrees`).catch(() => [])

describe('an agent in a worktree', () => {
	test('changes the folder only when it has finished, as one edit that is shown', async () => {
		const provider = routedProvider({
			'ask somebody': [toolCalls(delegate('c1', 'general', 'change it', isolated)), answer('done')],
			'change it': [
				toolCalls(read('d1', 'a.txt')),
				toolCalls(write('d2', 'a.txt', 'changed\n'), write('d3', 'new.txt', 'new\n')),
				answer('changed it'),
			],
		})
		const runtime = await startDelegating({ provider, files: { 'a.txt': 'as it was\n' } })
		commitAll(runtime)
		await runtime.prompt('ask somebody')
		const allow = async (answer: 'once' | 'session') => {
			const { request } = await runtime.until('approval-request')
			await runtime.port.send({
				type: 'approve',
				approvalId: request.approvalId,
				decision: { answer },
			})
			return request
		}
		const first = await allow('session')
		assert.deepEqual([first.agent, first.tool], ['general', 'write'])
		// What is allowed for the copy is not for the folder.
		const { request: merge } = await runtime.until('approval-request')
		assert.match(merge.permission.title, /^merge a\.txt, new\.txt \(\+2 −1\)$/)
		assert.match(merge.permission.diff ?? '', /-as it was\n\+changed/)
		assert.equal(await readFile(join(runtime.cwd, 'a.txt'), 'utf8'), 'as it was\n')
		await runtime.port.send({
			type: 'approve',
			approvalId: merge.approvalId,
			decision: { answer: 'once' },
		})
		await runtime.until('run-end')

		assert.equal(await readFile(join(runtime.cwd, 'a.txt'), 'utf8'), 'changed\n')
		assert.equal(await readFile(join(runtime.cwd, 'new.txt'), 'utf8'), 'new\n')
		assert.match(resultOf(runtime, 'c1').text, /^changed it\n\nMerged:\nchanged a\.txt\ncreated new\.txt/)
		assert.deepEqual(await worktreesOf(runtime), [])
		const [point] = await runtime.port.queries.rewindPoints()
		assert.equal(point?.changedFiles, 2)
		const status = execFileSync('git', ['status', '--short'], { cwd: runtime.cwd, encoding: 'utf8' })
		assert.equal(status, ' M a.txt\n?? new.txt\n')
	})

	test('beside another one that changes the same is told of the conflict, and the folder stays as it is', async () => {
		const both = deferred()
		let waiting = 0
		const together = async () => {
			waiting += 1
			if (waiting === 2) both.resolve()
			await both.promise
		}
		const change = (to: string) => [
			[together, ...toolCalls(read('d1', 'a.txt'))],
			toolCalls(write('d2', 'a.txt', `${to}\n`)),
			answer(`made it ${to}`),
		]
		const provider = routedProvider({
			'ask two': [
				toolCalls(
					delegate('c1', 'general', 'make it red', isolated),
					delegate('c2', 'general', 'make it blue', isolated),
				),
				answer('done'),
			],
			'make it red': change('red'),
			'make it blue': change('blue'),
		})
		const runtime = await startDelegating({
			provider,
			files: { 'a.txt': 'grey\n' },
			isInteractive: false,
			approvals: { kind: 'auto-edit' },
		})
		commitAll(runtime)
		await runtime.prompt('ask two')
		assert.equal((await runtime.until('run-end')).reason, 'finished')

		const texts = ['c1', 'c2'].map(id => resultOf(runtime, id).text)
		const merged = texts.findIndex(text => text.includes('Merged:'))
		const [, conflicting] = merged === 0 ? texts : [texts[1]!, texts[0]!]
		assert.match(
			conflicting!,
			/not merged: conflicts in a\.txt: .*Nothing was changed\.\nIts worktree stays in (\S+)\./,
		)
		assert.equal(await readFile(join(runtime.cwd, 'a.txt'), 'utf8'), merged === 0 ? 'red\n' : 'blue\n')
		const [, tree] = /stays in (\S+)\./.exec(conflicting!)!
		assert.equal(await readFile(join(tree!, 'a.txt'), 'utf8'), merged === 0 ? 'blue\n' : 'red\n')
		assert.equal((await worktreesOf(runtime)).length, 1)
	})

	test('that has changed nothing leaves nothing', async () => {
		const provider = routedProvider({
			'ask somebody': [toolCalls(delegate('c1', 'general', 'change it', isolated)), answer('done')],
			'change it': [toolCalls(['d1', 'list', {}]), answer('looked')],
		})
		const runtime = await startDelegating({ provider, files: { 'a.txt': 'a\n' }, isInteractive: false })
		commitAll(runtime)
		await runtime.prompt('ask somebody')
		const end = await runtime.until('run-end')
		assert.equal(end.reason, 'finished')
		// It changed nothing, so there is nothing to merge and nothing is left.
		assert.match(resultOf(runtime, 'c1').text, /^looked\n\n\[general/)
		assert.deepEqual(await worktreesOf(runtime), [])
	})

	test('is not merged when that is refused, and its work is kept', async () => {
		const provider = routedProvider({
			'ask somebody': [toolCalls(delegate('c1', 'general', 'change it', isolated)), answer('done')],
			'change it': [toolCalls(write('d1', 'new.txt', 'new\n')), answer('made it')],
		})
		const runtime = await startDelegating({ provider, files: { 'a.txt': 'a\n' } })
		commitAll(runtime)
		await runtime.prompt('ask somebody')
		for (const answer of ['once', 'no'] as const) {
			const { request } = await runtime.until('approval-request')
			await runtime.port.send({
				type: 'approve',
				approvalId: request.approvalId,
				decision: { answer },
			})
		}
		await runtime.until('run-end')
		const { text } = resultOf(runtime, 'c1')
		assert.match(text, /^made it\n\nWhat it changed is not merged: refused by the user/)
		const [, tree] = /stays in (\S+)\./.exec(text)!
		assert.equal(await readFile(join(tree!, 'new.txt'), 'utf8'), 'new\n')
		await assert.rejects(access(join(runtime.cwd, 'new.txt')))
	})

	test('needs a repository', async () => {
		const provider = routedProvider({
			'ask somebody': [toolCalls(delegate('c1', 'general', 'change it', isolated)), answer('done')],
		})
		const runtime = await startDelegating({ provider, files: { 'a.txt': 'a\n' } })
		await runtime.prompt('ask somebody')
		await runtime.until('run-end')
		assert.deepEqual(resultOf(runtime, 'c1'), {
			outcome: 'failed',
			text: `isolation: worktree needs a git repository, and ${runtime.cwd} is in none`,
		})
		assert.equal(eventsOf(runtime, 'agent-start').length, 0)
	})

	test('knows the folder it works in by its own path', async () => {
		const provider = routedProvider({
			'ask somebody': [toolCalls(delegate('c1', 'general', 'where are you', isolated)), answer('done')],
			'where are you': [toolCalls(['d1', 'shell', { command: 'pwd' }]), answer('here')],
		})
		const runtime = await startDelegating({ provider, files: { 'a.txt': 'a\n' } })
		commitAll(runtime)
		await runtime.prompt('ask somebody')
		await runtime.until('run-end')
		const { worktree } = eventsOf(runtime, 'agent-start')[0]!
		const [first, second] = provider.requests('where are you')
		assert.ok(JSON.stringify(first!.messages[0]).includes(worktree!))
		assert.ok(!JSON.stringify(first!.messages).includes(runtime.cwd))
		assert.ok(JSON.stringify(second!.messages.at(-1)).includes(worktree!))
		await assert.rejects(access(worktree!))
	})
})
