// A call of a tool as a row that opens: what was asked for, what came back, what changed.

import { isObject, parseJson } from '../../../../core/json.ts'
import type { PageCall } from '../state/calls.ts'
import { cost, duration, tokens } from '../text/format.ts'
import { firstLine } from '../text/visible-text.ts'
import { bit, box, type Child, line, make, put } from './dom.ts'
import { diffBox, isDiff, outputBox } from './text-views.ts'

export class CallElement {
	readonly element = make('details', { class: 'call' })
	readonly #summary = make('summary')
	readonly #body = box('call-body')
	#call: PageCall | undefined
	#drawn: PageCall | undefined

	constructor(call: PageCall) {
		this.element.append(this.#summary, this.#body)
		this.element.addEventListener('toggle', () => this.#drawBody())
		this.update(call)
	}

	update(call: PageCall): void {
		const hadDetail = this.#call?.detail !== undefined
		this.#call = call
		this.element.dataset.state = call.state
		put(this.#summary, ...summary(call))
		// A small change is read at once; whoever closes it is not contradicted.
		if (!hadDetail && isShort(call)) this.element.open = true
		this.#drawBody()
	}

	/** What nobody looks at is not made. */
	#drawBody(): void {
		const call = this.#call
		if (!call || !this.element.open || this.#drawn === call) return
		this.#drawn = call
		put(this.#body, ...body(call))
	}
}

function summary(call: PageCall): readonly Child[] {
	const { tool, subject, state, detail, agent, durationMs } = call
	const facts: Child[] = []
	if (detail?.type === 'files' && detail.diff !== undefined)
		facts.push(bit('added', `+${detail.added ?? 0}`), bit('removed', `−${detail.removed ?? 0}`))
	if (detail?.type === 'command' && detail.exitCode !== 0)
		facts.push(make('span', {}, detail.timedOut ? 'timed out' : `exit ${detail.exitCode ?? '?'}`))
	if (detail?.type === 'counted') facts.push(make('span', {}, `${detail.count} ${detail.unit}`))
	if (agent) facts.push(make('span', {}, agent.hasEnded ? `${tokens(agent.tokens)} tokens` : agent.doing))
	if (durationMs !== undefined && durationMs >= 1000) facts.push(make('span', {}, duration(durationMs)))
	const word = STATE_WORDS[state]
	return [
		bit('tool', agent ? `${tool} · ${agent.name}` : tool),
		make('span', { class: 'subject', dir: 'auto' }, firstLine(agent?.task ?? subject, 300)),
		bit('facts', ...facts, word !== '' && bit('outcome', word)),
	]
}

function body(call: PageCall): readonly Child[] {
	const { agent, decision, detail, output, progress } = call
	const parts: Child[] = []
	if (decision !== '') parts.push(line('fact', `You were asked: ${decision}`))
	if (agent) parts.push(...agentFacts(agent))
	const diff = detail?.type === 'files' ? detail.diff : undefined
	if (diff === undefined) parts.push(...argumentBoxes(call))
	else parts.push(diffBox(diff, `change by ${call.tool}`))
	if (detail?.type === 'todo') {
		const items = detail.items.map(({ text, status }) => make('li', { class: status }, text))
		parts.push(make('ul', { class: 'todo' }, ...items))
	} else if (output !== '' && (diff === undefined || call.state !== 'ok'))
		parts.push(
			line('label', 'Output'),
			(isDiff(output) ? diffBox : outputBox)(output, `output of ${call.tool}`),
		)
	else if (progress !== '') parts.push(line('label', 'Output so far'), outputBox(progress, 'output so far'))
	return parts
}

function agentFacts({ name, task, doing, tokens: used, costMicroUsd }: NonNullable<PageCall['agent']>) {
	const spent = [`${tokens(used)} tokens`, cost(costMicroUsd)].filter(Boolean).join(', ')
	return [line('fact', `Sub-agent ${name}: ${task}`), line('fact', `${doing} · ${spent}`)]
}

/** Text arguments as text, the others as JSON. */
function argumentBoxes({ arguments: text, tool }: PageCall): readonly HTMLElement[] {
	const input = text.length <= MOST_PARSED ? parseJson(text) : undefined
	if (!isObject(input)) return text === '' ? [] : [outputBox(text, `arguments of ${tool}`)]
	return Object.entries(input).flatMap(([name, value]) => [
		line('label', name.slice(0, 100)),
		outputBox(typeof value === 'string' ? value : JSON.stringify(value, null, 2), `${name} of ${tool}`),
	])
}

function isShort({ detail }: PageCall): boolean {
	return (
		detail?.type === 'files' &&
		detail.diff !== undefined &&
		detail.diff.split('\n', SHORT + 1).length <= SHORT
	)
}

const SHORT = 40
const MOST_PARSED = 500_000
const STATE_WORDS = {
	written: 'waiting',
	running: 'running',
	ok: '',
	failed: 'failed',
	refused: 'refused',
	cancelled: 'cancelled',
	interrupted: 'interrupted',
}
