// Session extensions: what commands and skills are for one session, beside its tools and its actor.

import type { Envelope, StoredEvent } from '../../core/events.ts'
import { textOf, type UserMessage } from '../../core/messages.ts'
import type { ModelRef } from '../../core/model-ref.ts'
import type { CustomCommand } from '../../extensions/commands/custom-command.ts'
import type { Skill } from '../../extensions/skills/skill.ts'
import { knownModels } from '../../providers/discovery/catalogue.ts'
import { historyOf } from '../../sessions/folds/history.ts'
import type { ExpandedPrompt } from '../session/own-run.ts'
import type { ReadExtensions } from './read-extensions.ts'

export type SessionExtensions = {
	/** The prompt with what it calls in front, and what its run goes by. */
	expand(message: UserMessage, chain: readonly ModelRef[]): Promise<ExpandedPrompt>
	/** What the `skill` tool is made with. Left out where the model may load none. */
	skillTool: LoadableSkills | undefined
	/** Folders whose files are read without a question: those of the user's skills and plugins. */
	readableRoots: readonly string[]
}

export type LoadableSkills = {
	/** Those the model may load. */
	skills: readonly Skill[]
	/** Whether the conversation holds this text already. */
	isLoaded(text: string): boolean
}

/** @param stored - all of the session by now */
export function openSessionExtensions(
	extensions: ReadExtensions,
	{ providers }: { providers: readonly { id: string }[] },
	stored: () => readonly Envelope<StoredEvent>[],
): SessionExtensions {
	const isLoaded = (text: string) =>
		historyOf(stored()).some(
			message => message.role !== 'assistant' && textOf(message.content).includes(text),
		)
	const { skills, commands, invocables } = extensions
	const forModel = skills.filter(({ isForModel }) => isForModel)
	return {
		async expand(message, chain) {
			if (invocables.all.length === 0) return { message, run: { commands: [] }, notices: [] }
			const { expandPrompt } = await import('./expand-prompt.ts')
			const models = { chain, providers: providers.map(({ id }) => id), known: knownModels }
			return expandPrompt(message, { extensions, models, isLoaded })
		},
		skillTool: forModel.length > 0 ? { skills: forModel, isLoaded } : undefined,
		readableRoots: [...new Set([...skills, ...commands].flatMap(ownFolder))],
	}
}

/** The project's lie in the workspace anyway. */
function ownFolder(own: Skill | CustomCommand): readonly string[] {
	if (own.origin.scope === 'plugin') return [own.origin.root]
	return own.origin.scope === 'user' && 'folder' in own ? [own.folder] : []
}
