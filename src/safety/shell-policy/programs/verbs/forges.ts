// Verbs of forges: repositories, releases, issues and their settings on another machine.

import type { VerbRows } from './verb-rows.ts'

const BY_METHOD = 'api +-X=delete|--method=delete|--request=delete'

const GLAB: VerbRows = {
	valued: '-R --repo -g --group -X --method -f -F --field --raw-field -H --header --input --hostname',
	loses: [
		'repo|project|release|issue|mr|variable|label|milestone|token|snippet|schedule|ssh-key|deploy-key|securefile|job|ci|pipeline|incident|cluster delete|del|rm',
		'repo archive|transfer',
		BY_METHOD,
	],
	shows: [
		'auth status +--show-token|-t',
		'auth token',
		'config get token',
		'variable list|get|export',
		'token create|rotate',
	],
}

const GITEA: VerbRows = { loses: ['** delete|rm', '** +--delete'] }

export const FORGES: Readonly<Record<string, VerbRows>> = {
	gh: {
		valued:
			'-R --repo -X --method -f -F --field --raw-field -H --header --input -h --hostname -q --jq -t --title -b --body -T --template --json --user -u',
		loses: [
			'delete|delete-asset',
			'~search|api delete|delete-asset',
			'~search|api ~list|view|create|comment|edit delete|delete-asset',
			'secret|variable|label|alias|extension-secret remove',
			'repo archive|rename|transfer',
			'repo edit +--visibility',
			'repo sync +--force',
			'pr close|merge +--delete-branch|-d',
			'pr merge +--admin',
			'release upload +--clobber',
			'api ** +-f=*delete*|-F=*delete*|--field=*delete*|--raw-field=*delete*',
			BY_METHOD,
		],
		shows: ['auth token', 'auth status +--show-token|-t', 'auth git-credential', 'codespace ssh +--config'],
		publishes: ['repo create +--public', 'gist create +--public|-p'],
		arranges: ['alias import|set', 'ssh-key|gpg-key add'],
	},
	glab: GLAB,
	hub: {
		valued: '-X --method -R',
		loses: ['delete', 'release delete', 'gist delete', 'push +--force|-f|--mirror|--delete|-d', BY_METHOD],
		shows: ['api +-t'],
	},
	tea: GITEA,
	berg: GITEA,
	bfg: {
		loses: [
			'** +--delete-files|--delete-folders|--strip-blobs-bigger-than|--replace-text|--strip-blobs-with-ids',
			'+--strip-biggest-blobs',
		],
	},
	svn: { loses: ['revert +-R|--recursive|--depth', 'cleanup +--remove-unversioned|--remove-ignored'] },
	hg: {
		valued: '-R --repository --cwd --config',
		loses: [
			'update|up|checkout|co +-C|--clean',
			'revert +-a|--all',
			'strip|purge|rollback',
			'push +-f|--force',
			'clean',
		],
	},
	jj: { loses: ['abandon', 'restore', 'git push +--deleted|--all', 'op abandon|restore'] },
	'git-filter-repo': { loses: ['**'], rehearses: '--analyze' },
}
