// What somebody has typed, in a sentence about it: a long one is cut, so that the sentence can be read to its end.

import { cutToWidth } from './cell-width.ts'
import { sanitizeLine } from './sanitize.ts'

export function quoted(typed: string): string {
	return `“${cutToWidth(sanitizeLine(typed), MAX_COLUMNS)}”`
}

const MAX_COLUMNS = 40
