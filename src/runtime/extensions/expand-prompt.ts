// Prompt expansion: `/name arguments` and `$name` in what the user typed become the text of that command or skill, in
// front of it in the same message. Commands that a template wants run are calls of the shell tool like any other.

import { promptText, type UserMessage } from '../../core/messages.ts'
import { calledText, isCalledText } from '../../core/text/loaded-text.ts'
import type { CustomCommand } from '../../extensions/commands/custom-command.ts'
import { type Invocable, mentionsIn, nameOf, slashIn } from '../../extensions/commands/invocables.ts'
import { fillTemplate, type Template } from '../../extensions/commands/template.ts'
import type { ExtensionOrigin } from '../../extensions/extension-files.ts'
import { wrapForeign } from '../../extensions/foreign-text.ts'
import { withCompanions } from '../../extensions/tool-names.ts'
import type { ExpandedPrompt, OwnRun } from '../session/own-run.ts'
import { loadedSkill } from './loaded-skill.ts'
import type { ReadExtensions } from './read-extensions.ts'
import { type ModelsToChooseFrom, wishedModel } from './wished-model.ts'

export type ExpansionDeps = {
	extensions: Pick<ReadExtensions, 'invocables' | 'skills'>
	models: ModelsToChooseFrom
	/** Whether the conversation holds this text already. */
	isLoaded(text: string): boolean
}

/** @returns the same message where nothing in it names a command or a skill */
export async function expandPrompt(message: UserMessage, deps: ExpansionDeps): Promise<ExpandedPrompt> {
	const unchanged: ExpandedPrompt = { message, run: { commands: [] }, notices: [] }
	if (message.content.some(part => part.type === 'text' && isCalledText(part.text))) return unchanged
	// Only what was typed calls anything: what stands in front of it may come from anywhere.
	const typedAt = message.content.findLastIndex(part => part.type === 'text')
	const typed = promptText(message)
	const call = called(typed, deps)
	const own = call && (await expandCall(call, deps))
	const mentioned = await mentionedSkills(typed, call?.invocable, deps)
	const texts = [...(own?.texts ?? []), ...mentioned]
	if (texts.length === 0) return { ...unchanged, ...(own && { run: own.run, notices: own.notices }) }
	const content = [
		...message.content.slice(0, typedAt),
		...texts.map(text => ({ type: 'text' as const, text })),
		...message.content.slice(typedAt),
	]
	return {
		...unchanged,
		message: { ...message, content },
		...(own && { run: own.run, notices: own.notices }),
	}
}

type InvokedCommand = { invocable: Invocable; typed: string }

function called(text: string, { extensions }: ExpansionDeps): InvokedCommand | undefined {
	const slash = slashIn(text)
	const invocable = slash && extensions.invocables.find(slash.name)
	return invocable && { invocable, typed: slash.typed }
}

async function expandCall(
	{ invocable, typed }: InvokedCommand,
	deps: ExpansionDeps,
): Promise<{ texts: readonly string[]; run: OwnRun; notices: readonly string[] }> {
	const { text, origin, tools, model, effort } =
		invocable.kind === 'command' ? invocable.command : invocable.skill
	const { pieces } = fillTemplate(text, { typed, folders: foldersOf(invocable, origin) })
	const commands = pieces.flatMap(piece => (typeof piece === 'string' ? [] : [piece.command]))
	const filled = textOf(pieces)
	const block =
		invocable.kind === 'command'
			? commandText(invocable.command, filled)
			: await loadedSkill(invocable.skill, filled)
	const wish = model === undefined ? undefined : wishedModel(model, deps.models)
	const only = tools && onlyTools(tools)
	return {
		texts:
			invocable.kind === 'skill' && deps.isLoaded(block)
				? []
				: [calledText(invocable.kind, nameOf(invocable), block)],
		run: {
			...(wish && 'chain' in wish && wish),
			...(effort && { effort }),
			...(only && { only }),
			commands,
		},
		notices: wish && 'problem' in wish ? [`/${nameOf(invocable)}: ${wish.problem}.`] : [],
	}
}

function onlyTools({
	names,
	narrowed,
	isAll,
}: NonNullable<CustomCommand['tools']>): readonly string[] | undefined {
	if (isAll) return undefined
	return withCompanions([...names, ...narrowed.map(({ tool }) => tool)])
}

function foldersOf(invocable: Invocable, origin: ExtensionOrigin): Readonly<Record<string, string>> {
	return {
		...(origin.scope === 'plugin' && { CLAUDE_PLUGIN_ROOT: origin.root }),
		...(invocable.kind === 'skill' && { CLAUDE_SKILL_DIR: invocable.skill.folder }),
	}
}

/** Commands are not in their place: what they print is a result, which the model knows how to take. */
function textOf(pieces: Template['pieces']): string {
	return pieces
		.map(piece =>
			typeof piece === 'string' ? piece : `[what the shell call \`${piece.command}\` says below]`,
		)
		.join('')
}

const COMMAND_TAG = 'command'

function commandText({ name, path, tools }: CustomCommand, text: string): string {
	const only = tools && onlyTools(tools)
	const note = only ? `\n\n(Only these tools may be used for it: ${only.join(', ')}.)` : ''
	return `${wrapForeign(COMMAND_TAG, { name, file: path }, text)}${note}`
}

/** A skill that is in the conversation already need not be put into it again. */
async function mentionedSkills(
	typed: string,
	calledOne: Invocable | undefined,
	{ extensions, isLoaded }: ExpansionDeps,
): Promise<readonly string[]> {
	const names = new Set(mentionsIn(typed))
	if (calledOne) names.delete(nameOf(calledOne))
	const skills = extensions.skills.filter(({ name, isForUser }) => isForUser && names.has(name))
	const blocks = await Promise.all(
		skills.map(async skill => ({ name: skill.name, block: await loadedSkill(skill) })),
	)
	return blocks
		.filter(({ block }) => !isLoaded(block))
		.map(({ name, block }) => calledText('skill', name, block))
}
