// Programs that look something over and say what they found: checkers, viewers, logs and states of the system. Each runs
// or writes something with one option or another, which is not here.

import { literal, type Word } from '../../shell-parser/bash-words.ts'
import { GETOPT_LONG } from './arguments.ts'
import type { ProgramRule } from './program-rule.ts'

/** Where there is no terminal nothing is paged, and where there is one neither. */
const NO_PAGER = { SYSTEMD_PAGER: '', SYSTEMD_LESS: '' }

const ZGREP: ProgramRule = {
	syntax: { joinsLetters: true },
	why: 'prints the lines that match',
	operands: 'pattern-then-paths',
	short: 'EFGHhiLlnoqsvwxc',
	shortWithValue: 'ABCem',
	patternOptions: ['e'],
	starts: ['expr', 'sed', 'gzip', 'grep'],
	// A script: in older versions the name of a file could become part of a program for sed.
	check: ({ operands }) =>
		operands.every(isPlainName) ? undefined : 'in older versions it runs what is in the name of a file',
}

const BAT: ProgramRule = {
	syntax: GETOPT_LONG,
	why: 'prints files',
	operands: 'paths',
	short: 'pnAuP',
	shortWithValue: 'lrH',
	long: 'plain number show-all style color line-range language theme wrap tabs decorations italic-text paging no-paging highlight-line terminal-width file-name force-colorization squeeze-blank',
	longWithValue:
		'style color line-range language theme wrap tabs decorations paging highlight-line terminal-width file-name',
	env: { BAT_PAGER: '', BAT_PAGING: 'never', LESSOPEN: '' },
	check: ({ options, operands: [first] }) => {
		if (first && literal(first) === 'cache') return 'cache is a command, which writes'
		const pages = options.some(({ name, value }) => name === 'paging' && value !== 'never')
		return pages ? 'it starts a pager' : undefined
	},
}

export const INSPECTION_PROGRAMS: Readonly<Record<string, ProgramRule>> = {
	bat: BAT,
	batcat: BAT,
	zgrep: ZGREP,
	zegrep: ZGREP,
	zfgrep: ZGREP,
	// `-x` reads what a script names, and so does a file of settings beside it, which may lead anywhere.
	shellcheck: {
		syntax: GETOPT_LONG,
		why: 'prints what it finds wrong in a script',
		operands: 'paths',
		short: 'Va',
		shortWithValue: 'sfeiSoCW',
		valueMayBeOperand: 'C',
		long: 'norc version check-sourced list-optional color shell format exclude include severity enable',
		longWithValue: 'shell format exclude include severity enable wiki-link-count',
		absentFiles: ['.shellcheckrc', 'shellcheckrc'],
		env: { SHELLCHECK_OPTS: '' },
	},
	// `--noent`, `--xinclude`, `--valid` and a schema read what the file names, `--shell` and `--output` write.
	xmllint: {
		syntax: { mixesOperands: true },
		why: 'prints parts of XML files',
		operands: 'paths',
		long: 'nonet noout format huge html nowarning recover nocdata noblanks',
		longWithValue: 'xpath pretty',
		env: { XML_CATALOG_FILES: '', XMLLINT_INDENT: '  ' },
		check: ({ options, operands }) => {
			if (!options.some(({ name }) => name === 'nonet')) return 'without --nonet it may ask another machine'
			if (options.some(({ name, value }) => /^(?:xpath|pretty)$/.test(name) && value === undefined))
				return 'an option lacks its value'
			return operands.every(isPlainName) ? undefined : 'an operand may be an address'
		},
	},
	tokei: {
		syntax: GETOPT_LONG,
		why: 'counts lines',
		operands: 'paths',
		showsNoContent: true,
		short: 'fC',
		shortWithValue: 'set',
		long: 'files compact hidden no-ignore no-ignore-parent no-ignore-vcs sort exclude types type',
		longWithValue: 'sort exclude types type output',
	},
	w: {
		syntax: GETOPT_LONG,
		why: 'lists who is here',
		operands: 'text',
		short: 'husfoi',
		long: 'no-header short',
	},
	// `--vacuum-size`, `--rotate` and `--cursor-file` write, `--file` and `--directory` read elsewhere, `-f` never ends.
	journalctl: {
		syntax: GETOPT_LONG,
		why: 'prints logs of the system',
		operands: 'text',
		short: 'bkraqx',
		shortWithValue: 'nupoSUtg',
		// An operand with a slash is a file, or a device, that it looks for.
		check: ({ operands }) =>
			operands.every(word => /^(?:[A-Z_]+=\S*|\+)$/.test(literal(word) ?? ''))
				? undefined
				: 'it is only known to be harmless when what it looks for is FIELD=VALUE',
		long: 'no-pager lines unit user-unit since until priority output boot dmesg reverse all quiet utc no-hostname no-full catalog grep case-sensitive identifier user system list-boots disk-usage output-fields',
		longWithValue: 'unit user-unit since until priority output grep identifier output-fields',
		env: NO_PAGER,
	},
	// `show` and `cat` print what a unit has in its environment.
	systemctl: {
		syntax: GETOPT_LONG,
		why: 'prints the state of units',
		operands: 'text',
		short: 'alq',
		shortWithValue: 'tno',
		long: 'no-pager all full failed type state plain no-legend quiet lines output user system recursive reverse',
		longWithValue: 'type state lines output',
		env: NO_PAGER,
		check: ({ operands: [verb], options }) => {
			const name = verb && literal(verb)
			const lists =
				/^(?:status|is-active|is-enabled|is-failed|is-system-running|list-(?:units|unit-files|timers|sockets|jobs)|get-default)$/
			const isBare = name === undefined && options.every(({ name: option }) => option !== 'output')
			return (name === undefined ? isBare : lists.test(name))
				? undefined
				: 'only status, is-active, is-enabled and lists are known to change nothing'
		},
	},
}

/** A path and neither an address nor a pattern. */
function isPlainName(word: Word): boolean {
	const text = literal(word)
	return text !== undefined && !text.includes('\n') && !/^\w+:/.test(text)
}
