// What programs do with other machines, with services, and with software of the whole machine.

import { type CallWords, type Deed, type Deeds, eachOf, hasFlag, named, verbs } from './deed.ts'

const SYSTEM_PACKAGES: Deeds = {
	...verbs('install add reinstall', 'installs software on this machine'),
	...verbs('remove uninstall purge autoremove', 'removes software from this machine'),
	...verbs(
		'upgrade update dist-upgrade full-upgrade',
		'updates software of this machine, or the lists of it',
	),
}

const CONTAINERS: Readonly<Record<string, Deed>> = {
	...verbs('run create', 'starts a container'),
	...verbs('exec', 'runs a command in a container'),
	...verbs('build buildx', 'builds an image'),
	...verbs('pull', 'fetches an image'),
	...verbs('push', 'sends an image to a registry'),
	...verbs('start restart', 'starts containers'),
	...verbs('stop kill', 'stops containers'),
	...verbs('rm', 'removes containers'),
	...verbs('rmi', 'removes images'),
	compose: ({ operands: [verb] }) =>
		verb === undefined ? undefined : `runs “${named(verb)}” for the containers of the project`,
}

export const MACHINE_DEEDS: Readonly<Record<string, Deeds>> = {
	...eachOf('curl http https xh', call =>
		hasFlag(call, /^(?:-[a-zA-Z]*[oO]|--output|--remote-name)/)
			? `fetches from ${hostOf(call)} into a file`
			: `sends a request to ${hostOf(call)}`,
	),
	wget: call => `fetches from ${hostOf(call)} into a file`,
	ssh: ({ words: [host = '-'] }) =>
		`opens a shell on ${host.startsWith('-') ? 'another machine' : named(host)}, or runs a command there`,
	...eachOf('scp sftp', 'copies files from or to another machine'),
	rsync: ({ operands }) =>
		operands.some(word => /^[^/]*:/.test(word))
			? 'copies files from or to another machine'
			: 'copies files, and may delete what is not in the source',
	...eachOf('nc ncat netcat telnet socat', 'opens a connection, or waits for one'),
	...eachOf('ping ping6 traceroute', 'sends packets to another machine'),
	...eachOf('dig nslookup host whois', 'asks another machine about a name'),
	...eachOf('apt apt-get dnf yum zypper apk brew port snap', SYSTEM_PACKAGES),
	pacman: 'installs, removes or looks up software of this machine',
	...eachOf('docker podman nerdctl', { '': 'works with containers of this machine', ...CONTAINERS }),
	'docker-compose': ({ operands: [verb] }) =>
		verb === undefined ? undefined : `runs “${named(verb)}” for the containers of the project`,
	...eachOf('psql mysql mariadb sqlite3 mongosh mongo redis-cli duckdb', 'works on a database'),
	gh: 'works on GitHub in your name',
	glab: 'works on GitLab in your name',
	...eachOf('kubectl oc helm', 'works on a cluster in your name'),
	...eachOf('aws gcloud az doctl flyctl fly heroku vercel netlify wrangler', 'works on a cloud in your name'),
	...eachOf('terraform tofu pulumi ansible ansible-playbook', 'plans or changes machines and services'),
}

/** Of the first word that is an address. A name or a password in it is not told. */
function hostOf({ words }: CallWords): string {
	const word = words.find(each => /^https?:\/\//i.test(each))
	const host = word === undefined ? undefined : /^https?:\/\/(?:[^/?#@]*@)?([^/?#@]+)/i.exec(word)?.[1]
	return host === undefined ? 'another machine' : named(host)
}
