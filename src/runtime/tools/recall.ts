// The `recall` tool: searches what was said before, in this session, also where it has left the conversation, and in
// earlier ones.

import { messageOf } from '../../core/errors.ts'
import type { CheckSchema } from '../../core/json.ts'
import { lagText } from '../../core/text/memory-report.ts'
import { failedResult, okResult } from '../../core/tool.ts'
import { dayOf, filePlace, fileRemark, roleOf, withCorrections } from '../../memory/prompt-text.ts'
import { RECALL } from '../../memory/recall-name.ts'
import { snippet } from '../../memory/text/snippet.ts'
import { defineTool } from '../../tools/executor/define-tool.ts'
import type { Tool } from '../../tools/executor/tool.ts'
import type { RecallAnswer, Recalled, RecallQuery } from '../memory/memory.ts'

export type RecallInput = { query: string; limit?: number; session?: string; number?: number }

export type RecallDeps = {
	checkSchema: CheckSchema
	/** The session that asks. */
	sessionId: string
	recall(query: RecallQuery, signal: AbortSignal): Promise<RecallAnswer>
	/** What was done at a time that the query names. @returns undefined where it names none */
	runs?(query: string, signal: AbortSignal): Promise<string | undefined>
	/** The whole message; undefined when there is none of that number. @throws AgentError when there is no such session */
	message(session: string, number: number): Promise<string | undefined>
}

export function createRecallTool(deps: RecallDeps): Tool {
	return defineTool<RecallInput>({
		name: RECALL,
		description:
			'Searches what was said and done earlier: in this session, also before history was condensed, and in earlier ' +
			'sessions of this project and notes. Use it before you ask again or guess about an earlier decision, name or ' +
			'error. With number (and session) you get that message whole.',
		inputSchema: {
			type: 'object',
			properties: {
				query: {
					type: 'string',
					minLength: 1,
					description: 'key words; a time (yesterday, am Montag) lists its runs',
				},
				limit: { type: 'integer', minimum: 1, maximum: 30, description: 'passages, 8 if left out' },
				session: { type: 'string', description: 'only this session' },
				number: { type: 'integer', minimum: 1, description: 'of a message found before' },
			},
			required: ['query'],
			additionalProperties: false,
		},
		checkSchema: deps.checkSchema,
		subject: ({ query }) => query,
		facts: { access: 'none', phase: 'plan', kind: 'search' },
		tier: 'read-only',
		async run({ query, limit = 8, session, number }, { signal }) {
			if (number !== undefined) return wholeMessage(deps, session ?? deps.sessionId, number)
			const { hits, lag } = await deps.recall(
				{ text: query, limit, ...(session !== undefined && { sessionId: session }) },
				signal,
			)
			const runs = session === undefined ? await deps.runs?.(query, signal).catch(() => undefined) : undefined
			const counted = { type: 'counted' as const, count: hits.length, unit: 'passages' }
			const found =
				hits.length === 0
					? ['Nothing that was said is about this. Try other words: a name, a path, part of an error.']
					: hits.map(hit => formatHit(hit, deps.sessionId))
			return okResult(
				[...(runs === undefined ? [] : [runs]), ...found, ...(lag ? [lagText(lag)] : [])].join('\n\n'),
				counted,
			)
		},
	})
}

const SNIPPET_CHARACTERS = 900

function formatHit(hit: Recalled, own: string): string {
	const { source, seq, kind, at, text, matches, isVisible, isUndone, occurrences } = hit
	const place =
		source.kind === 'notes'
			? source.path
			: `session ${source.name}${source.name === own ? ' (this one)' : ''}, number ${seq}`
	const others = occurrences.length - 1
	const remarks = [
		roleOf(kind),
		dayOf(at),
		place,
		...(isVisible ? ['still in sight'] : []),
		...(isUndone ? ['TAKEN BACK by the user: it does not hold'] : []),
		...[filePlace(hit), fileRemark(hit)].filter(remark => remark !== undefined),
		...(others > 0 ? [`also in ${others} other ${others === 1 ? 'place' : 'places'}`] : []),
	]
	return `[${remarks.join(', ')}]\n${withCorrections(hit, snippet(text, matches, SNIPPET_CHARACTERS))}`
}

async function wholeMessage({ message }: RecallDeps, session: string, number: number) {
	try {
		const text = await message(session, number)
		return text === undefined
			? failedResult(`session ${session} has no message with number ${number}`)
			: okResult(text)
	} catch (error) {
		return failedResult(messageOf(error))
	}
}
