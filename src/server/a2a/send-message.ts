// SendMessage: an answer to a task that is there, a task that is made, or, where that is negotiated first, a message in
// return and no task at all.

import { type Message, Role, type SendMessageRequest } from '@a2a-js/sdk'
import { RequestMalformedError } from '@a2a-js/sdk/errors'
import { isObject, type JsonObject, type JsonValue } from '../../core/json.ts'
import { promptText, type UserMessage } from '../../core/messages.ts'
import type { NewTask, Task } from '../../core/services/tasks.ts'
import { newTask } from '../http/new-task.ts'
import { shortened } from '../http/shortened.ts'
import type { A2aCall, HandlerDeps } from './a2a-deps.ts'
import { type Negotiated, negotiate } from './negotiation.ts'
import type { Context } from './task/named-sessions.ts'
import { type KeepPicture, promptOf, textPart } from './task/part-content.ts'
import { waitingId } from './task/standing.ts'

export type Sent = {
	task: Task
	/** What it waited for, and what the message has answered. */
	answered?: string
	/** What is told of it beside its own. */
	metadata?: JsonObject
}

export type SentMessage = {
	params: SendMessageRequest
	message: Message
	keep: KeepPicture
	taskOf(id: string): Promise<Task>
}

export async function sendTask(
	sending: SentMessage,
	deps: HandlerDeps,
	call: A2aCall,
): Promise<Sent | { message: Message }> {
	const { message, params } = sending
	const config = params.configuration?.taskPushNotificationConfig
	// Before anything is begun that nobody would hear of.
	if (config) deps.push.requireGood(config)
	const sent = message.taskId === '' ? await newOne(sending, deps, call) : await answered(sending, deps, call)
	if ('task' in sent && config) {
		const { id, url, token, authentication } = config
		await deps.push.set(call.auth, sent.task, { id, url, token, authentication, version: call.version })
	}
	return sent
}

async function answered(
	{ message, taskOf, keep }: SentMessage,
	deps: HandlerDeps,
	{ auth }: A2aCall,
): Promise<Sent> {
	const { hub, contexts } = deps
	const task = await taskOf(message.taskId)
	const contextId = await contexts.nameOf(auth, task.session)
	if (message.contextId !== '' && message.contextId !== contextId && message.contextId !== task.session)
		throw new RequestMalformedError(
			`task ${task.id} is not of context ${message.contextId}, but of ${contextId}`,
		)
	const { answerTo } = await import('./task-answer.ts')
	const input = await answerTo(task, message, keep)
	await hub.inbox.put(auth, task.id, input)
	const now = (await hub.tasks.get(auth, task.id)) ?? task
	const waitedFor = input.type === 'steer' ? undefined : waitingId(task.waiting)
	return { task: now, ...(waitedFor !== undefined && { answered: waitedFor }) }
}

async function newOne(
	{ message, params, keep, taskOf }: SentMessage,
	deps: HandlerDeps,
	call: A2aCall,
): Promise<Sent | { message: Message }> {
	const { auth } = call
	const referenced = await Promise.all(message.referenceTaskIds.map(taskOf))
	const prompt = withReferenced(await promptOf(message, keep), referenced)
	const options = optionsOf(params.metadata)
	const context = await deps.contexts.take(auth, message.contextId === '' ? undefined : message.contextId)
	const negotiated =
		deps.negotiate && !context.known
			? await negotiate({ prompt, context, ask: deps.negotiate, auth, signal: call.signal }, deps)
			: undefined
	if (negotiated?.kind === 'reply') {
		await deps.contexts.keep(auth, context)
		return { message: replyMessage(negotiated, context) }
	}
	const { task } = await deps.hub.tasks.create(
		auth,
		await asked({ prompt: negotiated?.prompt ?? prompt, options, context }, deps, call),
	)
	return {
		task,
		...(negotiated && { metadata: { negotiation: negotiated.cost } }),
	}
}

async function asked(
	{ prompt, options, context }: { prompt: UserMessage; options: JsonObject; context: Context },
	deps: HandlerDeps,
	{ auth, card, trace }: A2aCall,
): Promise<NewTask> {
	const said = promptText(prompt)
	// A picture alone is something to do as well.
	const task = await newTask({ ...options, prompt: said.trim() === '' ? 'a picture' : said }, auth, deps)
	const workspace = task.workspace ?? context.known?.workspace
	const isFirst = card.agent.name === deps.agents()[0]?.name
	return {
		...task,
		...trace,
		session: context.session,
		prompt,
		...(workspace !== undefined && { workspace }),
		...(!isFirst && { agent: card.agent.name }),
	}
}

/** What A2A has no field for, and our own requests have. */
function optionsOf(metadata: SendMessageRequest['metadata']): JsonObject {
	const options: { [name: string]: JsonValue } = {}
	for (const name of ['model', 'key', 'priority', 'workspace']) {
		const value: JsonValue | undefined = metadata?.[name]
		if (value !== undefined) options[name] = value
	}
	return options
}

/** What tasks were that the message is about: the model has not seen them where they are of another context. */
function withReferenced(prompt: UserMessage, tasks: readonly Task[]): UserMessage {
	if (tasks.length === 0) return prompt
	const told = tasks.map(({ id, state, prompt: asked, result }) =>
		[
			`[Task ${id}, which the following refers to, is ${state}. Asked was:`,
			shortened(promptText(asked), MOST_REFERENCED),
			...(result === undefined ? [] : ['Its answer was:', shortened(result, MOST_REFERENCED)]),
			']',
		].join('\n'),
	)
	return { role: 'user', content: [{ type: 'text', text: `${told.join('\n\n')}\n\n` }, ...prompt.content] }
}

function replyMessage(negotiated: Extract<Negotiated, { kind: 'reply' }>, { contextId }: Context): Message {
	const { id, text, asksBack, cost } = negotiated
	return {
		messageId: id,
		contextId,
		taskId: '',
		role: Role.ROLE_AGENT,
		parts: [textPart(text)],
		metadata: {
			negotiation: isObject(cost) ? { ...cost, state: asksBack ? 'input-required' : 'completed' } : {},
		},
		extensions: [],
		referenceTaskIds: [],
	}
}

const MOST_REFERENCED = 20_000
