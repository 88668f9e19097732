// Sessions and models as the lines of a picker.

import type { SessionSummary } from '../../core/commands.ts'
import type { UnixMs } from '../../core/ids.ts'
import type { ModelInfo } from '../../core/model.ts'
import { type ModelRef, modelName, sameModel } from '../../core/model-ref.ts'
import { ago, counted, tokens } from '../format.ts'
import { sanitizeLine } from '../sanitize.ts'
import type { PickerItem } from './Picker.tsx'

/** Newest first. */
export function sessionItems(
	sessions: readonly SessionSummary[],
	now: UnixMs,
): readonly PickerItem<SessionSummary>[] {
	return [...sessions]
		.sort((a, b) => b.usedAt - a.usedAt)
		.map(session => ({
			value: session,
			label: sanitizeLine(session.name ?? session.title),
			detail: [
				ago(session.usedAt, now),
				counted(session.messages, 'message'),
				sanitizeLine(session.cwd),
			].join(' · '),
			keywords: sanitizeLine(`${session.sessionId} ${session.title}`),
		}))
}

export function modelItems(
	models: readonly ModelInfo[],
	current: ModelRef | undefined,
): readonly PickerItem<ModelRef>[] {
	return models.map(({ ref, windowTokens, price, images, reasoning }) => ({
		value: ref,
		label: sanitizeLine(modelName(ref)),
		detail: [
			...(current && sameModel(current, ref) ? ['in use'] : []),
			`${tokens(windowTokens)} window`,
			price
				? `$${price.input / 1_000_000} in, $${price.output / 1_000_000} out per million`
				: 'price unknown',
			...(images ? ['images'] : []),
			...(reasoning ? ['reasoning'] : []),
		].join(' · '),
	}))
}
