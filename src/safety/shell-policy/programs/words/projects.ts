// What programs do that build, test and install: mostly what the files of a project say.

import { type Deed, type DeedOf, type Deeds, eachOf, hasFlag, IN_PLACE, named, verbs } from './deed.ts'

const INSTALLS = 'installs packages, which may bring scripts that are run'
const REMOVES = 'removes packages'
const BUILDS = 'builds the project, which runs what its files say'
const TESTS = 'runs the project’s tests'

const OTHER = 'may run scripts of the project, or change what is installed'

const script =
	(name?: string): DeedOf =>
	({ operands: [first] }) => {
		const of = name ?? first
		return of === undefined ? undefined : `runs the script “${named(of)}” of package.json`
	}

const fetched: Deed = ({ operands: [program] }) =>
	program === undefined ? undefined : `runs ${named(program)}, fetched first where it is not installed`

const PACKAGES: Readonly<Record<string, Deed>> = {
	...verbs('install i ci add update upgrade up dedupe', INSTALLS),
	...verbs('uninstall remove rm un', REMOVES),
	...verbs('run run-script', script()),
	...verbs('test t', script('test')),
	start: script('start'),
	...verbs('exec x dlx', fetched),
	init: 'writes a package.json',
	create: fetched,
	version: 'sets the version of the package',
	link: 'links packages of this machine into each other',
	'': OTHER,
	audit: 'asks the registry about known weaknesses',
	publish: 'publishes the package',
}

export const PROJECT_DEEDS: Readonly<Record<string, Deeds>> = {
	npm: PACKAGES,
	...eachOf('pnpm yarn', {
		...PACKAGES,
		'': ({ words: [first = ''] }) => {
			if (first === '') return INSTALLS
			return first.startsWith('-') ? OTHER : `runs “${named(first)}”, a script of package.json or its own`
		},
	}),
	bun: { ...PACKAGES, test: TESTS, build: BUILDS, '': code('JavaScript', /^-[a-zA-Z]*e$|^--eval/) },
	deno: {
		run: code('JavaScript'),
		test: TESTS,
		task: call => script()(call)?.replace('package.json', 'deno.json'),
	},
	...eachOf('npx bunx pnpx', fetched),
	...eachOf('pip pip3', {
		'': 'may change what is installed',
		install: INSTALLS,
		uninstall: REMOVES,
		download: 'downloads packages',
	}),
	...eachOf('uvx pipx', fetched),
	...eachOf('uv poetry pipenv pdm rye', {
		...verbs('install sync add update lock', INSTALLS),
		...verbs('remove uninstall', REMOVES),
		'': 'may run programs of the project, or change what is installed',
		run: ({ operands: [program] }) =>
			program === undefined ? undefined : `runs ${named(program)} with the packages of the project`,
	}),
	...eachOf('conda mamba', { ...verbs('install create update', INSTALLS), ...verbs('remove', REMOVES) }),
	...eachOf('bundle gem composer', {
		...verbs('install update require', INSTALLS),
		...verbs('remove uninstall', REMOVES),
		exec: ({ operands: [program] }) =>
			program === undefined ? undefined : `runs ${named(program)} with the packages of the project`,
	}),
	...eachOf('node nodejs', code('JavaScript', /^-[a-zA-Z]*[ep]$|^--eval|^--print/)),
	...eachOf('tsx ts-node', code('TypeScript', /^-[a-zA-Z]*e$|^--eval/)),
	...eachOf('python python2 python3', code('Python', /^-[a-zA-Z]*c/)),
	ruby: code('Ruby', /^-[a-zA-Z]*e/),
	perl: call =>
		hasFlag(call, IN_PLACE) ? 'changes files where they are' : code('Perl', /^-[a-zA-Z]*[eE]/)(call),
	php: code('PHP', /^-[a-zA-Z]*r/),
	lua: code('Lua', /^-e/),
	Rscript: code('R', /^-e/),
	...eachOf('bash sh zsh dash', ({ words: [first] }) => {
		if (first === undefined) return 'runs commands that come from its input'
		if (/^-[a-z]*c$/.test(first)) return 'runs a command in a shell of its own'
		return first.startsWith('-') ? undefined : `runs the script ${named(first)}`
	}),
	...eachOf('make gmake', target('Makefile')),
	just: target('justfile'),
	task: target('Taskfile'),
	rake: target('Rakefile'),
	...eachOf('mvn mvnw gradle gradlew ant sbt bazel ninja meson scons cmake xcodebuild', BUILDS),
	cargo: {
		'': 'may build, run or change the project',
		...verbs('build b check c doc clippy', BUILDS),
		...verbs('test t bench', TESTS),
		...verbs('run r', 'builds the program and runs it'),
		fmt: 'rewrites code in its usual form',
		...verbs('add remove update', 'changes which packages the project needs'),
		install: INSTALLS,
	},
	go: {
		'': 'may build, run or change the project',
		...verbs('build vet', BUILDS),
		test: TESTS,
		run: 'builds the program and runs it',
		fmt: 'rewrites code in its usual form',
		...verbs('get mod work', 'changes which modules the project needs'),
		install: 'fetches, builds and installs a program',
		generate: 'runs the commands that the code names',
	},
	...eachOf('dotnet swift', {
		'': 'may build, run or change the project',
		build: BUILDS,
		test: TESTS,
		run: 'builds the program and runs it',
		...verbs('add restore', INSTALLS),
		format: 'rewrites code in its usual form',
	}),
	tsc: 'compiles TypeScript and writes what comes of it, unless the project says otherwise',
	...eachOf('gcc g++ clang clang++ cc c++ rustc javac', 'compiles code and writes what comes of it'),
	...eachOf('pytest jest vitest mocha ava phpunit rspec tox nox ctest playwright cypress', TESTS),
	...eachOf(
		'eslint biome stylelint rubocop ruff pylint flake8 mypy',
		'checks code with what the project sets up',
	),
	...eachOf('prettier black gofmt rustfmt clang-format', 'checks or rewrites the form of code'),
	...eachOf('webpack vite rollup esbuild turbo nx next', BUILDS),
}

/** A program in a language: written in the command, in a file, or coming from somewhere else. */
function code(language: string, inline?: RegExp): DeedOf {
	return ({ words: [first, second] }) => {
		if (first === undefined || first === '-') return `runs ${language} that comes from its input`
		if (inline?.test(first)) return `runs ${language} that stands in the command`
		if (first === '-m' && second !== undefined) return `runs the ${language} module ${named(second)}`
		return first.startsWith('-') ? `runs ${language}` : `runs the ${language} program ${named(first)}`
	}
}

function target(file: string): Deed {
	return ({ words }) => {
		const names = words.filter(word => !word.includes('='))
		const [first] = names
		// Behind an option may stand its value.
		return first === undefined || names.some(word => word.startsWith('-'))
			? `runs what the ${file} says`
			: `runs “${named(first)}” of the ${file}`
	}
}
