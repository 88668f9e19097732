// Completion scripts for bash, zsh and fish, made from the list of commands alone. What only this machine knows, models
// and sessions, the scripts ask the program for when it is wanted.

import { AgentError } from '../../core/errors.ts'
import { settingKeys } from '../../workspace/settings/settings-schema.ts'
import { type CliCommand, type CliOption, optionParts, type Values } from '../cli-command/cli-command.ts'
import type { Output } from '../io/output.ts'

/** @returns the exit code @throws AgentError `usage` for a shell there is no script for */
export async function completion(
	shell: string | undefined,
	root: CliCommand,
	output: Pick<Output, 'out'>,
): Promise<number> {
	const write = SCRIPTS.get(shell ?? '')
	if (!write)
		throw new AgentError('usage', `completion ${shell ?? ''}: expected ${[...SCRIPTS.keys()].join(', ')}`)
	output.out(write(tableOf(root)))
	return 0
}

/** One command with everything that can stand behind it. */
export type CommandTable = {
	name: string
	aliases: readonly string[]
	description: string
	/** What its arguments may be, where that is a closed list. */
	words: readonly string[]
	/** The kinds of values that the program is asked for. */
	asked: readonly string[]
	flags: readonly FlagEntry[]
	commands: readonly CommandTable[]
}

export type FlagEntry = {
	short?: string | undefined
	long: string
	description: string
	takesValue: boolean
	choices: readonly string[]
	asked: string | undefined
}

export function tableOf(command: CliCommand, root = command): CommandTable {
	const { name, aliases = [], description, options = [], commands = [] } = command
	const values = (command.arguments ?? []).map(each => valuesOf(each.values, root))
	return {
		name,
		aliases,
		description,
		words: values.flatMap(({ choices }) => choices),
		asked: values.flatMap(({ asked }) => asked ?? []),
		flags: options.filter(({ isHidden }) => !isHidden).map(option => flagOf(option, root)),
		commands: commands.map(inner => tableOf(inner, root)),
	}
}

function flagOf(option: CliOption, root: CliCommand): FlagEntry {
	const { names, takesValue } = optionParts(option)
	const long = names.find(name => name.startsWith('--')) ?? ''
	const short = names.find(name => !name.startsWith('--'))
	return {
		short,
		long,
		description: option.description,
		takesValue,
		...valuesOf(option.choices ?? option.values, root),
	}
}

function valuesOf(
	values: Values | undefined,
	root: CliCommand,
): { choices: readonly string[]; asked: string | undefined } {
	if (values === undefined) return { choices: [], asked: undefined }
	if (typeof values !== 'string') return { choices: values, asked: undefined }
	if (values === 'settings') return { choices: settingKeys(), asked: undefined }
	if (values === 'commands')
		return { choices: (root.commands ?? []).map(({ name }) => name), asked: undefined }
	return { choices: [], asked: values }
}

/** How a script asks for them. It says nothing where that fails. */
function ask(name: string, kind: string): string {
	return `${name} completion --values ${kind} 2>/dev/null`
}

/** Every command with the words that lead to it: `config set`. The program itself has none. */
function paths(
	table: CommandTable,
	before: readonly string[] = [],
): readonly { path: string; table: CommandTable }[] {
	const inner = table.commands.flatMap(command =>
		[command.name, ...command.aliases].flatMap(name => paths(command, [...before, name])),
	)
	return [{ path: before.join(' '), table }, ...inner]
}

function spellings(flag: FlagEntry): readonly string[] {
	return flag.short ? [flag.short, flag.long] : [flag.long]
}

export function bashScript(table: CommandTable): string {
	const { name } = table
	const all = paths(table)
	const wordCases = all.map(({ path, table: { commands, words, asked, flags } }) => {
		const plain = [...commands.map(command => command.name), ...words].join(' ')
		const kinds = asked.length > 0 ? ` asked=${quoteForShell(asked.join(' '))}` : ''
		return `\t${quoteForShell(path)}) words=${quoteForShell(plain)}${kinds} flags=${quoteForShell(flags.map(flag => flag.long).join(' '))} ;;`
	})
	const valued = all.flatMap(({ table: { flags } }) => flags.filter(flag => flag.takesValue))
	const choiceCases = offering(valued).map(({ names, choices, asked = '' }) => {
		return `\t${names.join('|')}) words=${quoteForShell(choices.join(' '))} asked=${quoteForShell(asked)} flags= ;;`
	})
	const skipped = [...new Set(valued.flatMap(spellings))].join('|')
	const known = all.flatMap(({ path }) => (path === '' ? [] : [quoteForShell(path)])).join('|')
	return `# bash completion for ${name}: eval "$(${name} completion bash)"
_${name}() {
	local current=\${COMP_WORDS[COMP_CWORD]} previous=\${COMP_WORDS[COMP_CWORD-1]} path= words= asked= flags= kind i
	for ((i = 1; i < COMP_CWORD; i++)); do
		case \${COMP_WORDS[i]} in
		${skipped || '--'}) ((i++)) ;;
		-*) ;;
		*) case "\${path:+$path }\${COMP_WORDS[i]}" in
			${known || "''"}) path="\${path:+$path }\${COMP_WORDS[i]}" ;;
			*) break ;;
			esac ;;
		esac
	done
	case $path in
${wordCases.join('\n')}
	esac
	case $previous in
${[...choiceCases, `\t${skipped || '--'}) words= asked= flags= ;;`].join('\n')}
	esac
	if [[ $current == -* ]]; then
		words=$flags
	else
		for kind in $asked; do
			words+=" $(${ask(name, '"$kind"')})"
		done
	fi
	COMPREPLY=($(compgen -W "$words" -- "$current"))
}
complete -o default -F _${name} ${name}
`
}

export function zshScript(table: CommandTable): string {
	const { name } = table
	const cases = paths(table).map(({ path, table: { commands, words, asked, flags } }) => {
		const described = [
			...commands.map(command => `${escapeForZsh(command.name)}:${command.description}`),
			...words.map(escapeForZsh),
		]
		const options = flags.map(flag => `${flag.long}:${flag.description}`)
		const kinds = asked.length > 0 ? ` asked_=(${asked.join(' ')})` : ''
		return `\t${quoteForShell(path)}) words_=(${described.map(quoteForShell).join(' ')})${kinds} flags_=(${options.map(quoteForShell).join(' ')}) ;;`
	})
	const flagged = paths(table).flatMap(({ table: { flags } }) => flags.filter(flag => flag.takesValue))
	const valued = [...new Set(flagged.flatMap(spellings))].join('|')
	const choiceCases = offering(flagged).map(({ names, choices, asked = '' }) => {
		const words = choices.map(choice => quoteForShell(escapeForZsh(choice))).join(' ')
		return `\t${names.join('|')}) words_=(${words}) asked_=(${asked}) flags_=() ;;`
	})
	const known = paths(table).flatMap(({ path }) => (path === '' ? [] : [quoteForShell(path)]))
	return `#compdef ${name}
# zsh completion for ${name}: eval "$(${name} completion zsh)"
_${name}() {
	local path_= kind_ i
	local -a words_ asked_ flags_
	for ((i = 2; i < CURRENT; i++)); do
		case $words[i] in
		${valued || '--'}) ((i++)) ;;
		-*) ;;
		*) case "\${path_:+$path_ }$words[i]" in
			${known.join('|') || "''"}) path_="\${path_:+$path_ }$words[i]" ;;
			*) break ;;
			esac ;;
		esac
	done
	case $path_ in
${cases.join('\n')}
	esac
	case $words[CURRENT-1] in
${[...choiceCases, `\t${valued || '--'}) words_=() asked_=() flags_=() ;;`].join('\n')}
	esac
	if [[ $words[CURRENT] != -* ]]; then
		for kind_ in $asked_; do
			words_+=(\${\${(f)"$(${ask(name, '$kind_')})"}//:/\\:})
		done
	fi
	if [[ $words[CURRENT] == -* ]]; then
		_describe -o flag flags_
	elif (( \${#words_} )); then
		_describe command words_ || _files
	else
		_files
	fi
}
compdef _${name} ${name}
`
}

export function fishScript(table: CommandTable): string {
	const { name } = table
	return `# fish completion for ${name}: ${name} completion fish | source\n${fishLines(name, table, []).join('\n')}\n`
}

/** @param seen - the conditions under which this command has been typed */
function fishLines(name: string, table: CommandTable, seen: readonly string[]): readonly string[] {
	const { commands, words, asked, flags } = table
	const inner = commands.flatMap(fishNames).join(' ')
	const unfinished = inner ? [`not __fish_seen_subcommand_from ${inner}`] : []
	const here = fishStart(name, [...seen, ...unfinished])
	const withFlags = seen.length === 0 ? here : fishStart(name, seen)
	return [
		...commands.map(command => `${here} -a ${command.name} -d ${quoteForShell(command.description)}`),
		...words.map(word => `${here} -a ${quoteForShell(word)}`),
		...asked.map(kind => `${here} -a ${quoteForShell(`(${ask(name, kind)})`)}`),
		...flags.map(flag => `${withFlags}${fishFlag(name, flag)}`),
		...commands.flatMap(command =>
			fishLines(name, command, [...seen, `__fish_seen_subcommand_from ${fishNames(command).join(' ')}`]),
		),
	]
}

function fishNames({ name, aliases }: CommandTable): readonly string[] {
	return [name, ...aliases]
}

function fishStart(name: string, conditions: readonly string[]): string {
	return `complete -c ${name}${conditions.length > 0 ? ` -n ${quoteForShell(conditions.join('; and '))}` : ''}`
}

function fishFlag(name: string, { short, long, description, takesValue, choices, asked }: FlagEntry): string {
	return [
		short ? ` -s ${short.slice(1)}` : '',
		` -l ${long.slice(2)}`,
		takesValue ? ' -r' : '',
		choices.length > 0 ? ` -a ${quoteForShell(choices.join(' '))}` : '',
		asked === undefined ? '' : ` -a ${quoteForShell(`(${ask(name, asked)})`)}`,
		` -d ${quoteForShell(description)}`,
	].join('')
}

const SCRIPTS: ReadonlyMap<string, (table: CommandTable) => string> = new Map([
	['bash', bashScript],
	['zsh', zshScript],
	['fish', fishScript],
])

/** In single quotes, as all three shells read them; the quote itself the way that each of them accepts. */
function quoteForShell(text: string): string {
	return `'${text.replaceAll("'", `'"'"'`)}'`
}

/** A colon parts a word from its description. */
function escapeForZsh(word: string): string {
	return word.replaceAll(':', '\\:')
}

/** The flags whose values can be offered, once by their spellings. */
function offering(flags: readonly FlagEntry[]): readonly (FlagEntry & { names: readonly string[] })[] {
	const byName = new Map(flags.map(flag => [flag.long, { ...flag, names: spellings(flag) }]))
	return [...byName.values()].filter(({ choices, asked }) => choices.length > 0 || asked !== undefined)
}
