// Programs that only read, each with the options it may be given. A program or option that is missing here asks.

import { literal } from '../bash-syntax.ts'
import type { ProgramRule } from './program-rule.ts'

export function programRule(program: string): ProgramRule | undefined {
	return RULES.get(program)
}

const CHECKSUM: ProgramRule = {
	why: 'prints checksums',
	operands: 'paths',
	short: 'bctwz',
	shortWithValue: 'a',
	long: 'binary check text tag quiet status strict warn ignore-missing zero',
	isFlagProof: true,
}

const GREP: ProgramRule = {
	why: 'prints the lines that match',
	operands: 'pattern-then-paths',
	short: 'EFGPHILTUZabchilnoqrsvwxyz',
	shortWithValue: 'ABCDdefm',
	long: 'extended-regexp fixed-strings basic-regexp perl-regexp ignore-case no-ignore-case invert-match word-regexp line-regexp count color colour files-without-match files-with-matches only-matching quiet silent no-messages byte-offset with-filename no-filename line-number initial-tab null text recursive line-buffered null-data',
	longWithValue:
		'regexp file max-count label after-context before-context context binary-files devices directories exclude exclude-dir include',
	hasCountOption: true,
	patternOptions: ['e', 'regexp', 'f', 'file'],
	pathOptions: ['f', 'file'],
	isFlagProof: true,
}

const HEAD: ProgramRule = {
	why: 'prints the first lines',
	operands: 'paths',
	short: 'qvz',
	shortWithValue: 'nc',
	long: 'quiet silent verbose zero-terminated',
	longWithValue: 'lines bytes',
	hasCountOption: true,
	isFlagProof: true,
}

const VERSION: ProgramRule = {
	why: 'prints its version',
	operands: 'text',
	long: 'version',
	check: ({ options, operands }) =>
		options.length === 1 && operands.length === 0
			? undefined
			: 'it is only known to be harmless when asked for its version',
}

/** Prints what it is told and nothing else. */
const TALK: ProgramRule = { why: 'only computes from its arguments', operands: 'text', isFlagProof: true }

const RULES: ReadonlyMap<string, ProgramRule> = new Map(
	Object.entries<ProgramRule>({
		':': TALK,
		true: TALK,
		false: TALK,
		sleep: TALK,
		basename: { ...TALK, short: 'az', shortWithValue: 's', long: 'multiple zero', longWithValue: 'suffix' },
		dirname: { ...TALK, short: 'z', long: 'zero' },
		seq: {
			...TALK,
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
		// An operand would set the name.
		hostname: { why: 'prints the name of this machine', operands: 'none', short: 'sfidI' },
		// `-s` sets the clock, and so does an operand without a plus.
		date: {
			why: 'prints the time',
			operands: 'text',
			short: 'uRI',
			shortWithValue: 'd',
			long: 'utc universal rfc-email iso-8601 rfc-3339',
			longWithValue: 'date',
			maxOperands: 1,
			check: ({ operands }) =>
				operands.every(operand => literal(operand)?.startsWith('+')) ? undefined : 'the clock could be set',
		},
		type: { why: 'says what a name stands for', operands: 'text', short: 'afptP' },
		which: { why: 'says where a program is', operands: 'text', short: 'a', long: 'all' },
		// `e` would print the environment of every process.
		ps: {
			why: 'lists processes',
			operands: 'text',
			short: 'eAf',
			check: ({ operands }) =>
				operands.every(operand => /^a?u?x?f?$/.test(literal(operand) ?? '-'))
					? undefined
					: 'it could show environments',
		},

		ls: {
			why: 'lists files',
			operands: 'paths',
			short: 'aAbBcCdfFgGhHiklLmnNopqQrRsStTuUvxXZ1',
			shortWithValue: 'I',
			long: 'all almost-all author escape ignore-backups directory classify file-type full-time group-directories-first no-group human-readable si dereference-command-line inode kibibytes dereference numeric-uid-gid literal hide-control-chars show-control-chars quote-name reverse recursive size color time time-style sort format indicator-style context zero',
			longWithValue: 'block-size hide ignore quoting-style tabsize width',
			isFlagProof: true,
		},
		cat: {
			why: 'prints files',
			operands: 'paths',
			short: 'AbeEnstTuv',
			long: 'show-all number-nonblank show-ends number squeeze-blank show-tabs show-nonprinting',
			isFlagProof: true,
		},
		tac: {
			why: 'prints files backwards',
			operands: 'paths',
			short: 'br',
			shortWithValue: 's',
			isFlagProof: true,
		},
		nl: {
			why: 'numbers lines',
			operands: 'paths',
			short: 'p',
			shortWithValue: 'bdfhilnsvw',
			longWithValue: 'body-numbering number-format number-width number-separator starting-line-number',
			isFlagProof: true,
		},
		head: HEAD,
		tail: {
			...HEAD,
			why: 'prints the last lines',
			short: 'qvzfFr',
			shortWithValue: 'nc',
			longWithValue: 'lines bytes',
		},
		wc: {
			why: 'counts',
			operands: 'paths',
			short: 'clmwL',
			long: 'bytes chars lines words max-line-length total',
			isFlagProof: true,
		},
		cut: {
			why: 'prints columns',
			operands: 'paths',
			short: 'nsz',
			shortWithValue: 'bcdf',
			long: 'complement only-delimited zero-terminated',
			longWithValue: 'bytes characters delimiter fields output-delimiter',
			isFlagProof: true,
		},
		tr: {
			why: 'replaces characters of its input',
			operands: 'text',
			short: 'cCdst',
			long: 'complement delete squeeze-repeats truncate-set1',
			isFlagProof: true,
		},
		rev: { why: 'reverses lines', operands: 'paths', isFlagProof: true },
		paste: {
			why: 'joins lines',
			operands: 'paths',
			short: 'sz',
			shortWithValue: 'd',
			long: 'serial',
			longWithValue: 'delimiters',
			isFlagProof: true,
		},
		fold: {
			why: 'wraps lines',
			operands: 'paths',
			short: 'bs',
			shortWithValue: 'w',
			long: 'bytes spaces',
			longWithValue: 'width',
			isFlagProof: true,
		},
		fmt: {
			why: 'wraps paragraphs',
			operands: 'paths',
			short: 'cstu',
			shortWithValue: 'wp',
			longWithValue: 'width',
			hasCountOption: true,
			isFlagProof: true,
		},
		expand: {
			why: 'turns tabs into blanks',
			operands: 'paths',
			short: 'i',
			shortWithValue: 't',
			long: 'initial',
			longWithValue: 'tabs',
			isFlagProof: true,
		},
		column: {
			why: 'lines columns up',
			operands: 'paths',
			short: 'tx',
			shortWithValue: 'sco',
			long: 'table',
			longWithValue: 'separator output-separator',
			isFlagProof: true,
		},
		comm: {
			why: 'compares sorted files',
			operands: 'paths',
			short: '123i',
			long: 'check-order nocheck-order total zero-terminated',
			longWithValue: 'output-delimiter',
			isFlagProof: true,
		},
		cmp: {
			why: 'compares files',
			operands: 'paths',
			short: 'bls',
			shortWithValue: 'in',
			long: 'print-bytes verbose quiet silent',
			longWithValue: 'ignore-initial bytes',
			isFlagProof: true,
		},
		join: {
			why: 'joins files on a field',
			operands: 'paths',
			short: 'i',
			shortWithValue: 'aejotv12',
			isFlagProof: true,
		},
		// `-l` runs pr, and `-r` follows links out of the workspace.
		diff: {
			why: 'compares files',
			operands: 'paths',
			short: 'abBcdeEiNqstTuwyZp',
			shortWithValue: 'CUxWFI',
			long: 'brief unified context side-by-side new-file ignore-case ignore-space-change ignore-all-space ignore-blank-lines ignore-trailing-space report-identical-files suppress-common-lines color text minimal strip-trailing-cr expand-tabs show-c-function',
			longWithValue: 'exclude width label',
		},
		// A second operand is the file it writes.
		uniq: {
			why: 'drops repeated lines',
			operands: 'paths',
			maxOperands: 1,
			short: 'cdDiuz',
			shortWithValue: 'fsw',
			long: 'count repeated unique ignore-case zero-terminated all-repeated',
			longWithValue: 'skip-fields skip-chars check-chars',
		},
		// `-o` writes, `--compress-program` runs, `-T` says where to write.
		sort: {
			why: 'sorts lines',
			operands: 'paths',
			short: 'bcCdfghiMnrRsuVz',
			shortWithValue: 'kt',
			long: 'ignore-leading-blanks dictionary-order ignore-case general-numeric-sort ignore-nonprinting month-sort human-numeric-sort numeric-sort reverse stable unique version-sort zero-terminated check',
			longWithValue: 'key field-separator sort',
		},
		stat: {
			why: 'prints facts about files',
			operands: 'paths',
			short: 'Lftx',
			shortWithValue: 'c',
			long: 'dereference file-system terse',
			longWithValue: 'format printf',
		},
		// `-C` compiles a magic file, `-z` runs decompressors.
		file: {
			why: 'says what a file holds',
			operands: 'paths',
			short: 'bhikLN0',
			long: 'brief mime mime-type mime-encoding dereference no-dereference',
		},
		du: {
			why: 'prints sizes',
			operands: 'paths',
			short: 'abchHkLlmsSx0',
			shortWithValue: 'dBt',
			long: 'all apparent-size bytes total human-readable si summarize one-file-system separate-dirs',
			longWithValue: 'max-depth exclude block-size threshold',
			isFlagProof: true,
		},
		df: {
			why: 'prints free space',
			operands: 'text',
			short: 'aghHiklmPTt',
			long: 'all human-readable inodes local portability print-type total',
			isFlagProof: true,
		},
		// `-o` writes, `-l` follows links out of the workspace.
		tree: {
			why: 'lists a tree of files',
			operands: 'paths',
			short: 'adfixhpugsDFqNQrtUnCAS',
			shortWithValue: 'LPI',
			long: 'dirsfirst noreport gitignore prune du si inodes device matchdirs ignore-case',
			longWithValue: 'filelimit',
		},
		realpath: {
			why: 'resolves a path',
			operands: 'paths',
			short: 'emLPqsz',
			long: 'canonicalize-existing canonicalize-missing logical physical quiet no-symlinks zero',
			longWithValue: 'relative-to relative-base',
			isFlagProof: true,
		},
		readlink: {
			why: 'resolves a link',
			operands: 'paths',
			short: 'femnqsvz',
			long: 'canonicalize canonicalize-existing canonicalize-missing no-newline quiet silent verbose zero',
			isFlagProof: true,
		},
		od: {
			why: 'dumps bytes',
			operands: 'paths',
			short: 'abcdfiloqsvx',
			shortWithValue: 'AjNtw',
			longWithValue: 'address-radix skip-bytes read-bytes format',
			isFlagProof: true,
		},
		hexdump: {
			why: 'dumps bytes',
			operands: 'paths',
			short: 'bcCdovx',
			shortWithValue: 'ns',
			isFlagProof: true,
		},
		// `-r` and a second operand write.
		xxd: {
			why: 'dumps bytes',
			operands: 'paths',
			maxOperands: 1,
			short: 'abeipuE',
			shortWithValue: 'cglnos',
		},
		strings: {
			why: 'prints the text in a file',
			operands: 'paths',
			short: 'afw',
			shortWithValue: 'nte',
			long: 'all print-file-name',
			longWithValue: 'bytes radix encoding',
			isFlagProof: true,
		},
		// macOS has `-o`; neither it nor `-i` is here.
		base64: {
			why: 'encodes or decodes',
			operands: 'paths',
			maxOperands: 1,
			short: 'dD',
			shortWithValue: 'w',
			long: 'decode ignore-garbage',
			longWithValue: 'wrap',
		},
		md5sum: CHECKSUM,
		sha1sum: CHECKSUM,
		sha224sum: CHECKSUM,
		sha256sum: CHECKSUM,
		sha384sum: CHECKSUM,
		sha512sum: CHECKSUM,
		b2sum: CHECKSUM,
		shasum: CHECKSUM,
		cksum: { ...CHECKSUM, short: '' },
		numfmt: {
			why: 'formats numbers',
			operands: 'text',
			short: 'z',
			shortWithValue: 'd',
			long: 'grouping header',
			longWithValue: 'field format from from-unit to to-unit padding round suffix',
			isFlagProof: true,
		},

		grep: GREP,
		egrep: GREP,
		fgrep: GREP,
		// `--pre` and `--hostname-bin` run programs, `-z` runs decompressors; patterns and variables could become one.
		rg: {
			why: 'prints the lines that match',
			operands: 'pattern-then-paths',
			short: 'acFhHiIlnNopPqsSuUvVwx0b.',
			shortWithValue: 'ABCdeEfgjmMrtT',
			long: 'files-with-matches files-without-match files fixed-strings heading no-heading hidden ignore-case smart-case case-sensitive invert-match json line-number no-line-number column no-column line-regexp word-regexp multiline multiline-dotall count count-matches only-matching no-filename with-filename no-ignore no-ignore-vcs no-ignore-parent no-messages null passthru pcre2 pretty quiet stats text trim no-config type-list unrestricted vimgrep byte-offset one-file-system crlf no-mmap version',
			longWithValue:
				'after-context before-context context glob iglob max-count max-depth max-columns max-filesize regexp replace type type-not threads encoding file engine sort sortr color colors',
			patternOptions: ['e', 'regexp', 'f', 'file', 'files', 'type-list', 'version'],
			pathOptions: ['f', 'file'],
		},
		// Its filters can read the environment and load modules.
		jq: {
			why: 'prints parts of JSON files',
			operands: 'pattern-then-paths',
			short: 'acCejMnrRsS',
			long: 'ascii-output compact-output color-output exit-status join-output monochrome-output null-input raw-input raw-output slurp sort-keys tab',
			longWithValue: 'indent',
			check: ({ operands }) => {
				const filter = operands[0] && literal(operands[0])
				if (operands[0] && filter === undefined) return 'its filter is not plain'
				return /\benv\b|\$ENV\b|\b(?:import|include)\b/.test(filter ?? '')
					? 'its filter may read the environment'
					: undefined
			},
		},

		// Only those whose version does not depend on files of the folder: rustup, go, yarn and pnpm may run what a
		// folder names before they answer.
		node: { ...VERSION, short: 'v' },
		npm: { ...VERSION, short: 'v' },
		python: { ...VERSION, short: 'V' },
		python3: { ...VERSION, short: 'V' },
		ruby: VERSION,
		gcc: VERSION,
		'g++': VERSION,
		clang: VERSION,
		make: { ...VERSION, short: 'v' },
		cmake: VERSION,
		docker: { ...VERSION, short: 'v' },
		bash: VERSION,
	}),
)
