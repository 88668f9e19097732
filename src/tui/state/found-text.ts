// Retrieved passages as Ctrl+O shows them.

import type { FoundPassage } from '../../core/found-passages.ts'
import { sanitize, sanitizeLine } from '../text/sanitize.ts'

export function foundText(passages: readonly FoundPassage[]): string {
	return passages
		.map(({ from, text }) => [...(from ? [heading(from)] : []), sanitize(text)].join('\n'))
		.join('\n\n')
}

function heading({ session, number, role, date }: NonNullable<FoundPassage['from']>): string {
	return sanitizeLine(session === 'notes' ? `${date}, notes` : `${date}, ${role}, ${session}:${number}`)
}
