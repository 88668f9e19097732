// Programs that find lines, files and values. Some of them can also run others, which their options here leave out.

import { literal } from '../../shell-parser/bash-words.ts'
import type { ProgramRule } from './program-rule.ts'

const GREP: ProgramRule = {
	why: 'prints the lines that match',
	operands: 'pattern-then-paths',
	short: 'EFGPHILTUZabchilnoqrsvwxyz',
	shortWithValue: 'ABCDdefm',
	long: 'extended-regexp fixed-strings basic-regexp perl-regexp ignore-case no-ignore-case invert-match word-regexp line-regexp count color colour files-without-match files-with-matches only-matching quiet silent no-messages byte-offset with-filename no-filename line-number initial-tab null text recursive line-buffered null-data',
	longWithValue:
		'regexp file max-count label after-context before-context context binary-files devices directories exclude exclude-dir include',
	hasCountOption: true,
	hidingOptions: [
		'l',
		'L',
		'q',
		'c',
		'files-with-matches',
		'files-without-match',
		'quiet',
		'silent',
		'count',
	],
	patternOptions: ['e', 'regexp', 'f', 'file'],
	pathOptions: ['f', 'file'],
	isFlagProof: true,
}

const FD: ProgramRule = {
	why: 'lists files by name',
	operands: 'pattern-then-paths',
	short: 'HIsigaFpu01q',
	shortWithValue: 'teEdScj',
	long: 'hidden no-ignore no-ignore-vcs case-sensitive ignore-case glob regex fixed-strings absolute-path full-path print0 unrestricted max-one-result quiet',
	longWithValue:
		'type extension exclude max-depth min-depth exact-depth size changed-within changed-before color max-results threads',
}

const YQ_STEP = String.raw`\.(?:[\w-]+|"[\w -]+")?(?:\[\d*\])?(?:\.[\w-]+(?:\[\d*\])?)*`
const YQ_PLAIN = new RegExp(String.raw`^\s*${YQ_STEP}(?:\s*\|\s*(?:keys|length|sort|${YQ_STEP}))*\s*$`)

export const SEARCH_PROGRAMS: Readonly<Record<string, ProgramRule>> = {
	grep: GREP,
	egrep: { ...GREP, starts: ['grep'] },
	fgrep: { ...GREP, starts: ['grep'] },
	// `--pre` and `--hostname-bin` run programs, `-z` runs decompressors; patterns and variables could become one.
	rg: {
		why: 'prints the lines that match',
		operands: 'pattern-then-paths',
		short: 'acFhHiIlnNopPqsSuUvVwx0b.',
		shortWithValue: 'ABCdeEfgjmMrtT',
		long: 'files-with-matches files-without-match files fixed-strings heading no-heading hidden ignore-case smart-case case-sensitive invert-match json line-number no-line-number column no-column line-regexp word-regexp multiline multiline-dotall count count-matches only-matching no-filename with-filename no-ignore no-ignore-vcs no-ignore-parent no-messages null passthru pcre2 pretty quiet stats text trim no-config type-list unrestricted vimgrep byte-offset one-file-system crlf no-mmap version',
		longWithValue:
			'after-context before-context context glob iglob max-count max-depth max-columns max-filesize regexp replace type type-not threads encoding file engine sort sortr color colors type-add type-clear',
		patternOptions: ['e', 'regexp', 'f', 'file', 'files', 'type-list', 'version'],
		pathOptions: ['f', 'file'],
	},
	// Its filters can read the environment and load modules.
	jq: {
		syntax: { joinsLetters: true, mixesOperands: true },
		why: 'prints parts of JSON files',
		operands: 'pattern-then-paths',
		short: 'acCejMnrRsS',
		long: 'ascii-output compact-output color-output exit-status join-output monochrome-output null-input raw-input raw-output slurp sort-keys tab',
		longWithValue: 'indent',
		check: ({ operands }) => {
			const filter = operands[0] && literal(operands[0])
			if (operands[0] && filter === undefined) return 'its filter is not plain'
			return /(?<![.\w])(?:env|ENV|import|include|modulemeta)\b/.test(filter ?? '')
				? 'its filter may read the environment'
				: undefined
		},
	},
	// `-x` and `-X` run programs, `-l` runs ls, `-L` follows links out of the workspace.
	fd: FD,
	fdfind: FD,
	// Two programs have this name; of both languages only what picks a value.
	yq: {
		syntax: { mixesOperands: true },
		starts: ['jq'],
		why: 'prints parts of YAML files',
		operands: 'pattern-then-paths',
		short: 'rePCMN',
		long: 'raw-output exit-status prettyPrint no-colors',
		check: ({ operands }) => {
			const filter = operands[0] && literal(operands[0])
			return filter !== undefined && YQ_PLAIN.test(filter)
				? undefined
				: 'its filter does more than pick a value'
		},
	},
}
