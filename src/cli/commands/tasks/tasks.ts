// `agent tasks`: what a server works on, told and told to it.

import { text as readText } from 'node:stream/consumers'
import { AgentError } from '../../../core/errors.ts'
import { isObject, type JsonObject, type JsonValue } from '../../../core/json.ts'
import { sanitizeLine } from '../../../tui/text/sanitize.ts'
import type { Output } from '../../io/output.ts'
import { positiveInteger } from '../../startup/flags.ts'
import { follow } from './follow.ts'
import { details, type ReceivedTask, receivedTask, row } from './received-task.ts'
import { openClient, type ServerClient } from './server-client.ts'
import type { AnswerFlags, CreateFlags, ListFlags, TasksFlags } from './tasks-flags.ts'

type TaskCommandDeps = { output: Output }

export async function listTasks(flags: ListFlags, { output }: TaskCommandDeps): Promise<number> {
	const limit = positiveInteger('--limit', flags.limit) ?? 50
	const client = await openClient(flags)
	let left = limit
	let cursor: string | undefined
	do {
		const query = new URLSearchParams({
			limit: String(Math.min(left, MOST_A_PAGE)),
			...(flags.state !== undefined && { state: flags.state }),
			...(flags.session !== undefined && { session: flags.session }),
			...(cursor !== undefined && { cursor }),
		})
		const page = await client.get(`/v1/tasks?${query}`)
		const items = isObject(page) && Array.isArray(page.items) ? page.items : []
		for (const item of items) output.out(flags.json ? `${JSON.stringify(item)}\n` : row(receivedTask(item)))
		left -= items.length
		cursor = isObject(page) && typeof page.next === 'string' ? page.next : undefined
	} while (cursor !== undefined && left > 0 && !output.closed.aborted)
	if (left === limit && !flags.json) output.error('no tasks; agent tasks create "…" makes one\n')
	return 0
}

export async function createTask(
	prompt: string,
	flags: CreateFlags,
	{ output }: TaskCommandDeps,
): Promise<number> {
	const { session, model, workspace, key, priority } = flags
	const asked = await promptOf(prompt)
	const client = await openClient(flags, { waits: flags.wait === true })
	const made = await client.post('/v1/tasks', {
		prompt: asked,
		...(session !== undefined && { session }),
		...(model !== undefined && { model }),
		...(workspace !== undefined && { workspace }),
		...(key !== undefined && { key }),
		...(priority !== undefined && { priority: wholeNumber('--priority', priority) }),
	})
	const { id } = receivedTask(made)
	if (flags.follow !== true) {
		output.out(flags.json ? `${JSON.stringify(made)}\n` : `${sanitizeLine(id)}\n`)
		return 0
	}
	output.error(`task: ${sanitizeLine(id)}\n`)
	return follow(client, id, { json: flags.json === true, output })
}

/** `-` is what comes on stdin, as with `agent run`. */
async function promptOf(argument: string): Promise<string> {
	const text = argument === '-' ? await readText(process.stdin) : argument
	if (text.trim() === '') throw new AgentError('usage', 'the prompt is empty')
	return text
}

export async function showTask(id: string, flags: TasksFlags, { output }: TaskCommandDeps): Promise<number> {
	const { json } = await taskAt(await openClient(flags), id)
	output.out(flags.json ? `${JSON.stringify(json)}\n` : details(receivedTask(json)))
	return 0
}

export async function followTask(
	id: string,
	flags: TasksFlags,
	{ output }: TaskCommandDeps,
): Promise<number> {
	return follow(await openClient(flags), id, { json: flags.json === true, output })
}

export async function cancelTask(
	id: string,
	flags: TasksFlags,
	{ output }: TaskCommandDeps,
): Promise<number> {
	const client = await openClient(flags)
	const json = await client.post(`${pathOf(id)}/cancel`)
	const { state } = receivedTask(json)
	output.out(
		flags.json
			? `${JSON.stringify(json)}\n`
			: `${sanitizeLine(id)} ${state === 'canceled' ? 'is canceled' : 'is being canceled'}\n`,
	)
	return 0
}

export async function answerTask(
	{ task: id, text }: { task: string; text: string | undefined },
	flags: AnswerFlags,
	{ output }: TaskCommandDeps,
): Promise<number> {
	const ways = [flags.approve, flags.approveSession, flags.deny].filter(way => way === true).length
	if (ways > 1) throw new AgentError('usage', 'one of --approve, --approve-session and --deny')
	if (ways === 0 && text === undefined)
		throw new AgentError('usage', `what is the answer? agent tasks answer ${id} "…", --approve or --deny`)
	const client = await openClient(flags)
	const body = ways === 0 ? { text: text ?? '' } : decision(await taskAt(client, id), text, flags)
	const json = await client.post(`${pathOf(id)}/input`, body)
	output.out(flags.json ? `${JSON.stringify(json)}\n` : `${sanitizeLine(id)} has it\n`)
	return 0
}

function decision(
	{ task }: { task: ReceivedTask },
	reason: string | undefined,
	{ approveSession, deny }: AnswerFlags,
): JsonObject {
	const approval = task.waiting?.approval
	if (approval === undefined)
		throw new AgentError('rejected', `task ${task.id} is ${task.state} and waits for no approval`)
	if (reason !== undefined && deny !== true) throw new AgentError('usage', 'a reason goes with --deny')
	return {
		approval,
		decision: deny ? 'no' : approveSession ? 'session' : 'once',
		...(reason !== undefined && { reason }),
	}
}

async function taskAt(client: ServerClient, id: string): Promise<{ json: JsonValue; task: ReceivedTask }> {
	const json = await client.get(pathOf(id))
	return { json, task: receivedTask(json) }
}

function pathOf(id: string): string {
	return `/v1/tasks/${encodeURIComponent(id)}`
}

function wholeNumber(flag: string, text: string): number {
	if (/^-?\d+$/.test(text)) return Number(text)
	throw new AgentError('usage', `${flag} ${text}: expected a whole number`)
}

const MOST_A_PAGE = 200
