// What work in a repository is compared with: the commit that is checked out, or where its branch left the default one.

import type { AskGit } from './git-changes.ts'

/** `since`: in words, with names of branches in it, which are foreign text. */
export type GitBase = { commit: string; since: string }

/** Looks at once, as there almost always is a commit: only where that fails it is asked whether there is. */
export async function sinceHead<Found>(git: AskGit, look: (base: GitBase) => Promise<Found>): Promise<Found> {
	return look({ commit: 'HEAD', since: SINCE_COMMIT }).catch(async () => look(await headBase(git)))
}

const SINCE_COMMIT = 'the last commit'

async function headBase(git: AskGit): Promise<GitBase> {
	const commit = await asked(git, ['rev-parse', '--verify', '--quiet', 'HEAD^{commit}'])
	if (commit !== undefined) return { commit, since: SINCE_COMMIT }
	// An empty tree has the name that its kind of hash gives it.
	const [empty = ''] = words(await git(['hash-object', '-t', 'tree', '--stdin'], ''))
	return { commit: empty, since: 'an empty repository' }
}

/** @returns a sentence where there is nothing to compare with */
export async function branchBase(git: AskGit): Promise<GitBase | string> {
	const head = await asked(git, ['rev-parse', '--verify', '--quiet', 'HEAD^{commit}'])
	if (head === undefined) return 'There is no commit yet, so there is no branch to compare with.'
	const defaults = await defaultBranches(git)
	const [first] = defaults
	if (first === undefined)
		return 'There is no default branch here: no remote says which it is, and there is no main or master.'
	const name = first.replace(/^refs\/(?:heads|remotes)\//, '')
	// With several it is the newest place at which any of them was left.
	const commit = await asked(git, ['merge-base', head, ...defaults])
	return commit === undefined
		? `This branch and ${name} have no commit in common.`
		: { commit, since: `where it left ${name}` }
}

/** Full names, those of remotes first: a local one may be behind, or ahead. */
async function defaultBranches(git: AskGit): Promise<readonly string[]> {
	const format = '--format=%(refname)%00%(symref)%00'
	const refs = (await git(['for-each-ref', format, 'refs/remotes', 'refs/heads'])).toString('utf8')
	const symbolic = new Map<string, string>()
	for (const line of refs.split('\n')) {
		const [ref = '', target = ''] = line.split('\0')
		if (ref !== '') symbolic.set(ref, target)
	}
	const heads = [...symbolic].filter(
		([ref, target]) => /^refs\/remotes\/[^/]+\/HEAD$/.test(ref) && target !== '',
	)
	const [, named] = heads.find(([ref]) => ref === 'refs/remotes/origin/HEAD') ?? heads[0] ?? []
	const remote = named ?? USUAL.map(each => `refs/remotes/origin/${each}`).find(ref => symbolic.has(ref))
	const names = remote === undefined ? USUAL : [remote.replace(/^refs\/remotes\/[^/]+\//, '')]
	const local = names.map(each => `refs/heads/${each}`).find(ref => symbolic.has(ref))
	const current = await asked(git, ['symbolic-ref', '--quiet', 'HEAD'])
	// Of the default branch itself only what the remote does not have is work.
	const found = [remote, local === current && remote !== undefined ? undefined : local]
	return found.filter(ref => ref !== undefined && symbolic.has(ref)) as readonly string[]
}

const USUAL: readonly string[] = ['main', 'master', 'trunk', 'develop']

/** What it prints; undefined where it says by its exit code that there is nothing. */
async function asked(git: AskGit, args: readonly string[]): Promise<string | undefined> {
	const [word] = words(await git(args))
	return word
}

function words(output: Buffer): readonly string[] {
	return output
		.toString('utf8')
		.split(/\s+/)
		.filter(word => word !== '')
}
