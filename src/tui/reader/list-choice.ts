// A list to choose from by ear: some of it at a time, a number for each item that stays its own, words that search.

import { foundItems, type ListItem } from '../list/found-items.ts'
import type { NumberedChoice } from './choices.ts'

/** @param onLeave - called before what is chosen is done, too */
export function listChoice(
	title: string,
	items: readonly ListItem<() => void>[],
	onLeave: () => void,
): NumberedChoice {
	const numbers = new Map(items.map((item, index) => [item, index + 1]))
	/** What a line with `more` goes on with. */
	let rest = items
	const next = (shown: readonly ListItem<() => void>[]): readonly string[] => {
		const page = shown.slice(0, ITEMS_AT_ONCE)
		rest = shown.slice(page.length)
		return [
			...page.flatMap((item, index) => {
				const isFirst = item.group !== undefined && item.group !== page[index - 1]?.group
				return [...(isFirst ? [`${item.group}:`] : []), `${numbers.get(item)}. ${labelOf(item)}`]
			}),
			howTo(rest.length),
		]
	}
	const howTo = (left: number) =>
		[
			'Type a number and press Enter.',
			...(items.length > ITEMS_AT_ONCE ? ['Words search.'] : []),
			...(left > 0 ? [`The word more says ${left} more.`] : []),
			'An empty line leaves the list.',
		].join(' ')
	return {
		id: `list ${title}`,
		isList: true,
		lines: [`Question: ${title}`, ...next(items)],
		answer(line) {
			const typed = line.trim()
			if (typed === '') {
				onLeave()
				return true
			}
			const chosen = /^\d+$/.test(typed) ? items[Number(typed) - 1] : undefined
			if (chosen) {
				onLeave()
				chosen.value()
				return true
			}
			if (/^\d+$/.test(typed)) return [`There is no number ${typed}. ${howTo(rest.length)}`]
			if (typed === 'more' && rest.length > 0) return next(rest)
			const found = foundItems(items, typed).map(({ item }) => item)
			return found.length > 0 ? next(found) : [`Nothing has “${typed}”. ${howTo(rest.length)}`]
		},
	}
}

const ITEMS_AT_ONCE = 15

/** Without what stands at the right edge: a key of a screen that is drawn. */
function labelOf({ label, cells = [], detail, isCurrent }: ListItem<() => void>): string {
	const said = [label, ...cells, detail].map(words => words.trim()).filter(words => words !== '')
	const isSaid = !isCurrent || detail.includes(IN_USE)
	return [...said, ...(isSaid ? [] : [IN_USE])].join(', ')
}

const IN_USE = 'in use'
