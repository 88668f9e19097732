import assert from 'node:assert/strict'
import { describe, test } from 'vitest'
import { environmentNote } from '../../src/workspace/environment-note.ts'
import { systemPrompt } from '../../src/workspace/system-prompt.ts'

const ALL_TOOLS = [
	'read',
	'list',
	'glob',
	'grep',
	'write',
	'edit',
	'apply_patch',
	'shell',
	'todo',
	'ask_user',
]

describe('the system prompt', () => {
	test('is short: four characters a token make it less than 900', () => {
		assert.ok(systemPrompt({ tools: ALL_TOOLS, interactive: true }).length < 3_600)
	})

	test('says nothing about tools the agent does not have', () => {
		const headings = (tools: readonly string[]) =>
			Array.from(systemPrompt({ tools, interactive: false }).matchAll(/^# (.*)$/gm), match => match[1])
		assert.deepEqual(headings(ALL_TOOLS), [
			...['How to work', 'Changing files', 'Tools', 'Shell', 'Plan', 'Approvals', 'What to trust', 'Answers'],
		])
		assert.deepEqual(headings(['read', 'grep']), [
			'How to work',
			'Tools',
			'Approvals',
			'What to trust',
			'Answers',
		])
		assert.deepEqual(headings([]), ['How to work', 'What to trust', 'Answers'])
	})

	test('tells whether somebody is there to be asked', () => {
		assert.match(systemPrompt({ tools: [], interactive: true }), /The developer is at the terminal/)
		assert.match(systemPrompt({ tools: [], interactive: false }), /Nobody is at the terminal/)
	})

	test('can be replaced, added to, or both', () => {
		const base = { tools: [], interactive: true }
		assert.equal(systemPrompt({ ...base, replacement: 'mine' }), 'mine')
		assert.equal(systemPrompt({ ...base, replacement: 'mine', addition: 'more' }), 'mine\n\nmore')
		assert.equal(systemPrompt({ ...base, addition: 'more' }), `${systemPrompt(base)}\n\nmore`)
		assert.equal(systemPrompt({ ...base, replacement: '' }), '')
	})
})

describe('the environment note', () => {
	const place = { cwd: '/repo', projectRoot: '/repo', platform: 'linux', date: '2026-11-21' }

	test('says where and when', () => {
		assert.equal(
			environmentNote({ ...place, git: undefined }),
			'<environment>\nWorking folder: /repo\nPlatform: linux\nDate: 2026-11-21\nNot a git repository.\n</environment>',
		)
	})

	test('names the root when it is another folder, the branch, and what had changed', () => {
		const lines = Array.from({ length: 22 }, (_, index) => ` M file-${index}`)
		const note = environmentNote({
			...place,
			cwd: '/repo/app',
			git: { branch: 'main', status: `${lines.join('\n')}\n` },
		})
		assert.deepEqual(note.split('\n'), [
			'<environment>',
			'Working folder: /repo/app',
			'Project root: /repo',
			'Platform: linux',
			'Date: 2026-11-21',
			'Git branch: main',
			'Git status when the session began:',
			...lines.slice(0, 20),
			'… and 2 more',
			'</environment>',
		])
	})

	test('tells a clean work tree from one that was not looked at', () => {
		assert.match(
			environmentNote({ ...place, git: { branch: undefined, status: '' } }),
			/unknown\nGit status: clean\n/,
		)
		assert.doesNotMatch(environmentNote({ ...place, git: { branch: 'main' } }), /status/)
	})
})
