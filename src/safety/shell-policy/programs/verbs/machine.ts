// Verbs that end, switch off or erase something of this machine, for everybody who uses it.

import type { VerbRows } from './verb-rows.ts'

const ZFS: VerbRows = { loses: ['destroy', 'rollback +-r|-R|-f'] }

export const MACHINE: Readonly<Record<string, VerbRows>> = {
	systemctl: {
		valued: '-H --host -M --machine -t --type -s --signal -n --lines -o --output --job-mode',
		loses: ['disable|mask|isolate|set-default|revert|clean|link'],
		shows: ['show-environment'],
	},
	loginctl: { loses: ['terminate-*|kill-*'] },
	// What it is given, or fed, takes the place of the whole table.
	crontab: { valued: '-u', loses: ['** +-r', '!-l|-e|-V|-T'] },
	keyctl: { loses: ['clear|revoke|invalidate|purge|unlink'] },
	atrm: { loses: ['**'] },
	iptables: { loses: ['** +-F|-X|--flush|--delete-chain', '+-F|-X|--flush'] },
	ip6tables: { loses: ['** +-F|-X|--flush|--delete-chain', '+-F|-X|--flush'] },
	nft: { loses: ['flush|delete|destroy'] },
	ufw: { loses: ['disable|reset|delete'] },
	userdel: { loses: ['**'] },
	deluser: { loses: ['**'] },
	groupdel: { loses: ['**'] },
	slay: { loses: ['**'] },
	gio: { loses: ['trash +--empty'] },
	'trash-empty': { loses: ['**'] },
	zfs: ZFS,
	btrfs: { loses: ['subvolume|su|sub delete|del', 'device|dev remove|delete'] },
	nvme: { loses: ['format|sanitize|delete-ns|write-zeroes'] },
	tmutil: { loses: ['delete|deletelocalsnapshots|disable'] },
	launchctl: { shows: ['export|getenv'], loses: ['disable|remove|bootout|unload'] },
	csrutil: { loses: ['disable'] },
	efibootmgr: { loses: ['** +-B|-b'] },
	snapper: { loses: ['delete|rm'] },
	timeshift: { loses: ['** +--delete|--delete-all|--restore', '+--delete|--delete-all|--restore'] },
}
