// What the commands of `agent tasks` can be told.

export type TasksFlags = { server?: string; token?: string; json?: boolean }

export type ListFlags = TasksFlags & { state?: string; session?: string; limit?: string }

export type CreateFlags = TasksFlags & {
	follow?: boolean
	wait?: boolean
	session?: string
	model?: string
	workspace?: string
	key?: string
	priority?: string
}

export type AnswerFlags = TasksFlags & { approve?: boolean; approveSession?: boolean; deny?: boolean }
