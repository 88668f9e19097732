// Folders that want harm: links out, giants, tens of thousands of files, bombs of YAML, names that a terminal would obey.
// None of them costs more than a moment, and nothing runs or is asked for before somebody has said yes.

import assert from 'node:assert/strict'
import { mkdirSync, writeFileSync } from 'node:fs'
import { mkdir, symlink } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { describe, test } from 'vitest'
import { loadExtensionFiles } from '../../../src/runtime/extensions/load-extension-files.ts'
import { readExtensions } from '../../../src/runtime/extensions/read-extensions.ts'
import { homeFolders } from '../../../src/workspace/places/home-folders.ts'
import { openFolder, trust } from '../../../src/workspace/trust/trust.ts'
import { layTraps, sprung, startAttacker } from '../../support/hostile-folder.ts'
import { makeDesk, runAgent } from '../../support/run-agent.ts'
import { temporaryFolder } from '../../support/sessions/temporary-folder.ts'
import { SOAK_TIMES } from '../../support/soak.ts'

/** At once: for thousands of files it takes a fifth of the time. */
function put(root: string, name: string, text: string | Uint8Array): void {
	mkdirSync(dirname(join(root, name)), { recursive: true })
	writeFileSync(join(root, name), text)
}

function many(root: string, folder: string, count: number, name: (index: number) => string): void {
	for (let index = 0; index < count; index++) put(root, join(folder, name(index)), 'x')
}

/** Trusts what there is, as a careless user would, and loads it. */
async function loadAll(root: string, home: string) {
	const folders = homeFolders({ env: {}, home, cwd: root })
	const found = await openFolder({ cwd: root, folders })
	const folder = found.standing === 'nothing' ? found : await trust(found, folders)
	const files = await loadExtensionFiles({ home, folders, folder })
	const extensions = await readExtensions(files)
	const problems = [...found.problems, ...files.problems, ...extensions.problems]
	return { extensions, problems }
}

const BOMB = `---\nname: a\ndescription: b\na: &a [x,x,x,x,x,x,x,x,x]\n${Array.from('bcdefghij', (name, index) => `${name}: &${name} [${Array(9).fill(`*${'abcdefghi'[index]}`).join(',')}]`).join('\n')}\n---\nrun`

const MANY_ENTRIES = SOAK_TIMES > 1 ? 10_000 : 3_000

const MANY: readonly (readonly [string, (root: string) => void])[] = [
	[
		'thousands of commands',
		(root: string) => many(root, '.claude/commands', MANY_ENTRIES, index => `${index}.md`),
	],
	[
		'thousands of folders of skills',
		(root: string) => many(root, '.agents/skills', MANY_ENTRIES, index => `${index}/SKILL.md`),
	],
	[
		'thousands of folders of nothing',
		(root: string) => many(root, '.agents/skills', MANY_ENTRIES, index => `${index}/a`),
	],
	[
		'thousands of other files',
		(root: string) => many(root, '.claude/agents', MANY_ENTRIES, index => `${index}.txt`),
	],
]

describe('a folder with', () => {
	for (const [what, lay] of MANY)
		test(`${what} is looked at in a moment`, async () => {
			const root = await temporaryFolder()
			await mkdir(join(root, '.git'))
			lay(root)
			const { extensions } = await loadAll(root, await temporaryFolder())
			assert.deepEqual([extensions.commands, extensions.skills, extensions.agents], [[], [], []])
		}, 120_000)

	test('giants, bombs, nesting, links and odd names holds nobody up, and what can be used of it is', async () => {
		const root = await temporaryFolder()
		await mkdir(join(root, '.git'))
		put(root, '.claude/commands/fine.md', 'Fine.')
		put(root, '.claude/commands/giant.md', Buffer.alloc(20_000_000, 'x'))
		put(root, '.claude/commands/bomb.md', BOMB)
		put(root, '.claude/agents/bomb.md', BOMB)
		put(root, '.agents/skills/bomb/SKILL.md', BOMB)
		put(root, '.claude/commands/deep.md', `---\na: ${'['.repeat(60_000)}\n---\nDeep.`)
		put(root, '.claude/commands/binary.md', Buffer.from([0xff, 0xfe, 0, 1, 2, 0x80]))
		put(root, `.claude/commands/${'d/'.repeat(40)}far.md`, 'far')
		put(root, '.claude/commands/\x1b[31mred\x1b]0;t\x07.md', 'odd')
		put(root, '.claude/commands/$(touch x);`id`.md', 'odd')
		put(
			root,
			'.claude/agents/odd.md',
			'---\nname: "a\\u001b[31m"\ndescription: "b\\u001b]0;t\\u0007"\n---\nodd',
		)
		put(root, '.agents/skills/\x1b[2J/SKILL.md', '---\nname: "\\u001b[2J"\ndescription: c\n---\n')
		await symlink('/etc/passwd', join(root, '.claude/commands/passwd.md'))
		await symlink('/etc', join(root, '.claude/commands/etc'))
		await symlink('/', join(root, '.agents/skills/root'))
		const { extensions, problems } = await loadAll(root, await temporaryFolder())
		const names = extensions.commands.map(({ name }) => name)
		assert.ok(names.includes('fine'))
		for (const name of names) assert.match(name, /^[\p{L}\p{N}_:-]+$/u)
		assert.ok(!names.includes('passwd') && !names.some(name => name.startsWith('etc')))
		assert.ok(JSON.stringify(extensions.commands).length < 500_000)
		assert.deepEqual(
			extensions.agents.map(({ name }) => name),
			['a'],
		)
		assert.deepEqual(
			extensions.skills.map(({ name }) => name),
			['a'],
		)
		assert.match(problems.join('\n'), /giant\.md is larger than/)
	}, 60_000)
})

describe('the program in a folder that is not trusted', () => {
	test('runs none of it and asks nobody, whatever is called', async () => {
		const [attacker, desk] = await Promise.all([startAttacker(), makeDesk()])
		const traps = join(desk.home, '../traps')
		await layTraps(desk.cwd, { attacker: attacker.url, traps })
		put(
			desk.cwd,
			'.claude/skills/run/SKILL.md',
			`---\nname: run\ndescription: r\n---\n!\`touch ${traps}/skill\``,
		)
		for (const prompt of ['/go', '/run', 'use $cook and $run', 'hello']) {
			const { code } = await runAgent(['run', '-m', 'demo', '--yolo', prompt], { desk })
			assert.equal(code, 0)
		}
		for (const line of [
			['skills', 'list'],
			['skills', 'validate'],
			['plugin', 'add', '.'],
			['plugin', 'add', desk.cwd],
			['plugin', 'list'],
		])
			await runAgent(line, { desk })
		assert.deepEqual(await sprung(traps), [])
		assert.deepEqual(attacker.requests, [])
		await attacker.close()
		await desk.remove()
	}, 120_000)
})
