// A new task, out of what was posted. What cannot be right is refused here; what may be, the task itself finds out.

import { randomBytes } from 'node:crypto'
import type { IdSource, SessionId } from '../../core/ids.ts'
import { isObject, type JsonObject, type JsonSchema, type JsonValue } from '../../core/json.ts'
import { userText } from '../../core/messages.ts'
import type { OfferedAgents } from '../../core/services/agents.ts'
import { unknownAgent } from '../../core/services/agents.ts'
import type { AuthContext } from '../../core/services/auth-context.ts'
import type { NewTask, Task, TaskId } from '../../core/services/tasks.ts'
import type { ServiceHub } from '../../services/service-hub.ts'
import { objectOf, text, whole } from './fields.ts'
import { Refusal } from './refusal.ts'
import { MOST_BODY_BYTES } from './request-body.ts'

export type NewTaskDeps = {
	hub: Pick<ServiceHub, 'tasks' | 'sessionsOf'>
	newSessionId: IdSource['session']
	now(): number
	/** The folder that is meant, absolute, links resolved. @throws AgentError `usage` where it is not one for tasks */
	workspace(asked: string): Promise<string>
	/** @throws AgentError `usage`, `model-unknown` for what no provider would answer to */
	requireModel(asked: string, workspace: string | undefined): Promise<void>
	offered: OfferedAgents
}

/** @throws Refusal, AgentError */
export async function newTask(body: JsonValue, auth: AuthContext, deps: NewTaskDeps): Promise<NewTask> {
	const fields = objectOf(body, FIELDS)
	const prompt = text(fields, 'prompt', MOST_BODY_BYTES)
	if (prompt === undefined) throw new Refusal('bad-request', 'prompt is missing: what is to be done?')
	const said = text(fields, 'agent', MOST_NAME)
	const model = text(fields, 'model', MOST_NAME)
	const key = text(fields, 'key', MOST_NAME)
	const outputSchema = await schemaIn(fields)
	const asked = text(fields, 'workspace', 4096)
	const session = text(fields, 'session', MOST_NAME) as SessionId | undefined
	const known = session === undefined ? undefined : await knownSession(session, auth, deps)
	const workspace = asked === undefined ? known?.workspace : await deps.workspace(asked)
	if (model !== undefined) await deps.requireModel(model, workspace)
	// Whoever a session was with goes on with it.
	const agent = said ?? known?.agent
	const problem = agent === undefined ? undefined : unknownAgent(agent, await deps.offered.list(workspace))
	if (problem !== undefined) throw new Refusal('bad-request', problem)
	return {
		id: newTaskId(),
		session: session ?? deps.newSessionId(),
		prompt: userText(prompt),
		priority: whole('priority', fields.priority, { least: -100, most: 100 }) ?? 0,
		createdAt: deps.now(),
		...(agent !== undefined && { agent }),
		...(model !== undefined && { model }),
		...(outputSchema && { outputSchema }),
		...(key !== undefined && { key }),
		...(workspace !== undefined && { workspace }),
	}
}

/** @throws Refusal for what is no JSON Schema */
async function schemaIn({ schema }: JsonObject): Promise<JsonSchema | undefined> {
	if (schema === undefined) return undefined
	const bytes = Buffer.byteLength(JSON.stringify(schema))
	if (bytes > MOST_SCHEMA_BYTES)
		throw new Refusal('bad-request', `schema has ${bytes} bytes; at most ${MOST_SCHEMA_BYTES} are taken`)
	if (!isObject(schema)) throw new Refusal('bad-request', 'schema has to be an object: a JSON Schema')
	const { schemaProblem } = await import('../../runtime/host/check-schema.ts')
	const problem = schemaProblem(schema)
	if (problem !== undefined) throw new Refusal('bad-request', `schema is no JSON Schema: ${problem}`)
	return schema
}

export function newTaskId(): TaskId {
	return `t-${randomBytes(10).toString('hex')}` as TaskId
}

/** A session of the tenant: one that is stored, or one of a task that nobody has begun with. */
async function knownSession(
	session: SessionId,
	auth: AuthContext,
	{ hub }: NewTaskDeps,
): Promise<Pick<Task, 'workspace' | 'agent'>> {
	const { items } = await hub.tasks.list(auth, { session, limit: 1 })
	if (items[0]) return items[0]
	// It looks for the beginning of an id and for names, too; a program says which one it means.
	const found = await hub
		.sessionsOf(auth)
		.find(session)
		.catch(() => undefined)
	if (found === session) return {}
	throw new Refusal('not-found', `there is no session ${JSON.stringify(session)}; leave it out for a new one`)
}

const FIELDS = ['prompt', 'session', 'model', 'key', 'agent', 'priority', 'workspace', 'schema']
const MOST_NAME = 256
const MOST_SCHEMA_BYTES = 64 * 1024
