// A task as other programs see it. The names are ours, the states are A2A's.

import { promptText } from '../../core/messages.ts'
import type { Task } from '../../core/services/tasks.ts'
import { shortened } from './shortened.ts'

export type TaskView = Omit<Task, 'prompt'> & { prompt: string }

export function taskView({ prompt, ...task }: Task): TaskView {
	return { ...task, prompt: promptText(prompt) }
}

/** In a list: enough to know it again. What it came to is told by the task itself. */
export type TaskRow = Omit<TaskView, 'result' | 'artifacts'>

export function taskRow(task: Task): TaskRow {
	const { result: _, artifacts: _artifacts, prompt, ...row } = taskView(task)
	return { ...row, prompt: shortened(prompt, MOST_PROMPT) }
}

const MOST_PROMPT = 400
