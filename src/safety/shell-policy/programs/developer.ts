// What a developer's own programs may be asked without being run for real: their version, and what is installed.
// Most of them run what a folder names as soon as they are asked for more.

import { literal } from '../../shell-parser/bash-words.ts'
import { GETOPT_LONG } from './arguments.ts'
import type { ProgramRule } from './program-rule.ts'

/** Where asdf looks for which version of a program it is to run. */
const ASDF = ['.tool-versions']

/** Exactly one of these words and nothing else, so that no option can come in between. */
function onlyAsked(words: string, why = 'prints its version'): ProgramRule {
	const known = new Set(words.split(' ').filter(word => word !== ''))
	return {
		why,
		operands: 'text',
		absentFiles: ASDF,
		exact: words,
		check: ({ options, operands }) => {
			const [only, ...others] = [...options.map(({ name }) => name), ...operands.map(literal)]
			return others.length === 0 && only !== undefined && known.has(only)
				? undefined
				: `it is only known to be harmless when asked ${[...known].join(' or ') || 'about one file'}`
		},
	}
}

/** What it says of one file without running it: with the flag in front and nothing else. */
function checksSyntax(flags: string, words: string, env: Readonly<Record<string, string>>): ProgramRule {
	const asked = onlyAsked(words)
	const known = new Set(flags.split(' '))
	return {
		...asked,
		why: 'says whether a file can be read',
		operands: 'paths',
		exact: `${words} ${flags}`.trim(),
		env,
		check: given => {
			const [flag, ...others] = given.options
			const isCheck = flag !== undefined && known.has(flag.name) && others.length === 0
			return isCheck && given.operands.length === 1 ? undefined : asked.check?.(given)
		},
	}
}

const VERSION = onlyAsked('--version --help')
const LONG_OR_V = onlyAsked('--version -v --help')
const LONG_OR_CAPITAL_V = onlyAsked('--version -V --help')
/** They load what these name before they read anything. */
const NO_START_UP = { BASH_ENV: '', ENV: '' }
/** rustup runs the toolchain that a file of the folder names, wherever that is. */
const RUST: ProgramRule = {
	...onlyAsked('--version -V -vV --help'),
	absentFiles: [...ASDF, 'rust-toolchain', 'rust-toolchain.toml'],
}

/** `native-static-libs` and `link-args` are told while it builds. */
const RUSTC_PRINTS =
	/^(?:sysroot|target-list|cfg|target-cpus|target-features|target-libdir|host-tuple|relocation-models|code-models|tls-models)$/

/** One of these and nothing else, besides what the rule has. */
function onlyPhrases(rule: ProgramRule, ...phrases: readonly string[]): ProgramRule {
	const exact = phrases.filter(phrase => phrase.startsWith('-'))
	return {
		...rule,
		exact: [rule.exact, ...exact].join(' '),
		check: given => {
			const said = [
				...given.options.map(({ name }) => name),
				...given.operands.map(word => literal(word) ?? '\n'),
			]
			return phrases.includes(said.join(' ')) ? undefined : rule.check?.(given)
		},
	}
}

const NPM: ProgramRule = {
	starts: ['node'],
	syntax: { mixesOperands: true },
	absentFiles: ASDF,
	why: 'lists what is installed',
	operands: 'text',
	exact: '--version -v',
	short: 'ag',
	long: 'all json long parseable depth prod dev omit',
	longWithValue: 'depth omit',
	check: ({ options, operands }) => {
		const [command, ...names] = operands.map(word => literal(word) ?? '')
		const isVersion = options.length === 1 && operands.length === 0 && /^--?v/.test(options[0]?.name ?? '')
		const lists = /^(?:ls|list|la|ll)$/.test(command ?? '')
		const says = /^(?:root|prefix)$/.test(command ?? '') && names.length === 0
		const setting = /^config get (?:registry|prefix|node-version|user-agent|save-exact|engine-strict)$/
		// Of a script they would need the name; nothing else is what `npm run` says of them.
		const shows =
			/^(?:explain|why|query)$/.test(command ?? '') ||
			(command === 'pkg' && names[0] === 'get') ||
			(/^(?:run|run-script)$/.test(command ?? '') && names.length === 0)
		return isVersion || lists || says || shows || setting.test([command, ...names].join(' '))
			? undefined
			: 'only ls, explain, query, root, prefix, run alone, pkg get and plain settings are known to change nothing'
	},
}

const PIP: ProgramRule = {
	syntax: { mixesOperands: true },
	absentFiles: ASDF,
	why: 'lists what is installed',
	operands: 'text',
	exact: '--version -V',
	long: 'format user',
	check: ({ options, operands }) => {
		const [command, ...names] = operands.map(word => literal(word) ?? '')
		const isVersion = options.length === 1 && operands.length === 0 && /^--?[vV]/.test(options[0]?.name ?? '')
		const lists = (command === 'list' || command === 'freeze') && names.length === 0
		const checks = command === 'check' && names.length === 0 && options.length === 0
		return isVersion || lists || checks || (command === 'show' && options.length === 0)
			? undefined
			: 'only list, show, check and freeze are known to change nothing'
	},
}

export const DEVELOPER_PROGRAMS: Readonly<Record<string, ProgramRule>> = {
	// Those whose version does not depend on files of the folder: yarn, pnpm, mvn and others run what a folder names
	// before they answer.
	...each('deno bun lua luajit psql gcc g++ clang clang++ cc c++ make cmake perl tsc', LONG_OR_V),
	// Where there is a terminal its help goes through a pager.
	ruby: onlyAsked('--version -v'),
	node: checksSyntax('--check -c', '--version -v --help', { NODE_OPTIONS: '' }),
	php: checksSyntax('-l', '--version -v --help -m', {}),
	...each('python python2 python3 uv tmux rsync', LONG_OR_CAPITAL_V),
	// Their settings are read first, and one of curl's opens a file for what goes wrong.
	curl: { ...LONG_OR_CAPITAL_V, absentFiles: [...ASDF, '.curlrc', '.config/curlrc'] },
	wget: { ...LONG_OR_CAPITAL_V, absentFiles: [...ASDF, '.wgetrc'] },
	// What a shell does when it is only asked to be verbose is read a script from its input.
	bash: checksSyntax('-n', '--version --help', NO_START_UP),
	...each('sh dash', checksSyntax('-n', '', NO_START_UP)),
	// What `as -v` is given next is assembled.
	...each('as ld gh aws', onlyAsked('--version')),
	npx: { ...onlyAsked('--version -v'), starts: ['node'] },
	...each('zsh protoc ninja R meson clang-format gdb valgrind', VERSION),
	helm: onlyAsked('--version --help version'),
	// Of the server it would ask with somebody's rights.
	kubectl: { ...onlyPhrases(onlyAsked('--help'), '--client version'), syntax: { mixesOperands: true } },
	...each('java javac sqlite3 ffmpeg', onlyAsked('--version -version')),
	// It runs what global.json says it is.
	dotnet: {
		...onlyAsked('--version --help --info --list-sdks --list-runtimes'),
		absentFiles: [...ASDF, 'global.json'],
	},
	ssh: onlyAsked('-V'),
	openssl: onlyAsked('version'),
	rustfmt: RUST,
	rustc: {
		...RUST,
		why: 'says what it knows',
		longWithValue: 'print explain',
		check: given => {
			const [only, ...others] = given.options
			const says = only?.name === 'print' ? RUSTC_PRINTS : only?.name === 'explain' ? /^E\d{4}$/ : undefined
			if (!says || others.length > 0 || given.operands.length > 0) return RUST.check?.(given)
			return says.test(only?.value ?? '') ? undefined : 'it is not known to print that and nothing else'
		},
	},
	// Its help is a page of the manual.
	cargo: onlyPhrases(RUST, '--list', 'locate-project'),
	rustup: onlyPhrases(
		RUST,
		'show',
		'toolchain list',
		'target list',
		'component list',
		'show active-toolchain',
		'show home',
	),
	// GOTOOLCHAIN keeps it from fetching another one; see `HARMLESS_ENVIRONMENT`.
	go: {
		...onlyAsked('version'),
		check: ({ options, operands }) => {
			const [command, ...names] = operands.map(word => literal(word) ?? '')
			const isVersion = command === 'version' && names.length === 0
			const isSetting =
				command === 'env' && names.length > 0 && names.every(name => /^GO[A-Z0-9]{2,}$/.test(name))
			return options.length === 0 && (isVersion || isSetting)
				? undefined
				: 'only version and env NAME are known to change nothing'
		},
	},
	npm: NPM,
	pip: PIP,
	pip3: PIP,
	// They ask a service of this machine, which answers.
	docker: {
		syntax: GETOPT_LONG,
		why: 'lists what runs in containers',
		operands: 'text',
		exact: '--version -v',
		short: 'aqs',
		shortWithValue: 'n',
		long: 'all quiet no-trunc format size last',
		longWithValue: 'format filter last',
		check: ({ options, operands }) => {
			const [command, ...names] = operands.map(word => literal(word) ?? '')
			const isVersion = operands.length === 0 && options.length === 1 && /^--?v/.test(options[0]?.name ?? '')
			return isVersion ||
				((command === 'ps' || command === 'images' || command === 'version') && names.length === 0)
				? undefined
				: 'only ps, images and version are known to change nothing'
		},
	},
}

function each(programs: string, rule: ProgramRule): Record<string, ProgramRule> {
	return Object.fromEntries(programs.split(' ').map(program => [program, rule]))
}
