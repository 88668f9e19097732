// Programs and built-ins that say what this machine is and does, or only compute.

import { literal } from '../../../shell-parser/bash-words.ts'
import { GETOPT } from '../arguments.ts'
import type { ProgramRule } from '../program-rule.ts'
import { PS } from './ps.ts'

/** Prints what it is told and nothing else. */
const TALK: ProgramRule = { why: 'only computes from its arguments', operands: 'text', isFlagProof: true }

const HARMLESS_VARIABLE =
	/^(?:HOME|PATH|USER|LOGNAME|SHELL|PWD|OLDPWD|TERM|LANG|LC_[A-Z]+|TZ|TMPDIR|EDITOR|HOSTNAME|DISPLAY|COLUMNS|LINES|NODE_ENV|CI|GOPATH|GOROOT|JAVA_HOME|VIRTUAL_ENV|XDG_[A-Z]+_(?:HOME|DIRS?))$/

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
	logname: { why: 'prints the user', operands: 'none' },
	umask: { syntax: GETOPT, why: 'prints the mask of new files', operands: 'none', short: 'S' },
	ulimit: { syntax: GETOPT, why: 'prints limits', operands: 'none', short: 'a' },
	jobs: { syntax: GETOPT, why: 'lists jobs of this shell', operands: 'none', short: 'lp' },
	alias: { why: 'lists aliases', operands: 'none' },
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
}
