// Models as the lines of a list: by provider, with window, price and what they can; favourites first.

import type { ModelInfo, Price } from '../../core/model.ts'
import { type ModelRef, modelName, sameModel } from '../../core/model-ref.ts'
import type { ListItem } from '../list/found-items.ts'
import { tokens } from '../text/format.ts'
import { sanitizeLine } from '../text/sanitize.ts'

export type ModelList = {
	models: readonly ModelInfo[]
	current: ModelRef | undefined
	/** Names, `provider/model`. */
	favourites: readonly string[]
}

export function modelItems({ models, current, favourites }: ModelList): readonly ListItem<ModelRef>[] {
	const isFavourite = ({ ref }: ModelInfo) => favourites.includes(modelName(ref))
	const ordered = [...models.filter(isFavourite), ...models.filter(model => !isFavourite(model))]
	const providers = [...new Set(ordered.map(model => groupOf(model, isFavourite(model))))]
	const items = providers.flatMap(group =>
		ordered
			.filter(model => groupOf(model, isFavourite(model)) === group)
			.map(model => itemOf(model, { group, current, isFavourite: isFavourite(model) })),
	)
	// Who has only the demo opens the list to leave it.
	const isReal = ({ value }: ListItem<ModelRef>) => value.provider !== 'demo'
	const first = current?.provider === 'demo' ? items.find(isReal) : undefined
	return first ? items.map(item => ({ ...item, isCurrent: item === first })) : items
}

const FAVOURITES = 'favourites'

function groupOf({ ref }: ModelInfo, isFavourite: boolean): string {
	return isFavourite ? FAVOURITES : sanitizeLine(ref.provider)
}

function itemOf(
	model: ModelInfo,
	{ group, current, isFavourite }: { group: string; current: ModelRef | undefined; isFavourite: boolean },
): ListItem<ModelRef> {
	const { ref, windowTokens, price } = model
	const isCurrent = current !== undefined && sameModel(current, ref)
	return {
		value: ref,
		label: sanitizeLine(isFavourite ? modelName(ref) : ref.model),
		keywords: sanitizeLine(modelName(ref)),
		group,
		cells: [tokens(windowTokens), priceText(price)],
		detail: [...(isCurrent ? ['in use'] : []), ...abilitiesOf(model)].join(' · '),
		...(isFavourite && { sign: '★' }),
		...(isCurrent && { isCurrent }),
		preview: previewOf(model),
	}
}

function abilitiesOf({ images, reasoning }: ModelInfo): readonly string[] {
	return [...(images ? ['images'] : []), ...(reasoning ? ['reasoning'] : [])]
}

/** US dollars for a million tokens, in and out. What is not known is left out: of a provider it would be so in every line. */
function priceText(price: Price | undefined): string {
	if (!price) return ''
	if (price.input === 0 && price.output === 0) return 'free'
	return `$${dollars(price.input)}/$${dollars(price.output)}`
}

function dollars(microUsd: number): string {
	return String(Number((microUsd / 1_000_000).toFixed(4)))
}

function previewOf(model: ModelInfo): string {
	const { ref, windowTokens, maxOutputTokens, isOutputGuessed, price } = model
	const abilities = abilitiesOf(model)
	return [
		sanitizeLine(modelName(ref)),
		'',
		`window   ${tokens(windowTokens)} tokens`,
		`replies  up to ${tokens(maxOutputTokens)}${isOutputGuessed ? ', as far as is known' : ''}`,
		`reads    text${model.images ? ', images' : ''}`,
		...(abilities.includes('reasoning') ? ['thinks   before it answers'] : []),
		'',
		...(price
			? [
					'US dollars for a million tokens',
					`sent       ${dollars(price.input)}`,
					`cached     ${dollars(price.cachedInput)}`,
					`received   ${dollars(price.output)}`,
				]
			: ['What it costs is not known.']),
	].join('\n')
}
