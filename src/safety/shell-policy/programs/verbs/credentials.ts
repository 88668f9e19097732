// Verbs that print credentials: password managers, vaults, key rings, and what decrypts.

import type { VerbRows } from './verb-rows.ts'

const SOPS: VerbRows = { shows: ['+-d|--decrypt', 'decrypt|exec-env|exec-file|edit|publish'] }
const BAO: VerbRows = {
	valued: '-address -namespace -format -field -mount -version -wrap-ttl',
	loses: [
		'delete',
		'kv delete|destroy|undelete-all',
		'kv metadata delete',
		'secrets|auth|audit disable',
		'lease revoke',
		'policy|namespace delete',
		'operator seal|step-down|rekey',
	],
	shows: [
		'kv get',
		'read',
		'token create|lookup',
		'print token',
		'login +--token-only|--no-store',
		'write */secret-id|*/creds/*|*/issue/*',
		'unwrap',
		'kv export',
		'operator init|generate-root',
	],
}

const GPG: VerbRows = {
	shows: ['+--export-secret-keys|--export-secret-key|--export-secret-subkeys|--export-secret-ssh-key'],
	loses: ['+--delete-secret-keys|--delete-secret-key|--delete-secret-and-public-key'],
}
const PASS: VerbRows = {
	// A name alone is one to show.
	shows: ['~ls|list|git|find|search|init|insert|add|help|version|cp|copy|mv|rename|rm|remove|delete'],
	loses: ['rm|remove|delete'],
}

export const CREDENTIALS: Readonly<Record<string, VerbRows>> = {
	vault: BAO,
	bao: BAO,
	consul: { loses: ['kv delete'], shows: ['kv get|export', 'acl token read|create'] },
	op: {
		valued: '--account --vault --format --cache --config --session',
		loses: ['item|document|vault|user|group delete'],
		shows: [
			'read',
			'inject',
			'run',
			'item get',
			'document get',
			'signin +--raw',
			'service-account create',
			'connect token create',
			'environment read',
			'plugin run',
		],
	},
	bw: {
		valued: '--session',
		shows: ['get|export', 'list items|folders', 'unlock|login +--raw', 'serve', 'send'],
		loses: ['delete'],
	},
	bws: { shows: ['secret get|list', 'run'] },
	rbw: { shows: ['get|code|history'], loses: ['remove|rm', 'purge'] },
	lpass: { shows: ['show|export'], loses: ['rm'] },
	'keepassxc-cli': { shows: ['show|clip|export|attachment-export'], loses: ['rm|rmdir'] },
	dcli: { shows: ['password|p|note|n|otp|read|exec|inject|secret'] },
	dashlane: { shows: ['password|note'] },
	chamber: { shows: ['read|export|env|exec|find'], loses: ['delete'] },
	doppler: {
		shows: ['secrets !--only-names', 'run ** env|printenv', 'configs tokens create'],
		loses: ['** delete'],
	},
	infisical: { shows: ['secrets|export', 'run ** env|printenv'], loses: ['secrets delete'] },
	sops: SOPS,
	gpg: GPG,
	gpg2: GPG,
	security: { shows: ['find-*|dump-*|export|export-*'], loses: ['delete-*'] },
	keyctl: { shows: ['print|pipe|read|instantiate'], loses: ['clear|revoke|purge|unlink|invalidate'] },
	'secret-tool': { shows: ['lookup|search'], loses: ['clear'] },
	keyring: { valued: '-b --keyring-backend -p --keyring-path', shows: ['get'], loses: ['del'] },
	'kwallet-query': { shows: ['+-r|--read-password'] },
	kwalletcli: { shows: ['+-e'] },
	gopass: PASS,
	passage: PASS,
	pass: PASS,
	'ssh-keygen': { shows: ['** +-y', '+-y'] },
	openssl: {
		shows: ['rsa|pkey|ec|dsa !--pubout|--pubin|--noout', 'pkcs12 !--nokeys|--export'],
	},
	wg: { shows: ['genkey', 'show * private-key|preshared-keys|dump', 'showconf'] },
	nmcli: { shows: ['** +-s|--show-secrets'] },
	'git-credential-store': { shows: ['get'] },
	'git-credential-manager': { shows: ['get'] },
	'git-credential-osxkeychain': { shows: ['get'] },
	'git-credential-cache': { shows: ['get'] },
}
