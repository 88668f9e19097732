// What a run is told about the window, and what it needs to make room in it.

import type { Carried, FailedCall } from '../../core/events.ts'
import type { Message } from '../../core/messages.ts'
import type { Reply } from '../../core/model.ts'
import type { ModelRef } from '../../core/model-ref.ts'
import type { TodoItem } from '../../core/tool.ts'
import type { Measured } from './measured-request.ts'
import type { Window } from './window-budget.ts'

export type ContextDeps = {
	/** Stands before history in every request, and never leaves. */
	preface: readonly Message[]
	/** A promise when counting takes a vocabulary that is not loaded yet. */
	measure(messages: readonly Message[], sureBelowTokens: number): Measured | Promise<Measured>
	/** Of the model that is asked first, unless another is named. */
	window(model?: ModelRef): Window
	/** The server refused this many tokens as too many. */
	learnWindow(model: ModelRef, windowTokens: number): void
	/** Share of the window at which history is condensed; undefined: only where nothing else helps. */
	compactAt: number | undefined
	summary: {
		reply: Reply
		/** When it is another model that writes it. */
		window?: Window
	}
	/** What a compaction keeps beside the summary. Asked for when there is one. */
	facts(): Facts
	/** What finds again that which has left history, if the model has it. */
	recallTool?: string
	/** Somebody has asked for a compaction since the last request. Asking takes it. */
	takeRequest(): { focus: string | undefined } | undefined
}

export type Facts = {
	todo: readonly TodoItem[]
	open: readonly string[]
	notes: readonly string[]
	files: Carried['files']
	/** What the last compaction kept, and what its summary was. */
	before: { said: readonly string[]; failed: readonly FailedCall[]; summary: string | undefined }
	/** Something a user said, as against what the program put into history. */
	isSaid(message: Message): boolean
	/** What the event carries besides. */
	carried: Carried
}
