// Completion scripts for bash, zsh and fish, written from the command table alone.

import type { Command, Option } from 'commander'
import { AgentError } from '../../core/errors.ts'
import type { Output } from '../io/output.ts'

/** @returns the exit code @throws AgentError `usage` for a shell there is no script for */
export async function completion(
	shell: string,
	program: Command,
	output: Pick<Output, 'out'>,
): Promise<number> {
	const write = SCRIPTS.get(shell)
	if (!write) throw new AgentError('usage', `completion ${shell}: expected ${[...SCRIPTS.keys()].join(', ')}`)
	output.out(write(tableOf(program)))
	return 0
}

/** One command with everything that can stand behind it. */
export type CommandTable = {
	name: string
	description: string
	/** What its arguments may be, where that is a closed list. */
	words: readonly string[]
	flags: readonly FlagEntry[]
	commands: readonly CommandTable[]
}

export type FlagEntry = {
	short?: string | undefined
	long: string
	description: string
	takesValue: boolean
	choices: readonly string[]
}

export function tableOf(command: Command): CommandTable {
	return {
		name: command.name(),
		description: command.description(),
		words: command.registeredArguments.flatMap(argument => argument.argChoices ?? []),
		flags: command.options.filter(option => option.long && !option.hidden).map(flagOf),
		commands: command.commands.map(tableOf),
	}
}

function flagOf(option: Option): FlagEntry {
	const { short, long, description, argChoices } = option
	const takesValue = option.required || option.optional
	return { short, long: long!, description, takesValue, choices: argChoices ?? [] }
}

/** Every command with the words that lead to it: `config set`. The program itself has none. */
function paths(
	table: CommandTable,
	before: readonly string[] = [],
): readonly { path: string; table: CommandTable }[] {
	const inner = table.commands.flatMap(command => paths(command, [...before, command.name]))
	return [{ path: before.join(' '), table }, ...inner]
}

function spellings(flag: FlagEntry): readonly string[] {
	return flag.short ? [flag.short, flag.long] : [flag.long]
}

export function bashScript(table: CommandTable): string {
	const { name } = table
	const all = paths(table)
	const wordCases = all.map(({ path, table: { commands, words, flags } }) => {
		const plain = [...commands.map(command => command.name), ...words].join(' ')
		return `\t${quoted(path)}) words=${quoted(plain)} flags=${quoted(flags.map(flag => flag.long).join(' '))} ;;`
	})
	const valued = all.flatMap(({ table: { flags } }) => flags.filter(flag => flag.takesValue))
	const choices = uniqueBy(valued, flag => flag.long).filter(flag => flag.choices.length > 0)
	const choiceCases = choices.map(
		flag => `\t${spellings(flag).join('|')}) words=${quoted(flag.choices.join(' '))} flags= ;;`,
	)
	const skipped = [...new Set(valued.flatMap(spellings))].join('|')
	const known = all.flatMap(({ path }) => (path === '' ? [] : [quoted(path)])).join('|')
	return `# bash completion for ${name}: eval "$(${name} completion bash)"
_${name}() {
	local current=\${COMP_WORDS[COMP_CWORD]} previous=\${COMP_WORDS[COMP_CWORD-1]} path= words= flags= i
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
${[...choiceCases, `\t${skipped || '--'}) words= flags= ;;`].join('\n')}
	esac
	[[ $current == -* ]] && words=$flags
	COMPREPLY=($(compgen -W "$words" -- "$current"))
}
complete -o default -F _${name} ${name}
`
}

export function zshScript(table: CommandTable): string {
	const { name } = table
	const cases = paths(table).map(({ path, table: { commands, words, flags } }) => {
		const described = [
			...commands.map(command => `${zshEscaped(command.name)}:${command.description}`),
			...words.map(zshEscaped),
		]
		const options = flags.map(flag => `${flag.long}:${flag.description}`)
		return `\t${quoted(path)}) words_=(${described.map(quoted).join(' ')}) flags_=(${options.map(quoted).join(' ')}) ;;`
	})
	const valued = [
		...new Set(
			paths(table).flatMap(({ table: { flags } }) =>
				flags.filter(flag => flag.takesValue).flatMap(spellings),
			),
		),
	].join('|')
	const known = paths(table).flatMap(({ path }) => (path === '' ? [] : [quoted(path)]))
	return `#compdef ${name}
# zsh completion for ${name}: eval "$(${name} completion zsh)"
_${name}() {
	local path_= i
	local -a words_ flags_
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
	const lines = paths(table).flatMap(({ path, table: { commands, words, flags } }) => {
		const steps = path === '' ? [] : path.split(' ')
		const seen = steps.map(step => `__fish_seen_subcommand_from ${step}`)
		const inner = commands.map(command => command.name).join(' ')
		const here = [...seen, ...(inner ? [`not __fish_seen_subcommand_from ${inner}`] : [])].join('; and ')
		const when = (condition: string) => (condition ? ` -n ${quoted(condition)}` : '')
		return [
			...commands.map(
				command => `complete -c ${name}${when(here)} -a ${command.name} -d ${quoted(command.description)}`,
			),
			...words.map(word => `complete -c ${name}${when(here)} -a ${quoted(word)}`),
			...flags.map(
				flag => `complete -c ${name}${when(path === '' ? here : seen.join('; and '))}${fishFlag(flag)}`,
			),
		]
	})
	return `# fish completion for ${name}: ${name} completion fish | source\n${lines.join('\n')}\n`
}

function fishFlag({ short, long, description, takesValue, choices }: FlagEntry): string {
	return [
		short ? ` -s ${short.slice(1)}` : '',
		` -l ${long.slice(2)}`,
		takesValue ? ' -r' : '',
		choices.length > 0 ? ` -a ${quoted(choices.join(' '))}` : '',
		` -d ${quoted(description)}`,
	].join('')
}

const SCRIPTS: ReadonlyMap<string, (table: CommandTable) => string> = new Map([
	['bash', bashScript],
	['zsh', zshScript],
	['fish', fishScript],
])

/** In single quotes, as all three shells read them; the quote itself the way that each of them accepts. */
function quoted(text: string): string {
	return `'${text.replaceAll("'", `'"'"'`)}'`
}

/** A colon parts a word from its description. */
function zshEscaped(word: string): string {
	return word.replaceAll(':', '\\:')
}

function uniqueBy<Item>(items: readonly Item[], key: (item: Item) => string): readonly Item[] {
	return [...new Map(items.map(item => [key(item), item])).values()]
}
