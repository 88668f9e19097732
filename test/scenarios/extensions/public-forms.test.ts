// Folders in the forms that public projects use are read as they are: everything in them is found, and nothing is said
// that is not the author's fault.

import assert from 'node:assert/strict'
import { cp, mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, test } from 'vitest'
import { loadExtensionFiles } from '../../../src/runtime/extensions/load-extension-files.ts'
import { loadPlugins } from '../../../src/runtime/extensions/plugins/load-plugins.ts'
import { findPlugin } from '../../../src/runtime/extensions/plugins/plugin-source.ts'
import { installPlugin } from '../../../src/runtime/extensions/plugins/plugin-store.ts'
import { type ReadExtensions, readExtensions } from '../../../src/runtime/extensions/read-extensions.ts'
import { homeFolders } from '../../../src/workspace/places/home-folders.ts'
import { openFolder, trust } from '../../../src/workspace/trust/trust.ts'
import { temporaryFolder } from '../../support/sessions/temporary-folder.ts'

const FIXTURES = join(import.meta.dirname, '../../fixtures/extensions')

type Names = { commands?: readonly string[]; agents?: readonly string[]; skills?: readonly string[] }

const SETS: Readonly<Record<string, Names>> = {
	'team-commands': { commands: ['README', 'frontend:component', 'git:commit', 'review'] },
	'long-descriptions': { agents: ['code-reviewer', 'release-notes'] },
	'yaml-lists': { agents: ['security-auditor', 'tester'] },
	'neutral-skills': { skills: ['data-analysis', 'pdf-processing'] },
	'claude-skills': { skills: ['explain-code', 'fix-issue', 'unit'] },
	windows: { commands: ['deploy'], agents: ['helper'], skills: ['windows-notes'] },
	'monorepo/packages/web': { commands: ['ship'], skills: ['release'] },
	'hooks-and-servers': { commands: ['check'] },
	'switched-tools': { agents: ['docs-writer'] },
	'own-folders': { commands: ['release:notes'], agents: ['explorer'], skills: ['house-style'] },
	languages: { commands: ['übersetzen'], agents: ['翻訳'], skills: ['日本語'] },
	'odd-but-fine': {
		commands: ['empty-front', 'fence', 'my-command-v2', 'rule'],
		agents: ['folded'],
	},
}

async function read(set: string): Promise<ReadExtensions & { said: readonly string[] }> {
	const [name = '', ...below] = set.split('/')
	const root = await temporaryFolder()
	const home = await temporaryFolder()
	await cp(join(FIXTURES, name), root, { recursive: true })
	await mkdir(join(root, '.git'))
	const cwd = join(root, ...below)
	const folders = homeFolders({ env: {}, home, cwd })
	const found = await openFolder({ cwd, folders })
	const folder = await trust(found, folders)
	const files = await loadExtensionFiles({ home, folders, folder })
	const extensions = await readExtensions(files)
	return { ...extensions, said: [...found.problems, ...files.problems, ...extensions.problems] }
}

describe('a folder in the form of', () => {
	for (const [set, { commands = [], agents = [], skills = [] }] of Object.entries(SETS))
		test(set, async () => {
			const found = await read(set)
			assert.deepEqual(found.said, [])
			assert.deepEqual(
				[found.commands, found.agents, found.skills].map(each => each.map(({ name }) => name)),
				[commands, agents, skills],
			)
		})

	test('every set is looked at', async () => {
		const names = new Set(Object.keys(SETS).map(set => set.split('/')[0]))
		assert.deepEqual(
			(await readdir(FIXTURES)).filter(name => !names.has(name)),
			['marketplace'],
		)
	})
})

test('what stands in them is understood', async () => {
	const { agents } = await read('yaml-lists')
	const [auditor, tester] = agents
	assert.deepEqual(auditor?.tools, ['read', 'grep', 'glob', 'list', 'mcp__semgrep__scan'])
	assert.deepEqual([auditor?.background, auditor?.isolation, auditor?.effort], [true, 'worktree', 'high'])
	assert.deepEqual(tester?.tools, ['read', 'edit', 'shell', 'todo', 'shell_output'])
	assert.deepEqual(tester?.disallowedTools, ['fetch', 'web_search'])
	const { agents: reviewers } = await read('long-descriptions')
	assert.match(reviewers[0]!.description, /^Use this agent when .*<example>.*assistant: "Here it is: \.\.\."/)
	assert.equal(
		reviewers[1]!.description,
		'Writes release notes from commits. Use PROACTIVELY before a tag is set.',
	)
	const { skills } = await read('claude-skills')
	assert.deepEqual(
		skills.map(({ isForModel, isForUser, argumentHint }) => [isForModel, isForUser, argumentHint]),
		[
			[true, false, undefined],
			[false, true, '[issue] [branch]'],
			[true, true, undefined],
		],
	)
	const { agents: writers } = await read('switched-tools')
	assert.deepEqual([writers[0]?.tools, writers[0]?.disallowedTools], [undefined, ['shell']])
	const { agents: helpers, commands } = await read('windows')
	assert.equal(helpers[0]?.description, 'Helps: a lot')
	assert.equal(commands[0]?.text, 'Deploy to $1.')
})

test('a plugin of a marketplace is one by its folder', async () => {
	const place = { cwd: FIXTURES, home: FIXTURES, env: process.env }
	const { files, source } = await findPlugin('./marketplace/plugins/review', place)
	const data = await temporaryFolder()
	const [loaded] = await loadPlugins([await installPlugin({ name: 'review', source, files }, { data })])
	const { commands, agents, skills, problems } = await readExtensions(loaded)
	assert.deepEqual([...problems, ...loaded!.problems], [])
	assert.deepEqual(
		[...commands, ...agents, ...skills].map(({ name }) => name),
		['review:review', 'review:reviewer', 'review:checklist'],
	)
	assert.deepEqual([loaded!.hooks.length, loaded!.servers.length], [1, 1])
	await rm(data, { recursive: true })
})
