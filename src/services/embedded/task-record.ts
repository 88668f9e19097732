// A task's record: what was asked for, and every change since, as lines that are only ever appended. The task is their
// fold.

import { isObject, type JsonValue, parseJson } from '../../core/json.ts'
import type { Task, TaskInput } from '../../core/services/tasks.ts'

export type TaskLine =
	| { type: 'created'; task: Task }
	/** Only what is another than before; null: it is no longer there. */
	| { type: 'changed'; change: { readonly [Field in keyof Task]?: Task[Field] | null } }
	| { type: 'claimed'; epoch: number }
	| { type: 'input'; number: number; input: TaskInput }
	| { type: 'taken'; number: number }

export type TaskRecord = {
	task: Task
	/** How often it was taken up. */
	epoch: number
	/** What nobody has taken yet, oldest first. */
	inputs: readonly NumberedInput[]
	lastInput: number
}

export type NumberedInput = { number: number; input: TaskInput }

/** @returns undefined where the first line is not there: nothing was promised to anybody then */
export function foldRecord(lines: readonly TaskLine[]): TaskRecord | undefined {
	let record: TaskRecord | undefined
	for (const line of lines) {
		if (line.type === 'created') record = { task: line.task, epoch: 0, inputs: [], lastInput: 0 }
		else if (record) record = withLine(record, line)
	}
	return record
}

function withLine(record: TaskRecord, line: Exclude<TaskLine, { type: 'created' }>): TaskRecord {
	const { inputs } = record
	switch (line.type) {
		case 'changed':
			return { ...record, task: changed(record.task, line.change) }
		case 'claimed':
			return { ...record, epoch: line.epoch }
		case 'input':
			return { ...record, inputs: [...inputs, line], lastInput: line.number }
		case 'taken':
			return { ...record, inputs: inputs.filter(({ number }) => number !== line.number) }
	}
}

function changed(task: Task, change: object): Task {
	const merged = Object.entries({ ...task, ...change }).filter(([, value]) => value !== null)
	return Object.fromEntries(merged) as Task
}

/** The line that makes one of the other. */
export function changeLine(before: Task, after: Task): TaskLine {
	const fields = new Set([...Object.keys(before), ...Object.keys(after)]) as Set<keyof Task>
	const change = [...fields]
		.filter(field => JSON.stringify(before[field]) !== JSON.stringify(after[field]))
		.map(field => [field, after[field] ?? null])
	return { type: 'changed', change: Object.fromEntries(change) }
}

export function encodeLines(lines: readonly TaskLine[]): string {
	return lines.map(line => `${JSON.stringify(line)}\n`).join('')
}

/** What cannot be read is passed over: the last line may be torn. */
export function decodeLines(text: string): readonly TaskLine[] {
	return text.split('\n').flatMap(line => {
		const json = parseJson(line)
		return isLine(json) ? [json] : []
	})
}

function isLine(json: JsonValue | undefined): json is JsonValue & TaskLine {
	if (!isObject(json)) return false
	switch (json.type) {
		case 'created':
			return isObject(json.task) && typeof json.task.id === 'string'
		case 'changed':
			return isObject(json.change)
		case 'claimed':
			return typeof json.epoch === 'number'
		case 'input':
			return typeof json.number === 'number' && isObject(json.input)
		case 'taken':
			return typeof json.number === 'number'
		default:
			return false
	}
}
