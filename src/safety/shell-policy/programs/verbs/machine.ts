// Verbs that end, switch off or erase something of this machine, for everybody who uses it.

import type { VerbRows } from './verb-rows.ts'

const ZFS: VerbRows = { loses: ['destroy', 'rollback +-r|-R|-f'] }

/** Coding agents: one that asks nobody does what this one would have asked about. */
const AGENT: VerbRows = {
	arranges: [
		'+--yolo|--dangerously-skip-permissions|--dangerously-bypass-approvals-and-sandbox|--allow-dangerously-skip-permissions|--full-auto|--yes-always|--trust-all-tools|--allow-all-tools',
		'+--sandbox=off|--approve=all|--approval-mode=yolo|--permission-mode=bypasspermissions|--ask-for-approval=never',
		'trust',
		'mcp add|remove|add-json',
		'plugin|plugins add|install|update|remove|enable',
		'config set|add|remove',
	],
	valued: '--sandbox --approve --approval-mode --permission-mode --ask-for-approval -a',
}

export const MACHINE: Readonly<Record<string, VerbRows>> = {
	systemctl: {
		valued: '-H --host -M --machine -t --type -s --signal -n --lines -o --output --job-mode',
		loses: ['disable|mask|isolate|set-default|revert|clean|link'],
		shows: ['show-environment'],
		arranges: ['enable|reenable|preset|set-environment'],
	},
	agent: AGENT,
	keelson: AGENT,
	claude: AGENT,
	codex: AGENT,
	gemini: AGENT,
	aider: AGENT,
	opencode: AGENT,
	chpasswd: { arranges: ['.', '**'] },
	useradd: { arranges: ['** +-u=0|--uid=0'], valued: '-u --uid' },
	insmod: { arranges: ['**'] },
	modprobe: { arranges: ['** !-c|--showconfig|-D|--show-depends'], rehearses: '-n|--show' },
	rmmod: { loses: ['**'] },
	loginctl: { loses: ['terminate-*|kill-*'], arranges: ['enable-linger'] },
	'update-rc.d': { arranges: ['**'] },
	chkconfig: { arranges: ['** on|off', '+--add|--del'] },
	'rc-update': { arranges: ['add|del|delete'] },
	schtasks: { loses: ['/delete'], arranges: ['/create|/change'] },
	'ssh-copy-id': { arranges: ['**'], rehearses: '-n' },
	gsettings: { arranges: ['set|reset|reset-recursively'] },
	dconf: { arranges: ['write|load|reset'] },
	defaults: { arranges: ['write|import|delete|rename'] },
	setx: { arranges: ['**'] },
	'xdg-mime': { arranges: ['default|install'] },
	'xdg-settings': { arranges: ['set'] },
	'update-alternatives': { arranges: ['** +--set|--install|--config', '+--set|--install|--config'] },
	setenforce: { loses: ['0|permissive'] },
	spctl: { loses: ['+--master-disable|--global-disable|--disable'] },
	'aa-teardown': { loses: ['.', '**'] },
	'aa-disable': { loses: ['**'] },
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
	launchctl: {
		shows: ['export|getenv'],
		loses: ['disable|remove|bootout|unload'],
		arranges: ['load|bootstrap|submit|enable|kickstart|setenv'],
	},
	csrutil: { loses: ['disable'] },
	efibootmgr: { loses: ['** +-B|-b'] },
	snapper: { loses: ['delete|rm'] },
	timeshift: { loses: ['** +--delete|--delete-all|--restore', '+--delete|--delete-all|--restore'] },
}
