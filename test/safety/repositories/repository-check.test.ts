import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeEach, describe, test } from 'vitest'
import type { Files } from '../../../src/core/host.ts'
import { createNodeFiles } from '../../../src/runtime/host/files.ts'
import { linkedRepositories } from '../../../src/safety/repositories/git-index.ts'
import { newRepositoryMemory } from '../../../src/safety/repositories/remembered-files.ts'
import { type RepositoryReach, repositoryProblem } from '../../../src/safety/repositories/repository-check.ts'
import { assessCommand } from '../../../src/safety/shell-policy/assess-command.ts'
import { GIT_ENVIRONMENT } from '../../../src/safety/shell-policy/programs/git.ts'

const base = await realpath(await mkdtemp(join(tmpdir(), 'repository-check-')))
afterAll(() => rm(base, { recursive: true, force: true }))

const home = join(base, 'home')
const work = join(base, 'work')
const disk = createNodeFiles()

function bash(script: string, cwd = work): string {
	const { status, stdout, stderr } = spawnSync('bash', ['-ec', `${WHO}\n${script}`], {
		cwd,
		env: { PATH: process.env.PATH, HOME: home, GIT_CONFIG_NOSYSTEM: '1', GIT_TEMPLATE_DIR: '', BASE: base },
		encoding: 'utf8',
	})
	assert.equal(status, 0, stderr)
	return stdout
}

const WHO = `export GIT_AUTHOR_NAME=a GIT_AUTHOR_EMAIL=a@b GIT_COMMITTER_NAME=a GIT_COMMITTER_EMAIL=a@b
commit() { git "$@" commit -q --allow-empty -m x; }`

type Where = {
	reach?: RepositoryReach
	folder?: string
	roots?: readonly string[]
	readableRoots?: readonly string[]
	files?: Files
}

const found = ({ folder = '', roots = [work], readableRoots = [], files = disk, reach }: Where = {}) =>
	repositoryProblem(
		join(work, folder),
		{ files, roots, readableRoots, home, memory: newRepositoryMemory() },
		reach,
	)

const problem = async (where?: Where) => (await found(where))?.reason

beforeEach(async () => {
	await rm(base, { recursive: true, force: true })
	await Promise.all([home, work].map(folder => mkdir(folder, { recursive: true })))
	bash('git init -q; commit; git init -q "$BASE/other"; commit -C "$BASE/other"')
})

/** What leads out of the workspace, and the folder git is started in. */
const OUTSIDE: Readonly<Record<string, { bash: string; folder?: string; says: RegExp }>> = {
	'a file that names a repository elsewhere': {
		bash: 'mkdir sub; echo "gitdir: $BASE/other/.git" > sub/.git',
		folder: 'sub',
		says: /The settings of .*sub are in .*other\/.git, outside the workspace/,
	},
	'a link to one': {
		bash: 'mkdir sub; ln -s "$BASE/other/.git" sub/.git',
		folder: 'sub',
		says: /are in .*other/,
	},
	'a work tree of one, below the workspace': {
		bash: 'git -C "$BASE/other" worktree add -q "$PWD/tree"',
		folder: 'tree',
		says: /are in .*other\/.git\/worktrees\/tree/,
	},
	'settings shared with one': { bash: 'echo ../../other/.git > .git/commondir', says: /are in .*other/ },
	'a work tree elsewhere': { bash: 'git config core.worktree ../../other', says: /sets core.worktree/ },
	'a work tree elsewhere, in the settings of this one': {
		bash: 'git config extensions.worktreeConfig true; git config --worktree core.worktree "$BASE/other"',
		says: /sets core.worktree/,
	},
	'objects that are borrowed': {
		bash: 'mkdir -p .git/objects/info; echo "$BASE/other/.git/objects" > .git/objects/info/alternates',
		says: /The objects of .* are in .*other/,
	},
	'objects that are borrowed from one that borrows': {
		bash: 'git init -q mid; echo ../../mid/.git/objects > .git/objects/info/alternates; echo ../../../../other/.git/objects > mid/.git/objects/info/alternates',
		says: /The objects of .* are in .*other/,
	},
	'objects behind a link': {
		bash: 'rm -rf .git/objects; ln -s "$BASE/other/.git/objects" .git/objects',
		says: /objects/,
	},
	'a pack behind a link': {
		bash: 'git -C "$BASE/other" repack -qad; mkdir -p .git/objects/pack; ln -s "$BASE"/other/.git/objects/pack/*.pack .git/objects/pack/',
		says: /is a link/,
	},
	'a log that is a link to a file': {
		bash: 'echo secret > "$BASE/s"; ln -s "$BASE/s" .git/BISECT_LOG',
		says: /BISECT_LOG is a link/,
	},
	'an address that is a link to a file': {
		bash: 'mkdir .git/branches; ln -s "$BASE/s" .git/branches/x',
		says: /branches\/x is a link/,
	},
	'why a work tree is locked, in a file elsewhere': {
		bash: 'git worktree add -q tree; ln -s "$BASE/s" .git/worktrees/tree/locked',
		says: /locked is a link/,
	},
	'revisions to ignore': { bash: 'git config blame.ignoreRevsFile ../other/a', says: /blame.ignorerevsfile/ },
	'a file of the home folder': { bash: 'git config core.excludesFile "~/x"', says: /core.excludesfile/ },
	'a nested repository that borrows': {
		bash: 'git init -q sub; commit -C sub; git -c advice.addEmbeddedRepo=false add sub; echo "$BASE/other/.git/objects" > sub/.git/objects/info/alternates',
		says: /The objects of .*sub/,
	},
	'a repository above the workspace': {
		bash: 'rm -rf .git; git init -q "$BASE"',
		says: /The repository that git finds is .*outside the workspace/,
	},
}

describe('a repository asks when what belongs to it leads out of the workspace:', () => {
	for (const [what, { bash: script, folder = '', says }] of Object.entries(OUTSIDE))
		test(what, async () => {
			bash(script)
			assert.match((await problem({ folder })) ?? 'nothing', says)
		})
})

test('a repository that the workspace is a folder of can be allowed by its place, where nothing else is against it', async () => {
	bash('mkdir -p packages/a packages/b; git init -q packages/b')
	const where = { folder: 'packages/a', roots: [join(work, 'packages/a')] }
	assert.deepEqual(await found(where), {
		reason: `The repository that git finds is ${work}, outside the workspace.`,
		above: work,
	})
	assert.equal((await found({ ...where, reach: 'alone' }))?.above, work)
	const doubts = [
		'git config diff.external x',
		'git config --unset diff.external; git config core.worktree "$BASE/other"',
		'git config --unset core.worktree; echo "$BASE/other/.git/objects" > .git/objects/info/alternates',
		'rm .git/objects/info/alternates; git -c advice.addEmbeddedRepo=false -C packages/b commit -q --allow-empty -m x; git -c advice.addEmbeddedRepo=false add packages/b; git -C packages/b config diff.external x',
	]
	for (const doubt of doubts) {
		bash(doubt)
		const { above, reason } = (await found(where)) ?? {}
		assert.equal(above, undefined, `${doubt}: ${reason}`)
		assert.ok(reason && !reason.includes('that git finds'), reason)
	}
	bash('rm -rf .git; git init -q "$BASE"')
	assert.equal((await found(where))?.above, undefined, 'the folder of the home')
})

/** What is not to be told apart from a repository by looking. */
const UNCLEAR: Readonly<Record<string, string>> = {
	'settings that git would refuse': 'echo "[core" >> .git/config',
	'an index of a later version': 'printf "DIRC\\0\\0\\0\\7\\0\\0\\0\\0" > .git/index',
	'a pipe in the place of its settings': 'rm .git/config; mkfifo .git/config',
	'one that is none, so that git goes on above': 'mkdir -p sub/.git',
	'a HEAD that is none': 'git init -q sub; echo nothing > sub/.git/HEAD',
	'a HEAD that is a link': 'git init -q sub; ln -sf refs/heads/main sub/.git/HEAD',
	'a file that names nothing': 'mkdir sub; echo nothing > sub/.git',
	'a bare one': 'git init -q --bare sub',
	'a bare one by what it shares':
		'mkdir sub; echo "ref: refs/heads/main" > sub/HEAD; echo ../.git > sub/commondir',
	'settings included from where nobody knows': 'git config include.path "%(prefix)/x"',
	'settings of a user who is none of ours': 'git config include.path "~root/x"',
	'settings that include each other without end':
		'for n in $(seq 60); do echo "[include] path = $((n + 1))" > $n; done; git config include.path ../1',
}

describe('a repository asks when it cannot be told what git makes of it:', () => {
	for (const [what, script] of Object.entries(UNCLEAR))
		test(what, async () => {
			bash(script)
			const folder = existsSync(join(work, 'sub')) ? 'sub' : ''
			assert.notEqual(await problem({ folder }), undefined)
		})
})

/** Ordinary ones, whatever they are made of. */
const ORDINARY: Readonly<Record<string, string>> = {
	'with settings that only change how things look':
		'git config color.ui always; git config core.pager less; git config core.hooksPath .husky; git config alias.st status; git config merge.x.driver x; git config gpg.program gpg',
	'with settings in another file': 'git config include.path ../more; git config -f more user.name Ada',
	'with settings for folders': 'git config includeIf.gitdir:~/x/.path "~/.gitconfig-work"',
	'with a submodule that git is told to look into':
		'git init -q sub; commit -C sub; git -c advice.addEmbeddedRepo=false add sub; printf \'[submodule "sub"] ignore = none\\n\\tpath = sub\\n\\turl = ./sub\\n\' > .gitmodules',
	'with a submodule whose settings lie in its own':
		'git -c protocol.file.allow=always submodule --quiet add "$BASE/other" sub; commit',
	'with work trees of its own': 'git worktree add -q tree',
	'that borrows from another one in the workspace':
		'git clone -qs . copy; mv .git copy-git; mv copy/.git .git; mv copy-git copy/.git; echo "$PWD/copy/.git/objects" > .git/objects/info/alternates',
	'with links in it': 'mkdir more; mv .git/refs more/refs; ln -s ../more/refs .git/refs',
	'with packed objects and many branches': 'for n in 1 2 3; do git branch b$n; done; git gc -q',
	'with an index in two parts': 'echo x > f; git add f; git update-index --split-index',
	'whose objects have longer names':
		'rm -rf .git; git init -q --object-format=sha256; git init -q --object-format=sha256 sub; commit -C sub; git -c advice.addEmbeddedRepo=false add sub; for n in $(seq 40); do echo $n > f$n; done; git add .; commit',
	'that has no commit': 'rm -rf .git; git init -q',
}

describe('a repository is not asked about', () => {
	test('whatever the bytes of its index would say, were the names of its objects longer', async () => {
		// With these times, read 12 bytes off, the second entry is a repository whose name is no text.
		const entry = (name: string, mode: number, at: number) => {
			const bytes = Buffer.alloc(72, 0)
			bytes.writeUInt32BE(mode, 24)
			bytes.writeUInt16BE(name.length, 60)
			bytes.write(name, 62)
			if (at > 0) bytes.writeUInt32BE(0o160000, at)
			return bytes
		}
		const header = Buffer.from('DIRC\0\0\0\x02\0\0\0\x02', 'latin1')
		let odd = 0
		for (let at = 28; at < 56; at += 4) {
			const index = Buffer.concat([
				header,
				entry('a', 0o100644, at),
				entry('b\xff', 0o100644, at),
				Buffer.alloc(40, 0xff),
				Buffer.alloc(52),
			])
			if ((linkedRepositories(index, 32)?.length ?? 0) > 0) odd++
			await writeFile(join(work, '.git/index'), index)
			assert.equal(await problem(), undefined)
		}
		assert.ok(odd > 0)
	})

	for (const [what, script] of Object.entries(ORDINARY))
		test(what, async () => {
			bash(script)
			assert.equal(await problem(), undefined)
		})

	test('that is a linked work tree and the workspace, where the repository outside names it', async () => {
		bash('git -C "$BASE/other" worktree add -q "$BASE/tree"')
		const tree = join(base, 'tree')
		assert.equal(await problem({ folder: '../tree', roots: [tree] }), undefined)
		bash('cp -r tree copy', base)
		assert.match(
			(await problem({ folder: '../copy', roots: [join(base, 'copy')] })) ?? '',
			/outside the workspace/,
		)
		bash('git config diff.external x', join(base, 'other'))
		assert.match((await problem({ folder: '../tree', roots: [tree] })) ?? '', /diff.external/)
	})

	test('that is a submodule and the workspace', async () => {
		bash('git -c protocol.file.allow=always submodule --quiet add "$BASE/other" sub')
		assert.equal(await problem({ folder: 'sub', roots: [join(work, 'sub')] }), undefined)
	})

	test('that borrows from where may be read', async () => {
		bash('mkdir -p .git/objects/info; echo "$BASE/other/.git/objects" > .git/objects/info/alternates')
		assert.equal(await problem({ readableRoots: [join(base, 'other/.git/objects')] }), undefined)
	})

	test('where there is none', async () => {
		bash('rm -rf .git; mkdir a')
		assert.equal(await problem({ folder: 'a' }), undefined)
	})
})

test('what was read is read again only when the file has changed, whatever its clock says', async () => {
	bash(
		'mkdir d; for n in 1 2 3; do git init -q d/$n; commit -C d/$n; done; git -c advice.addEmbeddedRepo=false add d',
	)
	const memory = newRepositoryMemory()
	const read: string[] = []
	const files: Files = {
		...disk,
		read: path => {
			read.push(path)
			return disk.read(path)
		},
	}
	const ask = async () =>
		(await repositoryProblem(work, { files, roots: [work], readableRoots: [], home, memory }))?.reason
	// What changed just now is not remembered yet.
	const isSettled = async () => (await disk.stat(join(work, '.git/index')))?.stamp !== undefined
	while (!(await isSettled())) await new Promise(resolve => setTimeout(resolve, 5))
	assert.equal(await ask(), undefined)
	assert.ok(read.some(path => path.endsWith('d/2/.git/config')) && read.some(path => path.endsWith('/index')))
	read.length = 0
	assert.equal(await ask(), undefined)
	assert.deepEqual(
		read.filter(path => /config|index/.test(path)),
		[],
	)
	const config = join(work, 'd/2/.git/config')
	bash(
		'touch -r d/2/.git/config clock; sed "s/repositoryformatversion = 0/fsmonitor=evil             /" d/2/.git/config > same; cat same > d/2/.git/config; touch -r clock d/2/.git/config',
	)
	assert.match((await ask()) ?? '', /sets core.fsmonitor, and git may go into it/)
	await writeFile(config, '[core]\n\tbare = false\n')
	assert.equal(await ask(), undefined)
})

/** What every kind of setting that names a program would run. */
const EVIL_INSIDE = `git init -q sub; echo a > sub/f; git -C sub add f; commit -C sub
git -c advice.addEmbeddedRepo=false add sub; commit; echo b > sub/f; commit -C sub; git -c advice.addEmbeddedRepo=false add sub; commit
printf '#!/bin/sh\\ntouch "$BASE/ran"\\n' > evil; chmod +x evil
for name in core.fsmonitor diff.external filter.x.clean filter.x.process core.pager core.sshCommand gpg.program; do git -C sub config $name "$PWD/evil"; done
echo '* filter=x' > sub/.gitattributes; git config submodule.recurse true`

describe('verbs that look at the history alone', () => {
	const verbs =
		'log; log -p; log --stat -p --all; show; show HEAD; show HEAD:sub; show --stat; rev-list --all; rev-parse HEAD:sub; merge-base HEAD HEAD; shortlog HEAD; cat-file -p HEAD; ls-tree -r HEAD; branch -a -vv; tag; tag -l; remote -v; for-each-ref; show-ref; symbolic-ref HEAD'.split(
			'; ',
		)
	test('run nothing of a repository inside, where the state of the work tree would', () => {
		bash(EVIL_INSIDE)
		const ran = (command: string) => {
			spawnSync('bash', ['-c', `rm -f "$BASE/ran"; ${command}`], {
				cwd: work,
				env: { ...GIT_ENVIRONMENT, PATH: process.env.PATH, HOME: home, BASE: base },
			})
			return existsSync(join(base, 'ran'))
		}
		assert.deepEqual(
			verbs.filter(verb => ran(`git ${verb}`)),
			[],
		)
		assert.ok(ran('env -u GIT_CONFIG_COUNT git status'))
	})

	test('are not asked about beside one with settings that are dangerous, which others are', async () => {
		bash(EVIL_INSIDE)
		assert.equal(await problem({ reach: 'alone' }), undefined)
		assert.match((await problem()) ?? '', /in .*sub sets .*, and git may go into it/)
		bash('git config diff.external x')
		assert.match((await problem({ reach: 'alone' })) ?? '', /sets diff.external/)
	})

	test('are told apart by their name', () => {
		const place = { cwd: work, roots: [work], home }
		const footing = (command: string) => assessCommand(command, place).footing
		for (const verb of verbs.filter(each => !each.includes('shortlog HEAD')))
			assert.deepEqual([verb, footing(`git ${verb}`).gitFolders], [verb, []])
		for (const verb of [
			'status',
			'diff',
			'diff HEAD',
			'diff-index HEAD',
			'diff-files',
			'ls-files -m',
			'grep x',
			'stash show',
			'submodule status',
		])
			assert.deepEqual([verb, footing(`git ${verb}`).gitFolders], [verb, [work]])
		assert.deepEqual(footing('git log && git status').gitFolders, [work])
		assert.deepEqual(footing('git log').historyFolders, [work])
		assert.deepEqual(footing('for v in log status; do git $v; done').gitFolders, [work])
	})
})
