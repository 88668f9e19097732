import assert from 'node:assert/strict'
import { describe, test } from 'vitest'
import { readAgentDefinitions } from '../../../src/extensions/agents/agent-definition.ts'
import type { ExtensionOrigin } from '../../../src/extensions/extension-files.ts'

const USER: ExtensionOrigin = { scope: 'user' }

function file(name: string, text: string, origin: ExtensionOrigin = USER) {
	return { name, text, origin, path: `/home/me/agents/${name}.md` }
}

async function read(...lines: readonly string[]) {
	const text = `---\ndescription: reviews\n${lines.join('\n')}\n---\nLook closely.\n`
	const { agents, problems } = await readAgentDefinitions({ agents: [file('reviewer', text)] })
	return { agent: agents[0], problems }
}

describe('agent definitions', () => {
	test('are read as Claude spells them', async () => {
		const { agent, problems } = await read(
			'name: code-reviewer',
			'tools: Read, Grep, Glob, Bash, LS, WebFetch, WebSearch, TodoWrite, MultiEdit, mcp__github__get_issue',
			'disallowedTools: Write',
			'model: sonnet',
			'effort: high',
			'maxTurns: 12',
			'permissionMode: plan',
			'skills:',
			'  - pdf',
			'isolation: worktree',
			'background: true',
			'color: purple',
		)
		assert.deepEqual(problems, [])
		assert.deepEqual(agent, {
			name: 'code-reviewer',
			description: 'reviews',
			prompt: 'Look closely.',
			tools: [
				'read',
				'grep',
				'glob',
				'shell',
				'list',
				'fetch',
				'web_search',
				'todo',
				'edit',
				'mcp__github__get_issue',
			],
			disallowedTools: ['write'],
			model: 'sonnet',
			effort: 'high',
			maxTurns: 12,
			permissionMode: 'plan',
			skills: ['pdf'],
			isolation: 'worktree',
			background: true,
			path: '/home/me/agents/reviewer.md',
			origin: USER,
		})
	})

	test('without a list of tools have their parent’s, and so with a star', async () => {
		assert.equal('tools' in (await read('model: inherit')).agent!, false)
		assert.equal('model' in (await read('model: inherit')).agent!, false)
		for (const all of ['tools: "*"', 'tools: *', 'tools: ["*"]'])
			assert.equal('tools' in (await read(all)).agent!, false, all)
	})

	test.for([
		['tools: Read, Sudo', ['read'], 'no tool "Sudo"'],
		['tools: Rread', [], 'Did you mean read'],
		['tools: Bash(git log:*), Read', ['read'], 'Bash(git log:*)'],
		['tools:', [], 'names none'],
		['tools: []', [], undefined],
		['tools: Read, NotebookEdit, ExitPlanMode', ['read'], undefined],
		['tools: read, shell', ['read', 'shell'], undefined],
		['tools: bash', ['shell'], undefined],
	] as const)('%j never grants more than it says', async ([line, tools, problem]) => {
		const { agent, problems } = await read(line)
		assert.deepEqual(agent?.tools, tools)
		assert.equal(problems.length, problem === undefined ? 0 : 1)
		if (problem !== undefined) assert.match(problems[0]!, new RegExp(problem.replaceAll(/[(*)]/g, '\\$&')))
	})

	test('tools that are switched off are taken away, and those switched on grant nothing', async () => {
		const { agent } = await read('tools:', '  write: false', '  bash: true')
		assert.deepEqual([agent?.tools, agent?.disallowedTools], [undefined, ['write']])
	})

	test('take away a tool whole where only a part of it is named', async () => {
		assert.deepEqual((await read('disallowedTools: Bash(rm:*)')).agent?.disallowedTools, ['shell'])
	})

	test.for([
		['maxTurns: -1', 'maxTurns'],
		['effort: extreme', '"extreme"'],
		['permissionMode: yolo', '"yolo"'],
		['isolation: container', '"container"'],
	] as const)('%j is named and not used', async ([line, named]) => {
		const { agent, problems } = await read(line)
		assert.deepEqual(Object.keys(agent!), ['name', 'description', 'prompt', 'path', 'origin'])
		assert.match(problems.join(), new RegExp(named))
	})

	test('the file names an agent that does not name itself; without a description there is none', async () => {
		const { agents, problems } = await readAgentDefinitions({
			agents: [
				file('team/tester', '---\ndescription: tests\n---\nTest it.'),
				file('silent', '---\nname: silent\n---\nText.'),
				file('README', '# Our agents\n'),
				file('taken', '---\nname: tools:taken\ndescription: a\n---\n'),
			],
		})
		assert.deepEqual(
			agents.map(({ name }) => name),
			['tester'],
		)
		assert.equal(problems.length, 2)
		assert.match(problems[0]!, /silent\.md: it has no description/)
		assert.match(problems[1]!, /"tools:taken"/)
	})

	test('the project’s hides the user’s, which is said; a plugin’s has the plugin’s name', async () => {
		const text = '---\nname: tester\ndescription: tests\n---\n'
		const { agents, problems } = await readAgentDefinitions({
			agents: [
				file('a', text),
				file('b', text, { scope: 'project' }),
				file('c', text, { scope: 'plugin', plugin: 'kit', root: '/p' }),
			],
		})
		assert.deepEqual(
			agents.map(({ name, path }) => [name, path]),
			[
				['kit:tester', '/home/me/agents/c.md'],
				['tester', '/home/me/agents/b.md'],
			],
		)
		assert.deepEqual(problems, [
			'The agent tester of /home/me/agents/a.md is hidden by the one of /home/me/agents/b.md.',
		])
	})
})
