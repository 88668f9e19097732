// Every way to spell a path that leads out of the workspace, to what is protected or to what a rule denies, through
// every file tool. Each call goes the whole way through `execute`; nobody is there to say yes.

import assert from 'node:assert/strict'
import { link, mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, test } from 'vitest'
import type { ApprovalMode } from '../../../src/core/approval.ts'
import { textOf } from '../../../src/core/messages.ts'
import { nodeClock } from '../../../src/runtime/host/clock.ts'
import { PROTECTED_FILES, PROTECTED_FOLDERS } from '../../../src/safety/paths/protected-paths.ts'
import { createApplyPatchTool } from '../../../src/tools/builtin/apply-patch.ts'
import { createEditTool } from '../../../src/tools/builtin/edit.ts'
import { createGlobTool } from '../../../src/tools/builtin/glob.ts'
import { createGrepTool } from '../../../src/tools/builtin/grep.ts'
import { createListTool } from '../../../src/tools/builtin/list.ts'
import { createReadTool } from '../../../src/tools/builtin/read.ts'
import { createWriteTool } from '../../../src/tools/builtin/write.ts'
import { ruledCalls } from '../../../src/tools/executor/ruled-call.ts'
import type { Tool } from '../../../src/tools/executor/tool.ts'
import { callOf, executed, executing } from '../../support/tools/executing.ts'
import { openWorkFolder, type WorkFolder } from '../../support/tools/work-folder.ts'
import { writtenRules } from '../../support/tools/written-rules.ts'

const SECRET = 'the-secret-outside'

/** What each tool is given to get at the file or folder `path`. */
const READING = {
	read: (path: string) => ({ path }),
	list: (path: string) => ({ path }),
	glob: (path: string) => ({ pattern: '**', path }),
	grep: (path: string) => ({ pattern: '.', path }),
}
const CHANGING = {
	write: (path: string) => ({ path, content: 'overwritten' }),
	edit: (path: string) => ({ path, old_text: SECRET, new_text: 'overwritten' }),
	'edit that creates': (path: string) => ({ path, old_text: '', new_text: 'overwritten' }),
	'apply_patch that updates': (path: string) => patch(`*** Update File: ${path}\n-${SECRET}\n+overwritten`),
	'apply_patch that adds': (path: string) => patch(`*** Add File: ${path}\n+overwritten`),
	'apply_patch that deletes': (path: string) => patch(`*** Delete File: ${path}`),
	'apply_patch that moves there': (path: string) =>
		patch(`*** Update File: mine.txt\n*** Move to: ${path}\n-mine\n+overwritten`),
	'apply_patch that moves away': (path: string) =>
		patch(`*** Update File: ${path}\n*** Move to: taken.txt\n-${SECRET}\n+overwritten`),
}
const ALL = { ...READING, ...CHANGING }
type How = keyof typeof ALL

function patch(body: string): { patch: string } {
	return { patch: `*** Begin Patch\n${body}\n*** End Patch` }
}

async function scene(rules: readonly string[] = []) {
	const folder = await openWorkFolder({ 'mine.txt': 'mine\n', 'sub/own.txt': 'own\n' })
	const { outside, root } = folder
	await mkdir(join(outside, 'deep'))
	for (const name of ['secret.txt', 'deep/secret.txt']) await writeFile(join(outside, name), `${SECRET}\n`)
	const evil = `${root}-evil`
	await mkdir(evil)
	await writeFile(join(evil, 'secret.txt'), `${SECRET}\n`)
	const permissions = { rules: () => writtenRules(...rules), root, workspace: folder.workspace }
	const deps = { ...folder.deps, permissions }
	const tools = [
		createReadTool(deps),
		createListTool(deps),
		createGlobTool(deps),
		createGrepTool(deps),
		createWriteTool(deps),
		createEditTool(deps),
		createApplyPatchTool(deps),
	] as Tool[]
	const call = async (how: How, path: string, mode: ApprovalMode = { kind: 'auto-edit' }) => {
		const result = await executed(
			callOf(how.split(' ')[0]!, ALL[how](path)),
			executing(tools, {
				host: { ...folder.host, clock: nodeClock },
				policy: () => ({ mode, sessionGrants: new Set(), yolo: false }),
				permissions: ruledCalls(permissions),
			}),
		)
		return `${result.outcome}: ${textOf(result.content)}`
	}
	/** As if the user had once let the model read them, so that nothing but the path stands in the way. */
	const see = async (...paths: string[]) => {
		for (const path of paths) await folder.call(createReadTool(folder.deps), { path })
	}
	return { folder, evil, call, see }
}

/** All files below a folder and what is in them. */
async function contentOf(folder: string): Promise<Record<string, string>> {
	const entries = await readdir(folder, { recursive: true, withFileTypes: true })
	const files = entries.filter(entry => entry.isFile()).map(entry => join(entry.parentPath, entry.name))
	return Object.fromEntries(
		await Promise.all(
			files.sort().map(async path => [path.slice(folder.length), await readFile(path, 'utf8')] as const),
		),
	)
}

type Way = { name: string; path: string; make?(folder: WorkFolder): Promise<void> }

const linked = (from: string, to: (folder: WorkFolder) => string) => (folder: WorkFolder) =>
	symlink(to(folder), folder.path(from))

const WAYS_OUT: readonly Way[] = [
	{ name: 'a link to a file', path: 'way', make: linked('way', f => join(f.outside, 'secret.txt')) },
	{ name: 'a link to a folder', path: 'way', make: linked('way', f => f.outside) },
	{ name: 'a file behind a linked folder', path: 'way/secret.txt', make: linked('way', f => f.outside) },
	{ name: 'a new file behind a linked folder', path: 'way/new.txt', make: linked('way', f => f.outside) },
	{ name: 'a new folder behind a linked one', path: 'way/a/b/new.txt', make: linked('way', f => f.outside) },
	{ name: 'a dangling link', path: 'way', make: linked('way', f => join(f.outside, 'new.txt')) },
	{
		name: 'a dangling link to a folder that is missing',
		path: 'way',
		make: linked('way', f => join(f.outside, 'none/new.txt')),
	},
	{
		name: 'a chain of links',
		path: 'first',
		async make(folder) {
			await linked('first', () => 'second')(folder)
			await linked('second', () => 'sub/third')(folder)
			await linked('sub/third', f => join(f.outside, 'deep/secret.txt'))(folder)
		},
	},
	{
		name: 'a link by a relative path',
		path: 'sub/way/secret.txt',
		make: linked('sub/way', () => '../../outside'),
	},
	{ name: 'dots', path: '../outside/secret.txt' },
	{ name: 'dots behind a folder', path: 'sub/../../outside/secret.txt' },
	{ name: 'dots to a new file', path: '../outside/new.txt' },
	{ name: 'a neighbour that begins with the same letters', path: '../work-evil/secret.txt' },
	{ name: 'the folder of that neighbour', path: '../work-evil' },
	{
		name: 'a link to that neighbour',
		path: 'way/secret.txt',
		make: linked('way', f => `${f.root}-evil`),
	},
]

const REFUSED = /^refused: not run: it needs an approval and nobody is there/
/** What cannot be done anyway is not judged: it says so, and does nothing. */
const REFUSED_OR_HOPELESS = new RegExp(
	`${REFUSED.source}|^failed: (?:there is no file|.* (?:exists already|exists, so|exists and was not read|is a folder))`,
)

describe('what leads out of the workspace is neither read nor changed', () => {
	for (const how of Object.keys(ALL) as How[])
		test(`by ${how}`, async () => {
			for (const { name, path, make } of WAYS_OUT) {
				const { folder, evil, call, see } = await scene()
				await make?.(folder)
				await see(path, 'mine.txt')
				const before = [await contentOf(folder.outside), await contentOf(evil)]
				const mine = await contentOf(folder.root)
				const said = await call(how, path)
				assert.match(said, how in READING ? REFUSED : REFUSED_OR_HOPELESS, `${name}: ${said}`)
				assert.ok(!said.includes(SECRET) && !said.includes('deep'), `${name}: ${said}`)
				assert.deepEqual([await contentOf(folder.outside), await contentOf(evil)], before, name)
				assert.deepEqual(await contentOf(folder.root), mine, name)
			}
		})

	test('and the same by an absolute path', async () => {
		const { folder, evil, call } = await scene()
		for (const how of Object.keys(ALL) as How[])
			for (const path of [join(folder.outside, 'secret.txt'), join(evil, 'secret.txt'), '/etc/passwd'])
				assert.match(await call(how, path), how in READING ? REFUSED : REFUSED_OR_HOPELESS, `${how} ${path}`)
	})

	test('while links that stay inside are as good as any other path', async () => {
		for (const path of ['way', 'folder/own.txt', 'chain']) {
			const { folder, call, see } = await scene()
			await symlink('sub/own.txt', folder.path('way'))
			await symlink('sub', folder.path('folder'))
			await symlink('way', folder.path('chain'))
			assert.match(await call('read', path), /^ok: 1\town/)
			assert.match(await call('grep', path), /own\.txt:1: own|way:1: own|chain:1: own/)
			await see(path)
			assert.match(await call('write', path), /^ok: /, path)
			assert.equal(await folder.read('sub/own.txt'), 'overwritten', path)
		}
	})
})

describe('a file that has a second name outside', () => {
	async function hardLinked() {
		const all = await scene()
		const { folder } = all
		await link(join(folder.outside, 'secret.txt'), folder.path('second.txt'))
		const outside = () => readFile(join(folder.outside, 'secret.txt'), 'utf8')
		return { ...all, outside }
	}

	test('is read and searched: nobody can tell the two apart, and pnpm makes thousands of them', async () => {
		const { call } = await hardLinked()
		assert.match(await call('read', 'second.txt'), /^ok: 1\tthe-secret-outside/)
		assert.match(await call('grep', 'second.txt'), /^ok: second\.txt:1: the-secret-outside/)
	})

	for (const how of Object.keys(CHANGING) as How[])
		test(`keeps its content there under ${how}`, async () => {
			const { call, see, outside } = await hardLinked()
			await see('second.txt', 'mine.txt')
			const said = await call(how, 'second.txt')
			const isNew = /creates|adds|moves there/.test(how)
			assert.match(said, isNew ? /^failed: / : /^ok: /, said)
			assert.equal(await outside(), `${SECRET}\n`)
		})
})

describe('what is protected is so in any case of letters', () => {
	const spellings = (name: string) => [
		...new Set([name, name.toUpperCase(), mixed(name), mixed(name.toUpperCase()), capital(name)]),
	]
	const names = [...[...PROTECTED_FOLDERS.keys()].map(name => `${name}/x`), ...PROTECTED_FILES.keys()]
	for (const name of names)
		test(name, async () => {
			const { folder, call, see } = await scene()
			await see('mine.txt')
			for (const path of spellings(name))
				for (const how of ['write', 'edit that creates', 'apply_patch that adds'] as const)
					for (const kind of ['auto-edit', 'all'] as const)
						assert.match(await call(how, path, { kind }), REFUSED, `${how} ${path}`)
			assert.deepEqual(Object.keys(await contentOf(folder.root)), ['/mine.txt', '/sub/own.txt'])
		})

	const secrets = [
		'.env',
		'id_rsa',
		'.ssh/key',
		'server.pem',
		'.npmrc',
		'.aws/credentials',
		'credentials.json',
	]
	for (const name of secrets)
		test(`${name}, which nobody reads unasked, and no search shows`, async () => {
			const { folder, call } = await scene()
			for (const path of spellings(name)) await folder.write(path, `${SECRET}\n`)
			for (const path of spellings(name)) {
				assert.match(await call('read', path, { kind: 'all' }), /^refused: /, path)
				assert.match(await call('grep', path, { kind: 'all' }), /^refused: /, path)
			}
			const said = await call('grep', '.')
			assert.ok(said.startsWith('ok: mine.txt:1: mine') && !said.includes(SECRET), said)
		})
})

function mixed(name: string): string {
	return [...name].map((letter, at) => (at % 2 === 0 ? letter : swapped(letter))).join('')
}

function swapped(letter: string): string {
	return letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase()
}

function capital(name: string): string {
	return name.replace(/[a-z]/, letter => letter.toUpperCase())
}

describe('names of other systems are refused', () => {
	const names = [
		'\\\\?\\C:\\x',
		'\\\\server\\share\\x',
		'C:\\x',
		'c:/x',
		'\\??\\C:\\x',
		'//?/C:/x',
		'//./x',
		'x\0y',
	]
	for (const how of Object.keys(ALL) as How[])
		test(`by ${how}`, async () => {
			const { folder, call, see } = await scene()
			await see('mine.txt')
			const before = await contentOf(folder.root)
			for (const path of names) {
				const said = await call(how, path, { kind: 'all' })
				assert.match(said, /^failed: .*another system/s, `${path}: ${said}`)
			}
			assert.deepEqual(await contentOf(folder.root), before)
		})
})

describe('what a rule denies is denied by every name', () => {
	const ways: readonly Way[] = [
		{ name: 'its own', path: 'sub/own.txt' },
		{ name: 'other letters', path: 'SUB/Own.TXT' },
		{ name: 'dots', path: 'sub/../sub/./own.txt' },
		{ name: 'a link to it', path: 'way', make: linked('way', () => 'sub/own.txt') },
		{ name: 'a link to its folder', path: 'way/own.txt', make: linked('way', () => 'sub') },
		{ name: 'a dangling link into the folder', path: 'way', make: linked('way', () => 'sub/new.txt') },
		{ name: 'a new file behind a linked folder', path: 'way/new.txt', make: linked('way', () => 'sub') },
		{
			name: 'a chain of links',
			path: 'first',
			async make(folder) {
				await linked('first', () => 'second')(folder)
				await linked('second', () => 'sub/own.txt')(folder)
			},
		},
	]
	const rules = ['deny read(sub/**)', 'deny read(sub)', 'deny read(link/**)']
	const hows = [
		'read',
		'list',
		'glob',
		'grep',
		'write',
		'edit that creates',
		'apply_patch that adds',
	] as const
	for (const rule of rules)
		for (const how of hows)
			test(`${rule}, ${how}`, async () => {
				for (const { name, path, make } of ways) {
					const { folder, call } = await scene([rule])
					await symlink('sub', folder.path('link'))
					await make?.(folder)
					const before = await contentOf(folder.root)
					const said = await call(how, path, { kind: 'all' })
					const isHopeless = /exists (?:already|and was not read)|exists, so old_text/.test(said)
					if (!isHopeless)
						assert.ok(said.includes(`the rule ${rule.slice(5)} in the test denies it`), `${name}: ${said}`)
					assert.deepEqual(await contentOf(folder.root), before, name)
				}
			})
})
