import assert from 'node:assert/strict'
import { describe, test } from 'vitest'
import { changedInput, claudeCalls } from '../../../src/extensions/hooks/claude-calls.ts'
import { fitsCondition } from '../../../src/extensions/hooks/hook-condition.ts'
import { fitsMatcher } from '../../../src/extensions/hooks/hook-matcher.ts'

const PLACE = { cwd: '/work/app', home: '/home/me' }

describe('matchers', () => {
	test('nothing and * are everything, words are names, anything else is searched for', () => {
		const fits = (matcher: string, ...names: string[]) => fitsMatcher(matcher, names)
		for (const all of ['', '*', ' ']) assert.ok(fits(all, 'Bash'))
		assert.ok(fits('Bash', 'shell', 'Bash'))
		assert.ok(fits('Edit|MultiEdit|Write', 'Write'))
		assert.ok(fits('Edit, Write', 'Write'))
		assert.ok(!fits('Bash', 'BashOutput'))
		assert.ok(!fits('bash', 'Bash'))
		assert.ok(fits('mcp__memory__.*', 'mcp__memory__create'))
		assert.ok(fits('mcp__.*__write.*', 'mcp__files__write_file'))
		assert.ok(fits('Notebook.*', 'NotebookEdit'))
		assert.ok(fits('^(Edit|Write)$', 'Edit'))
		assert.ok(!fits('^(Edit|Write)$', 'MultiEdit'))
		assert.ok(fits('apply_patch', 'apply_patch', 'Edit'))
	})
})

describe('calls in Claude’s words', () => {
	test('names, inputs and absolute paths', () => {
		const call = (tool: string, input: Record<string, never> | object) => {
			const [first] = claudeCalls(tool, JSON.parse(JSON.stringify(input)), PLACE)
			return [first?.name, first?.input]
		}
		assert.deepEqual(call('shell', { command: 'ls', timeout_ms: 5, background: true }), [
			'Bash',
			{ command: 'ls', timeout: 5, run_in_background: true },
		])
		assert.deepEqual(call('edit', { path: 'a.ts', old_text: 'a', new_text: 'b' }), [
			'Edit',
			{ file_path: '/work/app/a.ts', old_string: 'a', new_string: 'b' },
		])
		assert.deepEqual(call('read', { path: '~/x' }), ['Read', { file_path: '/home/me/x' }])
		assert.deepEqual(call('grep', { pattern: 'x', ignore_case: true }), [
			'Grep',
			{ pattern: 'x', '-i': true },
		])
		assert.deepEqual(call('mcp__a__b', { c: 1 }), ['mcp__a__b', { c: 1 }])
		assert.deepEqual(call('fetch', { url: 'https://a' }), ['WebFetch', { url: 'https://a' }])
	})

	test('a changed input comes back in ours, with what Claude has no word for', () => {
		assert.deepEqual(changedInput('shell', { command: 'a', cwd: 'sub' }, { command: 'b', timeout: 3 }), {
			cwd: 'sub',
			command: 'b',
			timeout_ms: 3,
		})
		assert.deepEqual(
			changedInput('edit', { path: 'a' }, { file_path: '/b', old_string: 'x', new_string: 'y' }),
			{
				path: '/b',
				old_text: 'x',
				new_text: 'y',
			},
		)
		assert.equal(changedInput('apply_patch', { patch: 'p' }, { file_path: '/b' }), undefined)
		assert.deepEqual(changedInput('mcp__a__b', { c: 1 }, { c: 2 }), { c: 2 })
	})
})

describe('if', () => {
	const fits = (condition: string, tool: string, input: object) =>
		claudeCalls(tool, JSON.parse(JSON.stringify(input)), PLACE).some(call =>
			fitsCondition(condition, call, PLACE),
		)

	test.each([
		['Bash', 'ls', true],
		['Bash(git *)', 'git status', true],
		['Bash(git *)', 'git', true],
		['Bash(git *)', 'gitk', false],
		['Bash(git commit:*)', 'git commit -m x', true],
		['Bash(git commit:*)', 'git push', false],
		['shell(git push)', 'git push', true],
		['Bash(git push)', 'cd x && git push', true],
		['Bash(git push)', 'A=1 git push', true],
		['Bash(rm *)', 'echo $(rm -rf x)', true],
		['Bash(* --force)', 'git push --force', true],
		['Bash(npm *)', 'ls; pwd', false],
		['Edit(*.ts)', 'ls', false],
		['not a rule(', 'ls', true],
		// Nobody can read through it.
		['Bash(git *)', 'eval "$X" <<', true],
	])('%s and the command %s: %s', (condition, command, wanted) => {
		assert.equal(fits(condition, 'shell', { command }), wanted)
	})

	test.each([
		['Edit(*.ts)', 'src/a.ts', true],
		['Edit(*.ts)', 'src/a.js', false],
		['Edit(src/**)', 'src/x/a.ts', true],
		['Edit(/src/**)', 'src/x/a.ts', true],
		['Edit(./src/**)', 'lib/a.ts', false],
		['Edit(//work/app/a)', 'a', true],
		['Edit(~/notes/**)', '~/notes/a', true],
		['Write(*.ts)', 'a.ts', true],
		['Read(*.ts)', 'a.ts', false],
	])('%s and an edit of %s: %s', (condition, path, wanted) => {
		assert.equal(fits(condition, 'edit', { path, old_text: '', new_text: '' }), wanted)
	})

	test('hosts', () => {
		assert.ok(fits('WebFetch(domain:example.com)', 'fetch', { url: 'https://example.com/a' }))
		assert.ok(!fits('WebFetch(domain:example.com)', 'fetch', { url: 'https://example.org/a' }))
		assert.ok(fits('mcp__memory__*', 'mcp__memory__add', {}))
	})
})
