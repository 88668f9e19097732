// Programs that say what files there are, and what they are like.

import type { ProgramRule } from './program-rule.ts'

const CHECKSUM: ProgramRule = {
	why: 'prints checksums',
	operands: 'paths',
	showsNoContent: true,
	short: 'bctwz',
	shortWithValue: 'a',
	long: 'binary check text tag quiet status strict warn ignore-missing zero',
	isFlagProof: true,
	check: ({ options }) =>
		options.some(({ name }) => name === 'c' || name === 'check')
			? 'with --check it reads the files that a list names, wherever they are'
			: undefined,
}

/** Only with `-l`, and in front: behind the archive unzip takes it for the name of what to unpack. */
const LISTS_ONLY = {
	syntax: { joinsLetters: true, mixesOperands: true },
	operands: 'paths',
	short: 'lvq',
	long: 'list',
	check: ({ options, lateOption }) =>
		options.some(({ name }) => name === 'l' || name === 'list' || name === 'Z') && lateOption === undefined
			? undefined
			: 'without -l in front of the names it writes files',
} as const satisfies Omit<ProgramRule, 'why'>

/**
 * It lists, tests, or unpacks to the output; told to do neither it puts another file in the place of each. Behind a name
 * BSD's programs take an option for one more.
 */
function unpacks(own: { unpacksItself?: true; lists?: true; env?: ProgramRule['env'] }): ProgramRule {
	const letters = own.lists ? 'lt' : 't'
	return {
		...LISTS_ONLY,
		why: 'lists or prints what is packed',
		short: `${letters}cdqv`,
		long: `stdout to-stdout decompress uncompress test quiet verbose${own.lists ? ' list' : ''}`,
		...(own.env && { env: own.env }),
		check: ({ options, lateOption }) => {
			const has = (...names: readonly string[]) => options.some(({ name }) => names.includes(name))
			const isUnpacked = has('d', 'decompress', 'uncompress')
			const prints = has('c', 'stdout', 'to-stdout') && (own.unpacksItself || isUnpacked)
			// Of several of them the last one counts to `bzip2`.
			const looks = has('l', 'list', 't', 'test') && !isUnpacked
			return (prints || looks) && lateOption === undefined
				? undefined
				: 'without -l, -t, or -c to unpack, in front of the names it writes files'
		},
	}
}

const GZIP_ENVIRONMENT = { GZIP: '' }
const XZ_ENVIRONMENT = { XZ_OPT: '', XZ_DEFAULTS: '' }
const BZIP_ENVIRONMENT = { BZIP: '', BZIP2: '' }

/** Takes names apart and looks at no file. */
const NAMES: ProgramRule = { why: 'only computes from its arguments', operands: 'text', isFlagProof: true }

export const FILE_PROGRAMS: Readonly<Record<string, ProgramRule>> = {
	ls: {
		showsNoContent: true,
		why: 'lists files',
		operands: 'paths',
		short: 'aAbBcCdfFgGhHiklLmnNopqQrRsStTuUvxXZ1',
		shortWithValue: 'I',
		valueMayBeOperand: 'I',
		long: 'all almost-all author escape ignore-backups directory classify file-type full-time group-directories-first no-group human-readable si dereference-command-line inode kibibytes dereference numeric-uid-gid literal hide-control-chars show-control-chars quote-name reverse recursive size color time time-style sort format indicator-style context zero',
		longWithValue: 'block-size hide ignore quoting-style tabsize width',
		check: ({ options }) => {
			const has = (...names: string[]) => options.some(({ name }) => names.includes(name))
			return has('R', 'recursive') && has('L', 'dereference')
				? 'with -R and -L it follows links out of the workspace'
				: undefined
		},
		isFlagProof: true,
	},
	stat: {
		showsNoContent: true,
		why: 'prints facts about files',
		isFlagProof: true,
		operands: 'paths',
		short: 'Lftx',
		shortWithValue: 'c',
		long: 'dereference file-system terse',
		longWithValue: 'format printf',
	},
	// `-C` compiles a magic file, `-z` runs decompressors.
	file: {
		showsNoContent: true,
		why: 'says what a file holds',
		operands: 'paths',
		short: 'bhikLN0',
		long: 'brief mime mime-type mime-encoding dereference no-dereference',
	},
	du: {
		showsNoContent: true,
		why: 'prints sizes',
		operands: 'paths',
		// Not `-L`: it follows links out of the workspace.
		short: 'abchHklmsSx0',
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
		syntax: { joinsLetters: 'values apart', mixesOperands: true, endsAtDashes: true },
		why: 'lists a tree of files',
		operands: 'paths',
		short: 'adfixhpugsDFqNQrtUnCAS',
		shortWithValue: 'LPI',
		long: 'dirsfirst noreport gitignore prune du si inodes device matchdirs ignore-case',
		longWithValue: 'filelimit',
	},
	realpath: {
		showsNoContent: true,
		why: 'resolves a path',
		operands: 'paths',
		short: 'emLPqsz',
		long: 'canonicalize-existing canonicalize-missing logical physical quiet no-symlinks zero',
		longWithValue: 'relative-to relative-base',
		isFlagProof: true,
	},
	readlink: {
		showsNoContent: true,
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
		valueMayBeOperand: 'w',
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
		syntax: { attachesValues: true, mixesOperands: true, endsAtDashes: true },
		short: 'abeipuE',
		shortWithValue: 'cglnos',
		exact: '-ps -plain -postscript',
	},
	strings: {
		readsOptionFiles: true,
		why: 'prints the text in a file',
		operands: 'paths',
		short: 'afw',
		shortWithValue: 'nte',
		long: 'all print-file-name',
		longWithValue: 'bytes radix encoding',
		isFlagProof: true,
	},
	md5sum: CHECKSUM,
	sha1sum: CHECKSUM,
	sha224sum: CHECKSUM,
	sha256sum: CHECKSUM,
	sha384sum: CHECKSUM,
	sha512sum: CHECKSUM,
	b2sum: CHECKSUM,
	shasum: { ...CHECKSUM, syntax: { mixesOperands: true, endsAtDashes: true } },
	cksum: { ...CHECKSUM, short: '' },
	basename: { ...NAMES, short: 'az', shortWithValue: 's', long: 'multiple zero', longWithValue: 'suffix' },
	dirname: { ...NAMES, short: 'z', long: 'zero' },
	dir: {
		why: 'lists files',
		operands: 'paths',
		short: 'aABdFhlrRSt1',
		showsNoContent: true,
		isFlagProof: true,
	},
	namei: { why: 'follows a path step by step', operands: 'paths', short: 'lmovx', showsNoContent: true },
	gzip: unpacks({ lists: true, env: GZIP_ENVIRONMENT }),
	gunzip: { ...unpacks({ unpacksItself: true, lists: true, env: GZIP_ENVIRONMENT }), starts: ['gzip'] },
	xz: unpacks({ lists: true, env: XZ_ENVIRONMENT }),
	unxz: unpacks({ unpacksItself: true, lists: true, env: XZ_ENVIRONMENT }),
	bzip2: unpacks({ env: BZIP_ENVIRONMENT }),
	bunzip2: unpacks({ unpacksItself: true, env: BZIP_ENVIRONMENT }),
	// `-d` and a plain call unpack; what follows the archive is a name inside it.
	// Only as the very first word `-Z` makes it zipinfo.
	unzip: {
		...LISTS_ONLY,
		why: 'lists what is packed',
		short: 'lvqZ1',
		check: given => {
			const isLate = given.options.some(({ name }, index) => name === 'Z' && index > 0)
			return isLate ? '-Z only counts where it comes first' : LISTS_ONLY.check(given)
		},
	},
	zipinfo: {
		syntax: { joinsLetters: true },
		why: 'lists what is packed',
		operands: 'paths',
		short: '12slmvhtTz',
	},
	// `--plugin` loads a library, also from a file of options.
	nm: {
		readsOptionFiles: true,
		why: 'lists symbols',
		operands: 'paths',
		short: 'aACDgnru',
		long: 'demangle defined-only undefined-only',
	},
	readelf: {
		readsOptionFiles: true,
		why: 'prints headers of a program',
		operands: 'paths',
		short: 'ahlSsdrnVW',
		long: 'file-header wide',
	},
	objdump: {
		readsOptionFiles: true,
		why: 'prints headers of a program',
		operands: 'paths',
		short: 'hfpxtTCdrR',
	},
	size: { readsOptionFiles: true, why: 'prints the sizes of a program', operands: 'paths', short: 'ABt' },
}
