// A task as it came from a server: only what is printed of it, each field only if it is what it should be.

import { isObject, type JsonObject, type JsonValue } from '../../../core/json.ts'
import { sanitize, sanitizeLine } from '../../../tui/text/sanitize.ts'

export type ReceivedTask = {
	id: string
	session: string
	state: string
	prompt: string
	result: string | undefined
	error: { code: string; message: string } | undefined
	waiting: { approval?: string; text: string; options: readonly string[] } | undefined
	server: string | undefined
	createdAt: number
	costMicroUsd: number | undefined
	outputTokens: number
}

export function receivedTask(json: JsonValue): ReceivedTask {
	const task = isObject(json) ? json : {}
	const { error, waiting, usage } = task
	return {
		id: text(task, 'id') ?? '',
		session: text(task, 'session') ?? '',
		state: text(task, 'state') ?? 'unknown',
		prompt: text(task, 'prompt') ?? '',
		result: text(task, 'result'),
		error: isObject(error)
			? { code: text(error, 'code') ?? 'internal', message: text(error, 'message') ?? '' }
			: undefined,
		waiting: isObject(waiting) ? waitingOf(waiting) : undefined,
		server: text(task, 'server'),
		createdAt: number(task, 'createdAt') ?? 0,
		costMicroUsd: number(task, 'costMicroUsd'),
		outputTokens: isObject(usage) ? (number(usage, 'outputTokens') ?? 0) : 0,
	}
}

export function hasEnded({ state }: ReceivedTask): boolean {
	return state === 'completed' || state === 'failed' || state === 'canceled'
}

/** A line of a list. */
export function row({ id, state, createdAt, prompt }: ReceivedTask): string {
	const at = new Date(createdAt).toISOString().slice(0, 16).replace('T', ' ')
	const words = sanitizeLine(prompt.replaceAll(/\s+/g, ' '))
	return `${sanitizeLine(id)}  ${sanitizeLine(state).padEnd(14)}  ${at}  ${words.slice(0, 100)}\n`
}

export function details(task: ReceivedTask): string {
	const { id, session, state, server, prompt, result, error, costMicroUsd, outputTokens } = task
	const lines = [
		`task     ${id}`,
		`state    ${state}`,
		`session  ${session}`,
		...(server === undefined ? [] : [`server   ${server}`]),
		`used     ${outputTokens} tokens written${costMicroUsd === undefined ? '' : `, $${(costMicroUsd / 1e6).toFixed(4)}`}`,
		`prompt   ${prompt}`,
		...(task.waiting ? [howToAnswer(task)] : []),
		...(error ? [`error    ${error.code}: ${error.message}`] : []),
		...(result === undefined ? [] : ['', result]),
	]
	return sanitize(`${lines.join('\n')}\n`)
}

/** What it waits for and how it is given it. */
export function howToAnswer({ id, waiting }: ReceivedTask): string {
	if (!waiting) return ''
	const { approval, text: asked, options } = waiting
	const choices = options.length > 0 ? ` (${options.join(', ')})` : ''
	return approval === undefined
		? `it asks: ${asked}${choices}\n  agent tasks answer ${id} "…"`
		: `it wants to: ${asked}\n  agent tasks answer ${id} --approve, or --deny`
}

function waitingOf(waiting: JsonObject): NonNullable<ReceivedTask['waiting']> {
	const approval = text(waiting, 'approvalId')
	const { options } = waiting
	const texts = Array.isArray(options) ? options.filter(each => typeof each === 'string') : []
	return { text: text(waiting, 'text') ?? '', options: texts, ...(approval !== undefined && { approval }) }
}

function text(from: JsonObject, field: string): string | undefined {
	const value = from[field]
	return typeof value === 'string' ? value : undefined
}

function number(from: JsonObject, field: string): number | undefined {
	const value = from[field]
	return typeof value === 'number' ? value : undefined
}
