// Custom commands: Markdown files whose text is a prompt that `/name` stands for. Folders are part of the name:
// `git/commit.md` is `/git:commit`, and `/commit` as long as nothing else is called that.

import type { Effort } from '../../core/model.ts'
import type { ExtensionFiles, ExtensionOrigin, ExtensionText } from '../extension-files.ts'
import { listField, readFrontMatter, textField } from '../front-matter.ts'
import { effortOf } from '../model-fields.ts'
import { type NamedTools, namedTools } from '../tool-names.ts'

export type CustomCommand = {
	/** Without the slash, with colons: `git:commit`, `plugin:git:commit`. */
	name: string
	/** Foreign text, one line. */
	description: string
	argumentHint?: string
	text: string
	/** What its run may use. Left out: everything. */
	tools?: Pick<NamedTools, 'names' | 'narrowed' | 'isAll'>
	/** As written. */
	model?: string
	effort?: Effort
	path: string
	origin: ExtensionOrigin
}

export type CustomCommands = { commands: readonly CustomCommand[]; problems: readonly string[] }

/** One for each name, sorted by it: the project's before the user's. */
export async function readCustomCommands({
	commands: files,
}: Pick<ExtensionFiles, 'commands'>): Promise<CustomCommands> {
	const commands = new Map<string, CustomCommand>()
	const problems: string[] = []
	for (const file of files) {
		const command = await readCustomCommand(file, problems)
		if (!command) continue
		const before = commands.get(command.name)
		if (before && before.origin.scope !== command.origin.scope && before.text !== command.text)
			problems.push(`The command /${command.name} of ${before.path} is hidden by the one of ${command.path}.`)
		commands.set(command.name, command)
	}
	return { commands: [...commands.values()].sort((a, b) => (a.name < b.name ? -1 : 1)), problems }
}

async function readCustomCommand(
	file: ExtensionText,
	problems: string[],
): Promise<CustomCommand | undefined> {
	const { path, origin } = file
	const tell = (what: string) => problems.push(`${path}: ${what}`)
	const matter = await readFrontMatter(file.text)
	const name = commandName(file.name)
	if (name === undefined) {
		tell('its name holds no letter or digit that could be typed; the command is left out.')
		return undefined
	}
	// The text is what was meant, front matter or not: a rule that opens a page of notes is none.
	if (matter.problem && matter.hasFrontMatter)
		tell(`line ${matter.problem.line}: ${matter.problem.message}; only the text below it is used.`)
	const text = matter.body.trim()
	if (text === '') {
		tell('it is empty; the command is left out.')
		return undefined
	}
	const hint = textField(matter, 'argument-hint')
	const written = listField(matter, 'allowed-tools', 'allowed_tools', 'tools')
	const tools = written && written.length > 0 ? namedTools(written) : undefined
	for (const problem of tools?.problems ?? []) tell(problem)
	const model = textField(matter, 'model')
	const effort = effortOf(matter)
	if (effort && 'problem' in effort) tell(effort.problem)
	return {
		name: origin.scope === 'plugin' ? `${origin.plugin}:${name}` : name,
		description: textField(matter, 'description') ?? firstLine(text),
		...(hint !== undefined && { argumentHint: hint }),
		text,
		...(tools && { tools }),
		...(model !== undefined && model !== 'inherit' && { model }),
		...(effort && 'effort' in effort && effort),
		path,
		origin,
	}
}

/** Steps of its path, each as it can be typed: `my command.v2` is `my-command-v2`. */
function commandName(file: string): string | undefined {
	const steps = file
		.split('/')
		.map(step => step.replaceAll(/[^\p{L}\p{N}_-]+/gu, '-').replaceAll(/^-+|-+$/g, ''))
	return steps.at(-1) === '' ? undefined : steps.filter(step => step !== '').join(':')
}

function firstLine(text: string): string {
	const line = text.split('\n', 1)[0]!.replace(/^#+\s*/, '')
	return line.length > DESCRIPTION_CHARACTERS
		? `${line.slice(0, DESCRIPTION_CHARACTERS - 1).toWellFormed()}…`
		: line
}

const DESCRIPTION_CHARACTERS = 100
