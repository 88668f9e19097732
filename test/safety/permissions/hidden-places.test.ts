// What a rule hides below a folder that may be looked into. Every search is done with ripgrep and without.

import assert from 'node:assert/strict'
import { symlink } from 'node:fs/promises'
import { describe, test } from 'vitest'
import type { Files } from '../../../src/core/host.ts'
import { locate } from '../../../src/safety/paths/paths.ts'
import { hiddenPlaces } from '../../../src/safety/permissions/hidden-places.ts'
import { createGlobTool } from '../../../src/tools/builtin/glob.ts'
import { createGrepTool } from '../../../src/tools/builtin/grep.ts'
import { createListTool } from '../../../src/tools/builtin/list.ts'
import { createReadTool } from '../../../src/tools/builtin/read.ts'
import type { Tool } from '../../../src/tools/executor/tool.ts'
import { findRipgrep } from '../../../src/tools/search/ripgrep.ts'
import { openWorkFolder, type WorkFolder } from '../../support/tools/work-folder.ts'
import { writtenRules } from '../../support/tools/written-rules.ts'

const CONTENT = {
	'a.txt': 'key',
	'sub/b.txt': 'key',
	'sub/deep/c.pem.txt': 'key',
	'secret/one.txt': 'key',
	'secret/two.txt': 'none',
	'secret/more/three.txt': 'key',
}

async function under(rules: readonly string[], content: Record<string, string> = CONTENT) {
	const folder = await openWorkFolder(content)
	const deps = {
		...folder.deps,
		permissions: { rules: () => writtenRules(...rules), root: folder.root },
	}
	const say = (tool: Tool, input: object) => folder.say(tool, input)
	return {
		folder,
		grep: async (input: object) => {
			const [one, other] = await Promise.all(
				[findRipgrep, () => undefined].map(ripgrep => say(createGrepTool(deps, ripgrep) as Tool, input)),
			)
			assert.equal(one, other, 'ripgrep says something else')
			return one!
		},
		glob: async (pattern: string, path = '.') => {
			const text = await say(createGlobTool(deps) as Tool, { pattern, path })
			return text.slice(4).split('\n').sort()
		},
		list: (path = '.') => say(createListTool(deps) as Tool, { path }),
		read: (path: string) => say(createReadTool(deps) as Tool, { path }),
	}
}

const left = (count: string, rule: string) => `[${count} left out: the rule ${rule} in the test denies it]`

describe('grep', () => {
	test('leaves out what a rule denies, and says how much of it and by which rule', async () => {
		const { grep } = await under(['deny read(secret/**)'])
		assert.equal(
			await grep({ pattern: 'key' }),
			`ok: a.txt:1: key\nsub/b.txt:1: key\nsub/deep/c.pem.txt:1: key\n${left('1 place', 'read(secret/**)')}`,
		)
		assert.equal(await grep({ pattern: 'key', path: 'sub', glob: 'b*' }), 'ok: sub/b.txt:1: key')
	})

	test('counts the same whatever was looked for, so that the number tells nothing of the content', async () => {
		const { grep } = await under(['deny read(secret/*.txt)', 'deny read(**/*.pem.*)'])
		const notes = [left('2 places', 'read(secret/*.txt)'), left('1 place', 'read(**/*.pem.*)')]
		for (const input of [{ pattern: 'none' }, { pattern: 'never' }, { pattern: 'never', glob: '*.ts' }]) {
			const [first, ...said] = (await grep(input)).split('\n')
			assert.deepEqual([first, said.sort()], ['ok: nothing found', notes.sort()])
		}
	})

	test('counts only what it would have searched: nothing that git ignores, and no links', async () => {
		const { grep, folder } = await under(['deny read(secret/**)', 'deny read(dist)'], {
			...CONTENT,
			'.gitignore': 'dist\n',
			'dist/x.txt': 'key',
		})
		await symlink('secret/one.txt', folder.path('harmless'))
		await symlink('secret', folder.path('folder'))
		assert.equal(await grep({ pattern: 'never' }), `ok: nothing found\n${left('1 place', 'read(secret/**)')}`)
	})

	test('knows what is hidden by both names of the folder it starts in', async () => {
		for (const rule of ['deny read(there/x/**)', 'deny read(real/x/**)']) {
			const { grep, folder } = await under([rule], { 'real/x/a.txt': 'key', 'real/y.txt': 'key' })
			await symlink('real', folder.path('there'))
			const note = left('1 place', rule.slice(5))
			assert.equal(await grep({ pattern: 'key', path: 'there' }), `ok: there/y.txt:1: key\n${note}`, rule)
			assert.equal(await grep({ pattern: 'key', path: 'real' }), `ok: real/y.txt:1: key\n${note}`, rule)
			assert.equal(await grep({ pattern: 'key' }), `ok: real/y.txt:1: key\n${note}`, rule)
		}
	})

	test('does not tell upper from lower case where a rule stands', async () => {
		const { grep } = await under(['deny read(SECRET/**)'])
		assert.match(await grep({ pattern: 'key' }), /^ok: a\.txt:1: key\nsub[\s\S]*\n\[1 place left out/)
	})

	test('leaves out what a rule says to ask about, until it is named', async () => {
		const { grep } = await under(['ask read(secret/**)'])
		assert.match(
			await grep({ pattern: 'three|key' }),
			/txt:1: key\n\[1 place left out: the rule read\(secret\/\*\*\) in the test says to ask; name what/,
		)
		assert.equal(
			await grep({ pattern: 'key', path: 'secret' }),
			'ok: secret/more/three.txt:1: key\nsecret/one.txt:1: key',
		)
	})

	test('keeps out of files with secrets also when it starts in the folder that makes them secrets', async () => {
		const { grep } = await under([], { '.aws/credentials': 'key', '.aws/readme': 'key' })
		assert.equal(await grep({ pattern: 'key', path: '.aws' }), 'ok: .aws/readme:1: key')
		assert.equal(await grep({ pattern: 'key' }), 'ok: .aws/readme:1: key')
	})
})

describe('glob and list', () => {
	test('do not name what a rule denies', async () => {
		const { glob, list } = await under(['deny read(secret/**)'])
		const note = left('1 place', 'read(secret/**)')
		assert.deepEqual(await glob('**/*.txt'), [note, 'a.txt', 'sub/b.txt', 'sub/deep/c.pem.txt'].sort())
		assert.deepEqual(await glob('secret/*'), [note, 'nothing found'].sort())
		assert.equal(await list(), `ok: sub/\na.txt\n${note}`)
		assert.equal(await list('sub'), 'ok: deep/\nb.txt')
	})

	test('do not name a link that leads to it either', async () => {
		const { glob, list, folder } = await under(['deny read(secret/**)'])
		await symlink('../secret/one.txt', folder.path('sub/harmless'))
		await symlink('harmless', folder.path('sub/chain'))
		await symlink('../a.txt', folder.path('sub/plain'))
		const note = left('2 places', 'read(secret/**)')
		assert.equal(await list('sub'), `ok: deep/\nb.txt\nplain@\n${note}`)
		assert.deepEqual(await glob('*', 'sub'), [note, 'sub/b.txt', 'sub/plain'].sort())
	})

	test('name files with credentials: that they are there is no secret', async () => {
		const { glob, list } = await under([], { '.env': 'A=1', 'x.pem': '' })
		assert.deepEqual(await glob('*'), ['.env', 'x.pem'])
		assert.equal(await list(), 'ok: .env\nx.pem')
	})

	test('say nothing of an empty folder but that something was left out', async () => {
		const { list } = await under(['deny read(**/*.txt)'], { 'x/a.txt': '' })
		assert.equal(await list('x'), `ok: ${left('1 place', 'read(**/*.txt)')}`)
	})
})

test('read does not propose a name that a rule hides', async () => {
	const { read } = await under(['deny read(**/*two.txt)'])
	assert.equal(await read('secret/owe.txt'), 'failed: there is no file secret/owe.txt; there is one.txt')
	assert.equal(await read('secret/tw.txt'), 'failed: there is no file secret/tw.txt')
})

test('where no rule is about the folder, its files are not looked at for one', async () => {
	const counted = async (rules: readonly string[], path: string) => {
		const { folder } = await under(rules)
		const { files, calls } = counting(folder)
		const place = await locate(path, folder.workspace, folder.host.files)
		const deps = {
			workspace: folder.workspace,
			permissions: { rules: () => writtenRules(...rules), root: folder.root },
		}
		const hidden = await hiddenPlaces(place, deps, files)
		await hidden?.countAll(new AbortController().signal)
		return { isLookedFor: hidden !== undefined, calls: calls() }
	}
	const nothing = { isLookedFor: false, calls: [] }
	assert.deepEqual(await counted([], '.'), nothing)
	assert.deepEqual(
		await counted(['allow read(/etc/**)', 'deny edit(sub/**)', 'deny shell(ls)'], '.'),
		nothing,
	)
	// One look at where the rule's own path leads.
	assert.deepEqual(await counted(['deny read(secret/**)'], 'sub'), { isLookedFor: true, calls: ['realPath'] })
})

/** The real files, and what was asked of them. */
function counting({ host }: WorkFolder): { files: Files; calls(): readonly string[] } {
	const calls: string[] = []
	const files = new Proxy(host.files, {
		get(target, name, receiver) {
			calls.push(String(name))
			return Reflect.get(target, name, receiver)
		},
	})
	return { files, calls: () => calls }
}
