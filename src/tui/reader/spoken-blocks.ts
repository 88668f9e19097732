// Blocks of the transcript for the ear: who says it, then what, in whole lines without signs that are only to be seen.

import { planCount } from '../state/plan-text.ts'
import type { Block, CallState, CallView } from '../state/view-block.ts'
import { countWithUnit, duration } from '../text/format.ts'
import { sanitize, sanitizeLine } from '../text/sanitize.ts'
import { plainText } from '../text/spans.ts'
import { workOf } from '../transcript/agent-rows.ts'
import { blockRows } from '../transcript/block-rows.ts'
import { spokenMarkdown } from './spoken-markdown.ts'

/** @returns empty for what is not worth hearing */
export function spokenBlock(block: Block): readonly string[] {
	switch (block.kind) {
		case 'welcome':
			return [
				`Keelson ${block.version}, ${block.model ?? 'no model'}, in ${block.cwd}. Type a prompt and press Enter.`,
				...(block.model?.startsWith('demo/') ? [WITHOUT_MODEL] : []),
			]
		case 'prompt':
			return labelled('You:', [
				...block.text.split('\n'),
				...(block.images > 0 ? [countWithUnit(block.images, 'image')] : []),
			])
		case 'answer':
			return labelled('Keelson:', spokenMarkdown(block.text))
		case 'call':
			return block.call.question ? spokenQuestion(block.call.question) : spokenCall(block.call)
		case 'group':
			return block.calls.flatMap(spokenCall)
		case 'question':
			return spokenQuestion(block)
		case 'notice':
			return labelled(block.level === 'error' ? 'Error:' : block.level === 'warning' ? 'Warning:' : 'Note:', [
				...block.text.split('\n'),
				...(block.more ? block.more.text.split('\n') : []),
			])
		case 'table':
			return [
				...(block.title === '' ? [] : [block.title]),
				...block.rows.map(([left, right]) => `${left}: ${sanitizeLine(right)}`),
			]
		case 'output':
			return labelled('Tool:', [
				`your command ${block.command} ${block.exitCode === 0 ? 'done' : `ended with ${block.exitCode ?? 'a signal'}`}`,
				...block.text.trimEnd().split('\n').slice(-MOST_LINES),
			])
		case 'run-end': {
			const { edits } = block
			const changed =
				edits.files > 0
					? `, ${countWithUnit(edits.files, 'file')} changed, ${edits.added} added, ${edits.removed} removed`
					: ''
			const planned = block.plan ? `, plan ${planCount(block.plan)}` : ''
			return [
				`Keelson: ${countWithUnit(block.calls, 'call')} in ${duration(block.tookMs)}${planned}${changed}.`,
			]
		}
		case 'reasoning':
			return []
		case 'expanded':
			return [block.title, ...block.text.split('\n')]
		default:
			return blockRows(block, LONG_LINE).rows.map(plainText)
	}
}

function labelled(label: string, lines: readonly string[]): readonly string[] {
	const [first = '', ...more] = lines
	return [`${label} ${first}`, ...more]
}

const OUTCOME: Record<CallState, string> = {
	waiting: 'waits',
	asking: 'waits for your answer',
	running: 'runs',
	ok: 'done',
	failed: 'failed',
	refused: 'not allowed',
	cancelled: 'stopped',
	interrupted: 'interrupted',
}

function spokenCall(call: CallView): readonly string[] {
	const { agent, state, result } = call
	if (agent && !agent.isBackground)
		return [
			`Agent: ${[`${agent.agent} ${agent.task}: ${OUTCOME[state]}`, ...workOf([agent])].join(', ')}`,
			...shownOf(call),
		]
	const { tool, subject } = call
	const detail = result?.detail
	const lines =
		detail?.type === 'files' && detail.diff !== undefined
			? `, ${countWithUnit(detail.added ?? 0, 'line')} added, ${detail.removed ?? 0} removed`
			: ''
	const shown = shownOf(call)
	return [`Tool: ${tool} ${subject}: ${OUTCOME[state]}${lines}`, ...shown]
}

/** Of what went well little, of what failed the end. */
function shownOf({ state, result }: CallView): readonly string[] {
	const text = sanitize(result?.shown ?? result?.text ?? '').trimEnd()
	if (text === '') return []
	const lines = text.split('\n')
	if (state === 'failed' || state === 'refused') return lines.slice(-MOST_LINES)
	if (result?.detail?.type !== 'command') return []
	return lines.length > FEW_LINES
		? [`${lines.length - FEW_LINES} lines before`, ...lines.slice(-FEW_LINES)]
		: lines
}

function spokenQuestion({ text, answer }: { text: string; answer: string | undefined }): readonly string[] {
	return [
		...labelled('Question:', text.split('\n')),
		answer === undefined ? 'Not answered.' : `Your answer: ${answer}`,
	]
}

const MOST_LINES = 12
const FEW_LINES = 3
const LONG_LINE = 1000

const WITHOUT_MODEL =
	'This is the demo: it reads and searches the folder, but it is not a language model. For a real one type /model for a server on this machine, /login to sign in with a browser, or /login --key to paste a key.'
