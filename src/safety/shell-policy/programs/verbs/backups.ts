// Verbs of programs that keep backups: what they let go of is what everything else is brought back from.

import type { VerbRows } from './verb-rows.ts'

const RESTIC: VerbRows = {
	valued:
		'-r --repo --repository-file -p --password-file --password-command -o --option --cacert --tls-client-cert',
	loses: ['forget|prune', 'rewrite +--forget', 'key remove'],
	shows: ['cat masterkey'],
	rehearses: '-n',
}
const BORG: VerbRows = {
	valued: '-r --repo --remote-path --rsh --lock-wait --umask',
	loses: ['delete|prune|compact|recreate|rdelete|repo-delete'],
	shows: ['key export'],
	rehearses: '-n',
}
const FORGETS: VerbRows = { loses: ['** forget|prune'], rehearses: '-n' }

export const BACKUPS: Readonly<Record<string, VerbRows>> = {
	restic: RESTIC,
	rustic: RESTIC,
	autorestic: FORGETS,
	resticprofile: FORGETS,
	borg: BORG,
	borgmatic: {
		valued: '-c --config',
		loses: ['** prune|delete|repo-delete|rdelete|compact'],
		rehearses: '-n',
	},
	'proxmox-backup-client': {
		loses: ['forget', 'snapshot|group forget|remove|rm', 'prune', 'key change-passphrase'],
	},
	kopia: {
		loses: ['snapshot|snap delete|rm|remove|expire', 'blob|content|manifest|index delete|rm|remove|drop'],
	},
	duplicity: { loses: ['remove-*|cleanup +--force'] },
	duply: { loses: ['* purge*|cleanup +--force'] },
	duplicacy: { loses: ['prune'], rehearses: '-dry-run|-d' },
	'rdiff-backup': { loses: ['** +--remove-older-than', '+--remove-older-than', 'remove'] },
	tarsnap: { loses: ['** +-d|--nuke', '+-d|--nuke'] },
	bup: { loses: ['rm|gc|prune-older'], rehearses: '-n' },
	barman: { valued: '-c --config', loses: ['delete|cron-delete'] },
	pgbackrest: { loses: ['** expire|stanza-delete|repo-rm'] },
	'wal-g': { valued: '--config', loses: ['delete', 'st delete|rm'] },
	'wal-e': { loses: ['** delete'], rehearses: '-n' },
	attic: { loses: ['delete|prune'], rehearses: '-n' },
	obnam: { loses: ['forget'] },
}
