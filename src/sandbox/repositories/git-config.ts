// Which settings of a repository are known to start no program. All others count as dangerous: git has too many that
// name one, and gets new ones.

/**
 * @param text - of a repository's `config`
 * @param worktree - whether the folder that `core.worktree` names is the one the repository is in
 */
export function isHarmlessConfig(text: string, worktree: (path: string) => boolean): boolean {
	let section = ''
	for (const line of text.replace(/^\uFEFF/, '').split('\n')) {
		const header = HEADER.exec(line)
		if (header) section = (header[1] ?? '').toLowerCase()
		const rest = header ? line.slice(header[0].length) : line
		if (/^\s*([#;].*)?$/s.test(rest)) continue
		const setting = SETTING.exec(rest)
		// A value that goes on in the next line is more than is looked at here.
		if (!setting || /\\\s*$/.test(rest)) return false
		const name = `${section}.${setting[1]?.toLowerCase()}`
		if (name === 'core.worktree' ? !worktree(unquoted(setting[2] ?? '')) : !HARMLESS.has(name)) return false
	}
	return true
}

/** The older `[remote.origin]` is not written by git any more. */
const HEADER = /^\s*\[\s*([A-Za-z0-9-]+)(?:\s+"(?:[^"\\]|\\.)*")?\s*\]/
const SETTING = /^\s*([A-Za-z][A-Za-z0-9-]*)\s*(?:=\s*(.*))?$/s

const HARMLESS: ReadonlySet<string> = new Set(
	[
		'core: repositoryformatversion filemode bare logallrefupdates ignorecase precomposeunicode symlinks autocrlf eol',
		'core: safecrlf abbrev quotepath sharedrepository compression sparsecheckout sparsecheckoutcone longpaths',
		'extensions: objectformat refstorage compatobjectformat partialclone worktreeconfig preciousobjects noop',
		'extensions: relativeworktrees',
		'remote: url pushurl fetch push tagopt mirror prune promisor partialclonefilter skipfetchall',
		'branch: remote pushremote merge rebase description',
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
		'gc: auto autodetach',
		'maintenance: auto',
		'index: sparse version threads',
		'feature: manyfiles experimental',
	].flatMap(line => {
		const [section, names = ''] = line.split(': ')
		return names.split(' ').map(name => `${section}.${name}`)
	}),
)

function unquoted(value: string): string {
	return value.trim().replace(/^"(.*)"$/s, '$1')
}
