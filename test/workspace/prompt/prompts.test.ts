import assert from 'node:assert/strict'
import { describe, test } from 'vitest'
import { createApplyPatchTool } from '../../../src/tools/builtin/apply-patch.ts'
import { createEditTool } from '../../../src/tools/builtin/edit.ts'
import { createReadTool } from '../../../src/tools/builtin/read.ts'
import { createShellTool } from '../../../src/tools/builtin/shell.ts'
import { createTodoTool } from '../../../src/tools/builtin/todo.ts'
import { createWriteTool } from '../../../src/tools/builtin/write.ts'
import { createRegistry } from '../../../src/tools/executor/registry.ts'
import { createBackgroundCommands } from '../../../src/tools/process/background-commands.ts'
import { environmentNote } from '../../../src/workspace/prompt/environment-note.ts'
import { systemPrompt } from '../../../src/workspace/prompt/system-prompt.ts'
import { openWorkFolder } from '../../support/tools/work-folder.ts'

const bare = { hasTools: false, guidance: [] }

/** As the tools have it that say how to work with them. */
async function guidanceOf(...names: readonly string[]) {
	const { deps } = await openWorkFolder()
	const shell = { ...deps, background: createBackgroundCommands() }
	const tools = [
		createReadTool(deps),
		createEditTool(deps),
		createWriteTool(deps),
		createApplyPatchTool(deps),
		createShellTool(shell),
		createTodoTool(deps),
	]
	return createRegistry(tools, names.length > 0 ? names : undefined).guidance
}

describe('the system prompt', () => {
	test('is short: four characters a token make it less than 900', async () => {
		const guidance = await guidanceOf()
		assert.ok(systemPrompt({ hasTools: true, guidance, interactive: true }).length < 3_600)
	})

	test('says nothing about tools the agent does not have, and nothing twice', async () => {
		const headings = (hasTools: boolean, guidance: readonly string[]) =>
			Array.from(
				systemPrompt({ hasTools, guidance, interactive: false }).matchAll(/^# (.*)$/gm),
				match => match[1],
			)
		assert.deepEqual(headings(true, await guidanceOf()), [
			...['How to work', 'Tools', 'Changing files', 'Shell', 'Plan', 'Approvals', 'What to trust', 'Answers'],
		])
		assert.deepEqual(headings(true, await guidanceOf('read')), [
			'How to work',
			'Tools',
			'Approvals',
			'What to trust',
			'Answers',
		])
		assert.deepEqual(headings(true, await guidanceOf('write', 'read')).slice(1, 3), [
			'Tools',
			'Changing files',
		])
		assert.deepEqual(headings(false, []), ['How to work', 'What to trust', 'Answers'])
	})

	test('tells whether somebody is there to be asked', () => {
		assert.match(systemPrompt({ ...bare, interactive: true }), /The developer is at the terminal/)
		assert.match(systemPrompt({ ...bare, interactive: false }), /Nobody is at the terminal/)
	})

	test('can be replaced, added to, or both', () => {
		const base = { ...bare, interactive: true }
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
