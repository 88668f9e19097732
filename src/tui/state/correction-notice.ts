// Notices of what was said to the model between its turns, which is written for a model: people see that it was, and
// can read it.

import { textOf, type UserMessage } from '../../core/messages.ts'
import { backgroundEndsIn } from '../../core/text/background-end.ts'
import { sanitize, sanitizeLine } from '../text/sanitize.ts'
import type { Block } from './view-block.ts'

/**
 * What came of an agent that nobody waited for is a message to the model, and none of the user's.
 * @returns undefined for what somebody has typed
 */
export function agentEndNotice({ content }: UserMessage): Block | undefined {
	const [first, last] = content
	if (content.length !== 2 || first?.type !== 'text' || last?.type !== 'text') return undefined
	const said = AGENT_RESULT.exec(first.text)?.groups?.said
	const { agent, facts } = AGENT_ENDED.exec(last.text)?.groups ?? {}
	if (said === undefined || agent === undefined || facts === undefined) return undefined
	const text = `The agent ${sanitizeLine(agent)} in the background has ended: ${sanitizeLine(facts)}.`
	return { kind: 'notice', level: 'info', text, more: { title: 'What it said', text: sanitize(said) } }
}

const AGENT_RESULT = /^<agent-result [^\n]*>\n(?<said>[\s\S]*)\n<\/agent-result>\n\n$/
const AGENT_ENDED = /^The agent (?<agent>.+) in the background has ended\. \[\1: (?<facts>.+); session \S+\]$/

/** @param shown - what stands above: what was told to the user when it happened is not said again */
export function correctionNotices({ content }: UserMessage, shown: readonly Block[]): readonly Block[] {
	const said = textOf(content)
	const ends = backgroundEndsIn(said)?.map(sanitizeLine)
	if (!ends) {
		const more = { title: 'What the model was told', text: sanitize(said) }
		return [{ kind: 'notice', level: 'info', text: 'The model was told what to mend or to mind.', more }]
	}
	const known = new Set(shown.flatMap(block => (block.kind === 'notice' ? [block.text] : [])))
	return ends.flatMap(text => (known.has(text) ? [] : [{ kind: 'notice', level: 'info', text } as const]))
}
