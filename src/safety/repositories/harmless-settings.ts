// Which settings of a repository are known to start no program, and which of the others a command that only reads could
// not be kept from obeying.

import { type GitSetting, readGitConfig } from './git-config.ts'

/**
 * Of a repository that git goes into by itself: there nothing we set counts any more, git has too many settings that
 * name a program, and gets new ones.
 * @param text - of a repository's `config`, a character for each byte
 * @param worktree - whether the folder that `core.worktree` names is the one the repository is in
 */
export function isHarmlessConfig(text: string, worktree: (path: string) => boolean): boolean {
	const settings = readGitConfig(text)
	if (!settings) return false
	return settings.every(setting =>
		setting.name === 'core.worktree' ? worktree(setting.value ?? '') : isHarmless(setting),
	)
}

/** All others count as dangerous. */
export function isHarmless({ name }: GitSetting): boolean {
	const first = name.indexOf('.')
	const last = name.lastIndexOf('.')
	if (first !== last && !WITH_SUBSECTION.has(name.slice(0, first))) return false
	return HARMLESS.has(`${name.slice(0, first)}.${name.slice(last + 1)}`)
}

/**
 * In a repository in which git was started, under `GIT_ENVIRONMENT`.
 * @returns whether it can make git run a program even so, or read a file anywhere
 */
export function actsRegardless({ name, value = '' }: GitSetting): boolean {
	if (name === 'log.diffmerges') return /^r/i.test(value)
	return ACTS.test(name)
}

const ACTS =
	/^(?:diff\.external|diff\.(?:.*\.)?(?:command|textconv)|filter\.(?:.*\.)?(?:clean|smudge|process)|core\.(?:virtualfilesystem|gvfs))$/s

/** Lines of what they name are shown when they are not what git expects. */
export const NAMES_A_FILE: ReadonlySet<string> = new Set([
	'blame.ignorerevsfile',
	'core.attributesfile',
	'core.excludesfile',
	'diff.orderfile',
	'mailmap.file',
])

/** Those of which each is about one thing that has a name. */
const WITH_SUBSECTION: ReadonlySet<string> = new Set(['remote', 'branch', 'submodule', 'color'])

const HARMLESS: ReadonlySet<string> = new Set(
	[
		'core: repositoryformatversion filemode bare logallrefupdates ignorecase precomposeunicode symlinks autocrlf eol',
		'core: safecrlf abbrev quotepath sharedrepository compression sparsecheckout sparsecheckoutcone longpaths',
		'core: untrackedcache preloadindex commentchar whitespace',
		'extensions: objectformat refstorage compatobjectformat partialclone worktreeconfig preciousobjects noop',
		'extensions: relativeworktrees',
		'remote: url pushurl fetch push tagopt mirror prune promisor partialclonefilter skipfetchall gh-resolved',
		'branch: remote pushremote merge rebase description vscode-merge-base gh-merge-base',
		'branch: github-pr-owner-number github-pr-base-branch sort',
		'submodule: url active',
		'user: name email',
		'author: name email',
		'committer: name email',
		'init: defaultbranch',
		'pull: rebase ff',
		'push: default autosetupremote',
		'fetch: prune',
		'merge: ff conflictstyle',
		'rebase: autostash autosquash',
		'commit: gpgsign',
		'tag: gpgsign',
		'rerere: enabled autoupdate',
		'lfs: repositoryformatversion',
		'color: ui diff status branch',
		'gc: auto autodetach',
		'maintenance: auto',
		'index: sparse version threads',
		'feature: manyfiles experimental',
	].flatMap(line => {
		const [section, names = ''] = line.split(': ')
		return names.split(' ').map(name => `${section}.${name}`)
	}),
)
