// Model fields of front matter, in the words of other agents too.

import type { Effort } from '../core/model.ts'
import { type FrontMatter, textField } from './front-matter.ts'

/** @returns undefined where the file says nothing about it */
export function effortOf(
	matter: Pick<FrontMatter, 'fields'>,
): { effort: Effort } | { problem: string } | undefined {
	const written = textField(matter, 'effort', 'reasoning-effort')
	if (written === undefined || written === 'inherit') return undefined
	const effort = EFFORTS.get(written.toLowerCase())
	if (effort) return { effort }
	const known = [...EFFORTS.keys()].join(', ')
	return { problem: `effort is ${JSON.stringify(written)}; known are ${known}. It is not used.` }
}

/** Above `high` others have further steps; it is the most there is here. */
const EFFORTS: ReadonlyMap<string, Effort> = new Map([
	['none', 'none'],
	['minimal', 'low'],
	['low', 'low'],
	['medium', 'medium'],
	['high', 'high'],
	['xhigh', 'high'],
	['max', 'high'],
])
