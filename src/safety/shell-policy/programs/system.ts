// Programs and built-ins that say what this machine is, has and does (hardware, kernel, network, packages), unpack to the
// output, or only compute.

import { literal, type Word } from '../../shell-parser/bash-words.ts'
import { GETOPT } from './arguments.ts'
import type { ProgramRule } from './program-rule.ts'
import { PS } from './ps.ts'

/** Prints what it is told and nothing else. */
const TALK: ProgramRule = { why: 'only computes from its arguments', operands: 'text', isFlagProof: true }

const HARMLESS_VARIABLE =
	/^(?:HOME|PATH|USER|LOGNAME|SHELL|PWD|OLDPWD|TERM|LANG|LC_[A-Z]+|TZ|TMPDIR|EDITOR|HOSTNAME|DISPLAY|COLUMNS|LINES|NODE_ENV|CI|GOPATH|GOROOT|JAVA_HOME|VIRTUAL_ENV|XDG_[A-Z]+_(?:HOME|DIRS?))$/

/** Where nothing is paged. */
const NO_PAGER = { SYSTEMD_PAGER: '', SYSTEMD_LESS: '', PAGER: 'cat', DPKG_PAGER: 'cat' }

/** Its operands are all literal and each one has this form. */
function each(form: RegExp, otherwise: string): NonNullable<ProgramRule['check']> {
	return ({ operands }) => (operands.every(word => form.test(known(word))) ? undefined : otherwise)
}

function known(word: Word): string {
	return literal(word) ?? '\n'
}

const UNPACKS: ProgramRule = { why: 'prints packed files', operands: 'paths' }

export const SYSTEM_PROGRAMS: Readonly<Record<string, ProgramRule>> = {
	':': TALK,
	true: TALK,
	false: TALK,
	sleep: TALK,
	seq: {
		...TALK,
		syntax: GETOPT,
		short: 'w',
		shortWithValue: 'fs',
		long: 'equal-width',
		longWithValue: 'format separator',
		hasCountOption: true,
	},
	pwd: { why: 'prints the current folder', operands: 'none', short: 'LP' },
	whoami: { why: 'prints the user', operands: 'none' },
	id: {
		why: 'prints user and groups',
		operands: 'text',
		short: 'Ggnruz',
		long: 'group groups name real user zero',
		isFlagProof: true,
	},
	groups: { why: 'prints groups', operands: 'text', isFlagProof: true },
	uname: {
		why: 'prints the system',
		operands: 'none',
		short: 'amnoprsvi',
		long: 'all machine nodename operating-system processor kernel-release kernel-name kernel-version',
		isFlagProof: true,
	},
	arch: { why: 'prints the machine', operands: 'none' },
	nproc: { why: 'prints the number of processors', operands: 'none', long: 'all' },
	uptime: { why: 'prints how long the system runs', operands: 'none', short: 'ps', long: 'pretty since' },
	free: {
		why: 'prints memory use',
		operands: 'none',
		short: 'bkmghtw',
		long: 'human bytes kibi mebi gibi total wide',
	},
	// An operand would set the name; `-f`, `-d` and `-i` ask a name server.
	hostname: { why: 'prints the name of this machine', operands: 'none', short: 'sI' },
	// `-s` sets the clock, and so does an operand without a plus.
	date: {
		why: 'prints the time',
		operands: 'text',
		short: 'uRI',
		shortWithValue: 'dr',
		pathOptions: ['r'],
		exact: '-Iseconds -Iminutes -Ihours -Idate -Ins',
		long: 'utc universal rfc-email iso-8601 rfc-3339',
		longWithValue: 'date',
		maxOperands: 1,
		check: ({ operands }) =>
			operands.every(operand => literal(operand)?.startsWith('+')) ? undefined : 'the clock could be set',
	},
	type: { syntax: GETOPT, why: 'says what a name stands for', operands: 'text', short: 'afptP' },
	which: { why: 'says where a program is', operands: 'text', short: 'a', long: 'all' },
	ps: PS,
	cal: { why: 'prints a calendar', operands: 'text', short: '13ymjs' },
	// In words a person would have to answer, nothing.
	getconf: { why: 'prints a limit of the system', operands: 'text', short: 'a' },
	locale: { why: 'prints how language is set', operands: 'text', short: 'a' },
	lscpu: { why: 'prints the processors', operands: 'none', short: 'aJey' },
	lsblk: { why: 'lists disks', operands: 'none', short: 'abfJlmpS', shortWithValue: 'o' },
	lsb_release: { why: 'prints the system', operands: 'none', short: 'aidrcs' },
	sw_vers: { why: 'prints the system', operands: 'none' },
	tty: { why: 'prints the terminal', operands: 'none', short: 's' },
	who: { why: 'lists who is here', operands: 'none', short: 'abdHlmpqrsTtuw' },
	users: { why: 'lists who is here', operands: 'none' },
	// Its binary records, of which `-f` could name others.
	last: {
		why: 'lists who was here',
		operands: 'text',
		short: 'adFiRwx',
		shortWithValue: 'n',
		hasCountOption: true,
		check: each(/^[\w:.-]+$/, 'what it names could be a file'),
	},
	logname: { why: 'prints the user', operands: 'none' },
	umask: { syntax: GETOPT, why: 'prints the mask of new files', operands: 'none', short: 'S' },
	ulimit: { syntax: GETOPT, why: 'prints limits', operands: 'none', short: 'a' },
	jobs: { syntax: GETOPT, why: 'lists jobs of this shell', operands: 'none', short: 'lp' },
	alias: { why: 'lists aliases', operands: 'none' },
	hash: { syntax: GETOPT, why: 'lists where programs were found', operands: 'none' },
	times: { syntax: GETOPT, why: 'prints how long the shell ran', operands: 'none' },
	// A shell that is given one command has remembered none.
	history: {
		syntax: GETOPT,
		why: 'lists what the shell was told',
		operands: 'text',
		maxOperands: 1,
		check: each(/^\d{1,6}$/, 'other words change what is remembered'),
	},
	clear: { why: 'empties the screen', operands: 'none', short: 'x' },
	help: { syntax: GETOPT, why: 'explains a command of the shell', operands: 'text', short: 'dms' },
	whereis: { why: 'says where a program is', operands: 'text', short: 'bms' },
	pgrep: {
		why: 'lists processes',
		operands: 'text',
		short: 'aflnovxc',
		shortWithValue: 'uPU',
		long: 'full list-name list-full count newest oldest exact',
	},
	pidof: { why: 'lists processes', operands: 'text', short: 's' },
	top: {
		why: 'lists processes once',
		operands: 'none',
		short: 'bcHi',
		shortWithValue: 'npo',
		// It makes a folder for its settings, wherever they are to be.
		env: { XDG_CONFIG_HOME: '/dev/null' },
		check: ({ options }) =>
			['b', 'n'].every(wanted => options.some(({ name }) => name === wanted))
				? undefined
				: 'without -b and -n it goes on',
	},
	vmstat: { why: 'prints memory use', operands: 'none', short: 'asw' },
	// `-K` ends connections.
	ss: { why: 'lists connections', operands: 'none', short: 'tulnpaxe46Hs' },
	netstat: {
		why: 'lists connections',
		operands: 'none',
		short: 'tulnpaxrse46',
		check: ({ options }) =>
			options.some(({ name }) => name === 'n') ? undefined : 'without -n it asks name servers',
	},
	// Everything else in it is somebody's business; see `isSecretName`.
	printenv: {
		why: 'prints a setting that is no secret',
		operands: 'text',
		check: ({ operands }) =>
			operands.length > 0 && operands.every(name => HARMLESS_VARIABLE.test(literal(name) ?? ''))
				? undefined
				: 'the variable may hold a secret',
	},
	lsmod: { why: 'lists modules of the kernel', operands: 'none' },
	// `-q` asks a name server, `-D` and `-i` read elsewhere.
	lspci: { why: 'lists devices', operands: 'none', short: 'vkntmbx', shortWithValue: 'sd' },
	lsusb: { why: 'lists devices', operands: 'none', short: 'vt', shortWithValue: 'sd' },
	pstree: { why: 'lists processes', operands: 'text', short: 'aAcghlnpsTuU' },
	// `-C` and `-c` empty the log, `-H` starts a pager, `-w` never ends.
	dmesg: {
		why: 'prints messages of the kernel',
		operands: 'none',
		short: 'Ttxkur',
		shortWithValue: 'lf',
		long: 'ctime kernel userspace notime reltime decode nopager',
		longWithValue: 'level facility since until',
	},
	// With `=` it sets what it names.
	sysctl: {
		why: 'prints settings of the kernel',
		operands: 'text',
		short: 'anNe',
		long: 'all values names',
		check: each(/^[A-Za-z_][\w.-]*$/, 'it is only known to be harmless when asked by a plain name'),
	},
	tput: {
		why: 'says what the terminal can do',
		operands: 'text',
		check: each(/^(?:cols|lines|colors|longname)$/, 'other words are sent to the terminal'),
	},
	stty: {
		why: 'prints how the terminal is set',
		operands: 'text',
		short: 'ag',
		check: each(/^(?:size|speed)$/, 'other words set the terminal'),
	},
	// Of hosts it asks name servers, and of shadow it prints hashes.
	getent: {
		why: 'prints an entry of the system',
		operands: 'text',
		check: ({ operands: [database, ...names] }) =>
			database && /^(?:passwd|group|services|protocols)$/.test(known(database)) && names.every(isName)
				? undefined
				: 'only passwd, group, services and protocols are known to be harmless',
	},
	// A second operand sets something.
	ifconfig: { why: 'lists interfaces of the network', operands: 'text', short: 'as', maxOperands: 1 },
	ip: {
		syntax: {},
		why: 'prints the state of the network',
		operands: 'text',
		exact: '-4 -6 -br -brief -s -stats -j -json -p -pretty -o -oneline -c -color -d -details',
		check: ({ operands: [object, verb, ...rest] }) => {
			const isObject =
				object && /^(?:a|addr|address|l|link|r|route|n|neigh|neighbour|rule)$/.test(known(object))
			const shows = verb === undefined || /^(?:s|sh|show|ls|list)$/.test(known(verb))
			return isObject && shows && rest.length <= 2 && rest.every(isName)
				? undefined
				: 'only showing addresses, links, routes, neighbours and rules is known to change nothing'
		},
	},
	timedatectl: systemState('status|show|list-timezones'),
	hostnamectl: systemState('status'),
	localectl: systemState('status|list-locales|list-keymaps'),
	loginctl: systemState('list-sessions|list-users|list-seats'),
	dpkg: { ...packages('lLsS'), starts: ['dpkg-query'] },
	'dpkg-query': packages('lLsSW'),
	'pkg-config': {
		syntax: { mixesOperands: true },
		why: 'says how a library is used',
		operands: 'text',
		long: 'list-all modversion cflags libs exists static cflags-only-I libs-only-l libs-only-L print-errors short-errors',
		check: each(/^[\w+-]+(?:[.-][\w+-]+)*$/, 'what it names could be a file'),
	},
	bc: { why: 'computes', operands: 'paths', short: 'lqs', env: { BC_ENV_ARGS: '', BC_LINE_LENGTH: '0' } },
	sum: { why: 'prints a sum', operands: 'paths', short: 'rs' },
	base32: { why: 'prints in another alphabet', operands: 'paths', short: 'di', shortWithValue: 'w' },
	xzcat: { ...UNPACKS, env: { XZ_OPT: '', XZ_DEFAULTS: '' } },
	bzcat: { ...UNPACKS, env: { BZIP: '', BZIP2: '' } },
	zstdcat: UNPACKS,
}

function isName(word: Word): boolean {
	return /^[A-Za-z0-9][\w.:-]*$/.test(known(word))
}

function systemState(verbs: string): ProgramRule {
	return {
		why: 'prints the state of the system',
		operands: 'text',
		long: 'no-pager no-legend',
		env: NO_PAGER,
		check: ({ operands: [verb, ...others] }) =>
			verb === undefined || (new RegExp(`^(?:${verbs})$`).test(known(verb)) && others.length === 0)
				? undefined
				: `only ${verbs.replaceAll('|', ', ')} is known to change nothing`,
	}
}

/** One of these letters and nothing else: what is installed, and what of. */
function packages(letters: string): ProgramRule {
	return {
		why: 'lists what is installed',
		operands: 'text',
		short: letters,
		env: NO_PAGER,
		check: ({ options, operands }) =>
			options.length === 1 && operands.every(word => /^[\w+.:*/-]+$/.test(known(word)))
				? undefined
				: 'it is only known to list packages with one letter',
	}
}
