// Models, and the prompts a copy can go up to, as the lines of a picker.

import type { UnixMs } from '../../core/ids.ts'
import type { ModelInfo } from '../../core/model.ts'
import { type ModelRef, modelName, sameModel } from '../../core/model-ref.ts'
import type { RewindPoint } from '../../core/runtime-port.ts'
import { ago, tokens } from '../text/format.ts'
import { sanitizeLine } from '../text/sanitize.ts'
import type { PickerItem } from './Picker.tsx'

/** A whole copy, or one up to before a prompt; the newest prompts first. */
export function forkItems(
	points: readonly RewindPoint[],
	now: UnixMs,
): readonly PickerItem<{ toSeq: number; prompt: string; isFirst: boolean } | undefined>[] {
	const prompts = points.filter(({ prompt }) => prompt !== '')
	return [
		{ value: undefined, label: 'All of it', detail: 'as it is now' },
		...prompts.map(({ toSeq, prompt, at }) => ({
			// A copy of what was there before the first one would be empty.
			value: { toSeq, prompt, isFirst: toSeq === points.at(-1)?.toSeq },
			label: sanitizeLine(prompt),
			detail: `before this · ${ago(at, now)}`,
		})),
	]
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
