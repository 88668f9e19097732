// The commands of a project, as its own files name them: scripts, targets, and what each kind of project is run with.

import { isObject, parseJson } from '../../core/json.ts'

/** Gives the text of a file below the root, undefined where there is none or it is too large to be read for this. */
export type ReadText = (name: string) => Promise<string | undefined>

/** `what`: install, build, test, lint, format, types, run; anything else is a name its authors chose. */
export type ProjectCommand = { what: string; command: string; note?: string }

export type FoundCommands = {
	name: string | undefined
	description: string | undefined
	commands: readonly ProjectCommand[]
}

/** @param top - names of the files in the project's own folder */
export async function commandsOf(top: readonly string[], read: ReadText): Promise<FoundCommands> {
	const found: FoundCommands[] = []
	for (const kind of KINDS) {
		const file = top.find(name => kind.file.test(name))
		const text = file && (await read(file))
		if (file && text !== undefined) found.push({ ...NOTHING, ...kind.find(text, { file, top }) })
	}
	const commands = new Map(found.flatMap(each => each.commands).map(each => [each.command, each]))
	return {
		name: found.find(({ name }) => name)?.name,
		description: found.find(({ description }) => description)?.description,
		commands: [...commands.values()],
	}
}

const NOTHING: FoundCommands = { name: undefined, description: undefined, commands: [] }

type Surroundings = { file: string; top: readonly string[] }
type CommandKind = { file: RegExp; find(text: string, where: Surroundings): Partial<FoundCommands> }

const KINDS: readonly CommandKind[] = [
	{ file: /^package\.json$/, find: fromPackageJson },
	{ file: /^deno\.jsonc?$/, find: text => ({ commands: named(tasksIn(text, 'tasks'), 'deno task') }) },
	{ file: /^pyproject\.toml$/, find: fromPyproject },
	{ file: /^Cargo\.toml$/, find: fromCargo },
	{ file: /^go\.mod$/, find: fromGo },
	{ file: /^(?:GNUm|[Mm])akefile$/, find: text => ({ commands: targets(text, MAKE_TARGET, 'make') }) },
	{ file: /^\.?[Jj]ustfile$/, find: text => ({ commands: targets(text, JUST_RECIPE, 'just') }) },
	{ file: /^Taskfile\.ya?ml$/, find: text => ({ commands: targets(text, TASK, 'task') }) },
	{ file: /^composer\.json$/, find: text => ({ commands: named(tasksIn(text, 'scripts'), 'composer') }) },
	{
		file: /^pom\.xml$/,
		find: () => ({ commands: [each('build', 'mvn package'), each('test', 'mvn test')] }),
	},
	{ file: /^build\.gradle(?:\.kts)?$/, find: fromGradle },
	{ file: /^CMakeLists\.txt$/, find: fromCMake },
	{
		file: /^mix\.exs$/,
		find: () => ({ commands: [each('install', 'mix deps.get'), each('test', 'mix test')] }),
	},
	{ file: /^Gemfile$/, find: (_text, { top }) => ({ commands: ruby(top) }) },
	{
		file: /\.(?:sln|csproj)$/,
		find: () => ({ commands: [each('build', 'dotnet build'), each('test', 'dotnet test')] }),
	},
	{ file: /^tox\.ini$/, find: () => ({ commands: [each('test', 'tox')] }) },
]

function each(what: string, command: string, note?: string): ProjectCommand {
	return note === undefined ? { what, command } : { what, command, note }
}

function fromPackageJson(text: string, { top }: Surroundings): Partial<FoundCommands> {
	const manifest = parseJson(text)
	if (!isObject(manifest)) return {}
	const manager = packageManager(top, manifest.packageManager)
	const scripts = tasksIn(text, 'scripts')
	const uses = [manifest.devDependencies, manifest.dependencies].flatMap(list =>
		isObject(list) ? Object.keys(list) : [],
	)
	const runner = ['vitest', 'jest', 'mocha', 'ava'].find(name => uses.includes(name))
	const own = scripts.map(([name, script]) => {
		const isTest = name === 'test' && /no test specified/.test(script)
		const short = name === 'test' || name === 'start' ? `${manager} ${name}` : `${manager} run ${name}`
		return isTest ? undefined : each(purposeOf(name), short, oneLine(script))
	})
	return {
		name: textOf(manifest.name),
		description: textOf(manifest.description),
		commands: [
			each(
				'install',
				manager === 'npm' && top.includes('package-lock.json') ? 'npm ci' : `${manager} install`,
			),
			...own.filter(command => command !== undefined),
			...(runner ? [each('one test file', `npx ${runner}${runner === 'vitest' ? ' run' : ''} <file>`)] : []),
		],
	}
}

function packageManager(top: readonly string[], declared: unknown): string {
	const byFile = [
		['pnpm-lock.yaml', 'pnpm'],
		['yarn.lock', 'yarn'],
		['bun.lock', 'bun'],
		['bun.lockb', 'bun'],
	].find(([file]) => top.includes(file!))
	return (typeof declared === 'string' && /^(npm|pnpm|yarn|bun)@/.exec(declared)?.[1]) || byFile?.[1] || 'npm'
}

/** Life-cycle scripts run by themselves. */
function tasksIn(text: string, key: string): readonly (readonly [name: string, script: string])[] {
	const manifest = parseJson(text)
	const tasks = isObject(manifest) ? manifest[key] : undefined
	if (!isObject(tasks)) return []
	return Object.entries(tasks)
		.filter(
			([name]) => /^[\w:.-]+$/.test(name) && !/^(?:pre|post)(?!view|ject)\w/.test(name) && name !== 'prepare',
		)
		.map(([name, script]) => [name, typeof script === 'string' ? script : ''] as const)
		.slice(0, MOST_COMMANDS)
}

const MOST_COMMANDS = 25

function named(tasks: readonly (readonly [string, string])[], program: string): readonly ProjectCommand[] {
	return tasks.map(([name, script]) => each(purposeOf(name), `${program} ${name}`, oneLine(script)))
}

function fromPyproject(text: string, { top }: Surroundings): Partial<FoundCommands> {
	const project = section(text, 'project') ?? section(text, 'tool.poetry') ?? ''
	const tool = ['uv', 'poetry', 'pdm', 'hatch'].find(
		name => top.includes(`${name}.lock`) || text.includes(`[tool.${name}`),
	)
	const run = tool ? `${tool} run ` : ''
	const installs: Record<string, string> = {
		uv: 'uv sync',
		poetry: 'poetry install',
		pdm: 'pdm install',
		hatch: 'hatch env create',
	}
	const uses = (name: string) => new RegExp(`(?:\\[tool\\.${name}|["']${name}\\b)`).test(text)
	return {
		name: value(project, 'name'),
		description: value(project, 'description'),
		commands: [
			each('install', (tool && installs[tool]) ?? 'pip install -e .'),
			...(uses('pytest') ? [each('test', `${run}pytest`), each('one test file', `${run}pytest <file>`)] : []),
			...(uses('ruff') ? [each('lint', `${run}ruff check .`), each('format', `${run}ruff format .`)] : []),
			...(uses('black') ? [each('format', `${run}black .`)] : []),
			...(uses('mypy') ? [each('types', `${run}mypy .`)] : []),
			...(uses('pyright') ? [each('types', `${run}pyright`)] : []),
		],
	}
}

function fromCargo(text: string): Partial<FoundCommands> {
	const own = section(text, 'package') ?? ''
	return {
		name: value(own, 'name'),
		description: value(own, 'description'),
		commands: [
			each('build', 'cargo build'),
			each('test', text.includes('[workspace]') ? 'cargo test --workspace' : 'cargo test'),
			each('one test', 'cargo test <name>'),
			each('lint', 'cargo clippy --all-targets'),
			each('format', 'cargo fmt'),
		],
	}
}

function fromGo(text: string): Partial<FoundCommands> {
	return {
		name: /^module\s+(\S+)/m.exec(text)?.[1],
		commands: [
			each('build', 'go build ./...'),
			each('test', 'go test ./...'),
			each('one test', 'go test ./<folder> -run <Name>'),
			each('lint', 'go vet ./...'),
			each('format', 'gofmt -w .'),
		],
	}
}

function fromGradle(_text: string, { top }: Surroundings): Partial<FoundCommands> {
	const gradle = top.includes('gradlew') ? './gradlew' : 'gradle'
	return { commands: [each('build', `${gradle} build`), each('test', `${gradle} test`)] }
}

function fromCMake(): Partial<FoundCommands> {
	const build = 'cmake -B build && cmake --build build'
	return { commands: [each('build', build), each('test', 'ctest --test-dir build')] }
}

function ruby(top: readonly string[]): readonly ProjectCommand[] {
	const test = top.includes('.rspec') ? 'bundle exec rspec' : 'bundle exec rake test'
	return [each('install', 'bundle install'), each('test', test)]
}

const MAKE_TARGET = /^([a-zA-Z][\w.-]*)\s*:(?![=:])(?:.*?##\s*(.*))?/gm
const JUST_RECIPE = /^@?([a-z][\w-]*)[^:=\n]*:(?!=)/gm
const TASK = /^ {2}([a-z][\w:-]*):\s*$/gm

function targets(text: string, pattern: RegExp, program: string): readonly ProjectCommand[] {
	const names = new Map([...text.matchAll(pattern)].map(([, name = '', note]) => [name, note] as const))
	return [...names]
		.slice(0, MOST_COMMANDS)
		.map(([name, note]) => each(purposeOf(name), `${program} ${name}`, note && oneLine(note)))
}

const PURPOSES: readonly (readonly [name: RegExp, what: string])[] = [
	[/^(?:test|tests|check|ci|verify|spec)$/, 'test'],
	[/^(?:unit|e2e|integration|test[:._-].*)$/, 'test'],
	[/^(?:build|compile|all|dist)$/, 'build'],
	[/^(?:lint|eslint|clippy|vet|lint[:._-].*)$/, 'lint'],
	[/^(?:format|fmt|fix|prettier)$/, 'format'],
	[/^(?:types|typecheck|type-check|tsc|mypy)$/, 'types'],
	[/^(?:start|dev|serve|run|watch|preview)$/, 'run'],
	[/^(?:install|setup|deps|bootstrap)$/, 'install'],
]

function purposeOf(name: string): string {
	return PURPOSES.find(([pattern]) => pattern.test(name))?.[1] ?? name
}

/** What stands below `[name]` in TOML, up to the next table. */
function section(text: string, name: string): string | undefined {
	const at = text.search(new RegExp(`^\\[${name.replaceAll('.', '\\.')}\\]`, 'm'))
	if (at === -1) return undefined
	const [, ...lines] = text.slice(at).split('\n')
	const end = lines.findIndex(line => line.startsWith('['))
	return lines.slice(0, end === -1 ? undefined : end).join('\n')
}

function value(text: string, key: string): string | undefined {
	return new RegExp(`^${key}\\s*=\\s*["'](.*?)["']`, 'm').exec(text)?.[1]
}

function textOf(value: unknown): string | undefined {
	return typeof value === 'string' && value.trim() !== '' ? oneLine(value) : undefined
}

function oneLine(text: string): string {
	const line = text.replace(/\s+/g, ' ').trim()
	return line.length > 120 ? `${line.slice(0, 119)}…` : line
}
