// Machine state: programs that print hardware, kernel, network and packages of this machine, unpack to the output or
// compute. Most of them change the same things with another option, verb or operand, which is not here.

import { literal, type Word } from '../../../shell-parser/bash-words.ts'
import type { ProgramRule } from '../program-rule.ts'

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

export const MACHINE_STATE_PROGRAMS: Readonly<Record<string, ProgramRule>> = {
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
