// Settings that count at once, and what makes them: all others count from the next start.

import { EFFORTS } from '../../core/model.ts'
import { type ModelRef, modelName } from '../../core/model-ref.ts'
import { approvalModeOf } from '../../core/text/approval-words.ts'
import type { SlashContext } from '../slash-command/slash-command.ts'

/** @returns whether it counts now */
export function applySetting(
	key: string,
	text: string,
	context: Pick<SlashContext, 'send' | 'theme' | 'attempt'>,
): boolean {
	return LIVE.get(key)?.(text, context) ?? false
}

/** What the screen itself goes by, it reads anew with each change. */
export function isSeenAtOnce(key: string): boolean {
	return key.startsWith('screen.') && key !== 'screen.theme'
}

type Apply = (text: string, context: Pick<SlashContext, 'send' | 'theme' | 'attempt'>) => boolean

const LIVE: ReadonlyMap<string, Apply> = new Map<string, Apply>([
	[
		'model',
		(text, { send }) => {
			const chain = namesIn(text).flatMap(name => refOf(name) ?? [])
			if (chain.length > 0) send({ type: 'set-model', chain })
			return chain.length > 0
		},
	],
	[
		'effort',
		(text, { send }) => {
			const effort = EFFORTS.find(each => each === text)
			if (effort) send({ type: 'set-effort', effort })
			return effort !== undefined
		},
	],
	[
		'approvals.mode',
		(text, { send }) => {
			const mode = approvalModeOf(text, Date.now())
			if (mode) send({ type: 'set-approvals', mode })
			return mode !== undefined
		},
	],
	[
		'screen.theme',
		(text, { theme, attempt }) => {
			attempt(theme.choose(text))
			return true
		},
	],
	// Read each time the list of models is opened.
	['favouriteModels', () => true],
])

/** One name, or a JSON list of them. */
function namesIn(text: string): readonly string[] {
	try {
		const value: unknown = JSON.parse(text)
		return Array.isArray(value) ? value.map(String) : [String(value)]
	} catch {
		return [text]
	}
}

function refOf(name: string): ModelRef | undefined {
	const slash = name.indexOf('/')
	const ref = { provider: name.slice(0, slash), model: name.slice(slash + 1) }
	return slash > 0 && modelName(ref) === name ? ref : undefined
}
