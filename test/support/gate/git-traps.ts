// Repositories full of settings that name a program, in whatever place git may read them from, and the commands of git
// that the gate lets run unasked. The program leaves a mark, so that it shows whether git started it.

import { spawnSync } from 'node:child_process'
import {
	appendFileSync,
	cpSync,
	existsSync,
	mkdirSync,
	mkdtempSync,
	realpathSync,
	rmSync,
	writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { childEnvironment } from '../../../src/runtime/host/child-environment.ts'
import { createNodeFiles } from '../../../src/runtime/host/files.ts'
import { newRepositoryMemory } from '../../../src/safety/repositories/remembered-files.ts'
import { assessCommand, HARMLESS_ENVIRONMENT } from '../../../src/safety/shell-policy/assess-command.ts'
import { checkFiles } from '../../../src/safety/shell-policy/check-files.ts'

export type TrapFolder = {
	root: string
	outside: string
	/** Writes into the copy of the model; paths from the base. */
	append(path: string, text: string): void
	reset(): void
	/** What the gate says, files and all. */
	verdict(command: string): Promise<'allow' | 'ask' | 'ask-always' | 'deny'>
	/** Runs them one after the other, as the shell tool does what runs unasked. @returns whether the mark is there */
	starts(commands: readonly string[]): boolean
	/** As the user would. */
	free(bash: string): string
	close(): void
}

/** Named in settings as `EVIL`. */
const PROGRAM = (mark: string) => `#!/bin/sh\necho "$0 $*" >> '${mark}'\ncat 2>/dev/null\n`

export function openTrapFolder(): TrapFolder {
	const base = realpathSync(mkdtempSync(join(tmpdir(), 'git-traps-')))
	const [root, outside, home, model] = ['now/work', 'now/outside', 'now/home', 'model'].map(name =>
		join(base, name),
	) as [string, string, string, string]
	const mark = join(base, 'started')
	const evil = join(base, 'evil')
	writeFileSync(evil, PROGRAM(mark), { mode: 0o755 })
	const common = { HOME: home, LANG: 'C.UTF-8', GIT_CONFIG_NOSYSTEM: '1' }
	const bash = (script: string, env: Record<string, string | undefined>) =>
		spawnSync('bash', ['--noprofile', '--norc', '-c', script], {
			cwd: root,
			env: env as NodeJS.ProcessEnv,
			encoding: 'latin1',
			stdio: ['ignore', 'pipe', 'pipe'],
			timeout: 60_000,
		})
	const free = (script: string) => {
		const { stdout, stderr } = bash(script, { PATH: process.env.PATH, ...common })
		return stdout + stderr
	}
	const files = createNodeFiles()
	const memory = newRepositoryMemory()
	for (const folder of [root, outside, home]) mkdirSync(folder, { recursive: true })
	const made = bash(MODEL, { PATH: process.env.PATH, ...common })
	if (made.status !== 0) throw new Error(`the model could not be made: ${made.stderr}`)
	// Its links between folders hold absolute paths, so the copy goes away and comes back.
	cpSync(join(base, 'now'), model, { recursive: true, verbatimSymlinks: true, preserveTimestamps: true })
	return {
		root,
		outside,
		append(path, text) {
			const file = join(base, 'now', path)
			mkdirSync(dirname(file), { recursive: true })
			appendFileSync(file, text.replaceAll('EVIL', evil).replaceAll('BASE', join(base, 'now')), 'latin1')
		},
		reset() {
			rmSync(join(base, 'now'), { recursive: true, force: true, maxRetries: 5 })
			rmSync(mark, { force: true })
			cpSync(model, join(base, 'now'), { recursive: true, verbatimSymlinks: true, preserveTimestamps: true })
		},
		async verdict(command) {
			const judged = assessCommand(command, { cwd: root, roots: [root], home })
			if (judged.assessment.outcome !== 'allow') return judged.assessment.outcome
			const scope = { folders: [root], roots: [root], readableRoots: [], home }
			const found = await checkFiles(judged.footing, {
				host: { files },
				scope,
				repositories: memory,
				searchPath: '/usr/bin',
			})
			return found?.outcome ?? 'allow'
		},
		starts(commands) {
			rmSync(mark, { force: true })
			const env = childEnvironment({ PATH: process.env.PATH, ...common })
			// Each in a shell of its own: `cd` counts for one.
			bash(commands.map(command => `( ${command}\n)`).join('\n'), {
				...env,
				GIT_CONFIG_NOSYSTEM: '1',
				...HARMLESS_ENVIRONMENT,
			})
			return existsSync(mark)
		},
		free,
		close: () => rmSync(base, { recursive: true, force: true, maxRetries: 5 }),
	}
}

const WHO =
	'export GIT_TEMPLATE_DIR= GIT_AUTHOR_NAME=a GIT_AUTHOR_EMAIL=a@b GIT_COMMITTER_NAME=a GIT_COMMITTER_EMAIL=a@b'

/** One repository with everything that git goes into, and files that look changed wherever it looks. */
const MODEL = `set -e; ${WHO}
git init -q -b main .
echo one > a.txt; echo one > b.bin; git add .; git commit -qm one
nested() { git init -q -b main "$@"; }
nested sub; (cd sub; echo 1 > s.txt; git add .; git commit -qm s; nested deep; cd deep; echo 1 > d.txt; git add .; git commit -qm d; cd ..; git add deep; git commit -qm deep)
mkdir .git/modules; nested sep --separate-git-dir .git/modules/sep; (cd sep; echo 1 > p.txt; git add .; git commit -qm p); git config -f .git/modules/sep/config core.worktree ../../../sep
git init -q --bare bare
git add sub sep; git commit -qm subs
git worktree add -q -b tree tree
git checkout -q -b side HEAD~1; echo other > a.txt; git commit -qam other; git checkout -q main
echo two > a.txt; git commit -qam two; git merge -q -s ours -m both side; git commit -q --allow-empty -m top
git cat-file commit HEAD | sed 's/^committer.*/&\\ngpgsig -----BEGIN PGP SIGNATURE-----\\n \\n abc\\n -----END PGP SIGNATURE-----/' | git hash-object -t commit -w --stdin > "$HOME/signed"
git update-ref refs/heads/main "$(cat "$HOME/signed")"; git tag v1
echo stash > a.txt; git stash -q
mkdir plain; echo x > plain/x
for f in a.txt b.bin sub/s.txt sub/deep/d.txt sep/p.txt tree/a.txt; do sed -i s/^./X/ $f; touch -d 2020-01-01 $f; done
`

/** Where settings may stand, by what is said there besides them. */
export const PLACES: Readonly<Record<string, (settings: string) => readonly (readonly [string, string])[]>> =
	{
		'the settings': text => [['work/.git/config', text]],
		'the settings of a work tree': text => [
			['work/.git/config', '[extensions]\n\tworktreeConfig\n'],
			['work/.git/config.worktree', text],
		],
		'an included file': text => [
			['work/.git/config', '[include]\n\tpath = "../plain/more"\n'],
			['work/plain/more', text],
		],
		'a file included by a file': text => [
			['work/.git/config', '[include] path = ../plain/first # here\n'],
			['work/plain/first', '[include]\npath=second'],
			['work/plain/second', text],
		],
		'a file for this folder': text => [
			['work/.git/config', '[includeIf "gitdir/i:BASE/WORK/"]\n\tpath = ../plain/more\n'],
			['work/plain/more', text],
		],
		'a file for this branch': text => [
			['work/.git/config', '[IncludeIf "onbranch:ma*"]PATH=../plain/mo\\\nre\n'],
			['work/plain/more', text],
		],
		'a file for this remote': text => [
			[
				'work/.git/config',
				'[remote "o"]url=https://x/\n[includeIf "hasconfig:remote.*.url:https://x/**"]path=../plain/more\n',
			],
			['work/plain/more', text],
		],
		'a nested repository': text => [['work/sub/.git/config', text]],
		'one that .gitmodules makes git look into': text => [
			['work/sub/.git/config', text],
			['work/.gitmodules', '[submodule "sub"] ignore = none\n\tpath = sub\n\turl = ./sub\n'],
		],
		'one that a setting makes git look into': text => [
			['work/sub/.git/config', text],
			['work/.gitmodules', '[submodule "x.y"]\n\tpath = sub\n\turl = ./sub\n'],
			[
				'work/.git/config',
				'[submodule "x.y"]ignore=none\n[diff]ignoreSubmodules=none\n\tsubmodule=log\n[status]submoduleSummary\n[submodule]recurse\n',
			],
		],
		'one inside that': text => [
			['work/sub/deep/.git/config', text],
			['work/.gitmodules', '[submodule "sub"]\n\tpath = sub\n\turl = ./sub\n\tignore = "none"\n'],
			['work/sub/.gitmodules', '[submodule "deep"]\n\tpath = deep\n\turl = ./deep\n\tignore = none\n'],
		],
		'one whose settings lie apart': text => [
			['work/.git/modules/sep/config', text],
			['work/.gitmodules', '[submodule "sep"]\n\tpath = sep\n\turl = ./sep\n\tignore = none\n'],
		],
		'the work tree of one': text => [
			['work/.git/modules/sep/config', '[extensions]worktreeConfig=true\n'],
			['work/.git/modules/sep/config.worktree', text],
			['work/.gitmodules', '[submodule "sep"]\n\tpath = sep\n\turl = ./sep\n\tignore = none\n'],
		],
		'the settings of another work tree': text => [
			['work/.git/config', '[extensions]\n\tworktreeConfig = 1\n'],
			['work/.git/worktrees/tree/config.worktree', text],
		],
		'a bare repository': text => [['work/bare/config', `${text}\n[core]\n\tbare = false\n\tworktree = ..\n`]],
	}

/** Who is asked to do what to which files. */
export const ATTRIBUTES: readonly (readonly [string, string])[] = [
	...['work/', 'work/sub/', 'work/sub/deep/', 'work/sep/', 'work/tree/'].map(
		folder => [`${folder}.gitattributes`, '* filter=x diff=x merge=x\n'] as const,
	),
	['work/.git/info/attributes', '* filter=x diff=x merge=x\n'],
	['work/sub/.git/info/attributes', '* filter=x diff=x merge=x\n'],
]

export const SETTINGS: readonly string[] = [
	...['core.fsmonitor', 'core.pager', 'core.editor', 'core.sshCommand', 'core.askPass', 'core.gitProxy'],
	...['core.alternateRefsCommand', 'diff.external', 'diff.x.command', 'diff.x.textconv', 'filter.x.clean'],
	...[
		'filter.x.smudge',
		'filter.x.process',
		'merge.x.driver',
		'gpg.program',
		'gpg.openpgp.program',
		'gpg.ssh.program',
	],
	...[
		'credential.helper',
		'pager.log',
		'pager.status',
		'pager.diff',
		'sequence.editor',
		'interactive.diffFilter',
	],
	...['alias.status', 'alias.log', 'uploadpack.packObjectsHook', 'remote.o.uploadpack', 'trailer.x.command'],
]

/** Nothing that we set keeps git from them. */
export const STRONG: readonly string[] = [
	'diff.external',
	'filter.x.clean',
	'filter.x.process',
	'diff.x.textconv',
]

/** They start nothing by themselves, and make git look further. */
export const HELPERS: readonly string[] = [
	'log.diffMerges = remerge',
	'log.diffMerges = r',
	'log.showSignature = true',
	'format.pretty = %h %G? %GS',
	'diff.ignoreSubmodules = none',
	'diff.submodule = diff',
	'submodule.recurse = true',
	'status.submoduleSummary = true',
	'core.hooksPath = plain',
	'diff.x.cachetextconv = true',
	'diff.autoRefreshIndex = true',
	'filter.x.required = true',
	'core.untrackedCache = true',
]

export const FOLDERS: readonly string[] = ['', 'sub', 'sub/deep', 'sep', 'tree', 'bare', 'plain', '.git']

export const COMMANDS: readonly string[] = [
	...[
		'submodule',
		'submodule status',
		'submodule status --recursive',
		'range-diff HEAD~1 HEAD HEAD~1',
		'range-diff HEAD~2..HEAD~1 HEAD~1..HEAD',
		'var GIT_EDITOR',
		'archive --list',
		'config --get remote.o.url',
	],
	...[
		'status',
		'status -sb',
		'status --porcelain',
		'status --ignored',
		'diff',
		'diff HEAD',
		'diff --cached',
		'diff --stat',
	],
	...[
		'diff HEAD~1',
		'diff HEAD~2 -- .',
		'diff-index HEAD',
		'diff-index -p HEAD',
		'diff-files',
		'diff-files -p',
	],
	...[
		'diff-tree -p HEAD~1',
		'diff-index --cached HEAD',
		'log',
		'log -p -3',
		'log --stat',
		'log --format=%h',
		'log -c -p',
	],
	...[
		'log --cc',
		'log --first-parent -p',
		'log -L1,1:a.txt',
		'log -S one',
		'log -G o',
		'show',
		'show HEAD~1',
		'show HEAD:a.txt',
	],
	...[
		'show v1',
		'show --cc HEAD~1',
		'whatchanged -p',
		'reflog',
		'stash list',
		'stash list -p',
		'stash show',
		'stash show -p',
	],
	...[
		'blame a.txt',
		'blame s.txt',
		'blame p.txt',
		'grep one',
		'grep -n one',
		'grep one HEAD',
		'grep --untracked changed',
	],
	...[
		'ls-files',
		'ls-files -m',
		'ls-files -o --exclude-standard',
		'ls-files -s',
		'ls-files --eol',
		'ls-tree HEAD',
		'cat-file -p HEAD',
	],
	...[
		'rev-list --all',
		'rev-list --all -p',
		'shortlog -s HEAD',
		'describe --always',
		'describe --all',
		'name-rev HEAD',
		'branch -a',
	],
	...[
		'branch -v',
		'branch -vv',
		'tag',
		'tag -n',
		'remote -v',
		'for-each-ref',
		'show-ref',
		'worktree list',
		'count-objects -v',
	],
	...[
		'check-attr -a a.txt',
		'check-ignore -v a.txt',
		'config user.name',
		'rev-parse HEAD',
		'cherry main side',
		'show-branch',
	],
]
