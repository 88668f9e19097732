// Tasks of a tenant by when something last happened to them: of those that have ended what their order goes by is kept,
// since it changes no more.

import { AgentError } from '../../core/errors.ts'
import type { Page, RecentFilter, Task } from '../../core/services/tasks.ts'
import { hasEnded } from '../../core/services/tasks.ts'
import type { TaskName } from './task-files.ts'

type TaskOrder = Pick<Task, 'state' | 'session' | 'updatedAt'>

type TenantReading = {
	/** All of the tenant's. */
	names: readonly TaskName[]
	taskAt(name: TaskName): Promise<Task | undefined>
}

export class RecentTasks {
	readonly #ended = new Map<TaskName, TaskOrder>()

	async page(
		{ names, taskAt }: TenantReading,
		filter: RecentFilter,
	): Promise<Page<Task> & { total: number }> {
		const before = filter.cursor === undefined ? undefined : placeIn(filter.cursor)
		const found: { name: TaskName; updatedAt: number }[] = []
		for (const name of names) {
			const standing = this.#ended.get(name) ?? (await this.#standingAt(name, taskAt))
			if (standing && fits(standing, filter)) found.push({ name, updatedAt: standing.updatedAt })
		}
		const order = found.sort((a, b) => b.updatedAt - a.updatedAt || (a.name < b.name ? 1 : -1))
		const left = before ? order.filter(each => isBehind(each, before)) : order
		const shown = left.slice(0, filter.limit)
		const items = (await Promise.all(shown.map(({ name }) => taskAt(name)))).flatMap(task => task ?? [])
		const last = shown.at(-1)
		return {
			items,
			total: found.length,
			...(left.length > shown.length && last && { next: `${last.updatedAt}~${last.name}` }),
		}
	}

	async #standingAt(name: TaskName, taskAt: TenantReading['taskAt']): Promise<TaskOrder | undefined> {
		const task = await taskAt(name)
		if (!task) return undefined
		const { state, session, updatedAt } = task
		const standing = { state, session, updatedAt }
		if (hasEnded(state)) this.#ended.set(name, standing)
		return standing
	}
}

function fits(standing: TaskOrder, { state, session, since = 0 }: RecentFilter): boolean {
	return (
		(state === undefined || standing.state === state) &&
		(session === undefined || standing.session === session) &&
		standing.updatedAt >= since
	)
}

type RecentPlace = { updatedAt: number; name: TaskName }

function isBehind(each: RecentPlace, { updatedAt, name }: RecentPlace): boolean {
	return each.updatedAt < updatedAt || (each.updatedAt === updatedAt && each.name < name)
}

/** @throws AgentError `usage` */
function placeIn(cursor: string): RecentPlace {
	const { at, name } = /^(?<at>\d{1,16})~(?<name>.+)$/s.exec(cursor)?.groups ?? {}
	if (at === undefined || name === undefined) throw noCursor(cursor)
	return { updatedAt: Number(at), name }
}

export function noCursor(cursor: string): AgentError {
	return new AgentError(
		'usage',
		`${JSON.stringify(cursor.slice(0, 80))} is no cursor of ours; take \`next\` of the page before`,
	)
}
