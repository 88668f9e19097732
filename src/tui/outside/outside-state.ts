// What of the view matters outside of the window: whether something runs, what it does, and whether somebody is waited for.

import type { UnixMs } from '../../core/ids.ts'
import type { View } from '../state/view.ts'
import type { Block } from '../state/view-block.ts'
import { cutToWidth } from '../text/cell-width.ts'
import { sanitizeLine } from '../text/sanitize.ts'

export type OutsideState = {
	/** Of the session, else of its folder; empty before either is known. */
	name: string
	run: OutsideRun | undefined
	/** The question that is on the screen, by its number. */
	asks: { id: string; text: string } | undefined
	/** How the run that ended last has ended; undefined before the first. */
	lastEnd: 'end' | 'failure' | 'cancelled' | undefined
}

export type OutsideRun = { startedAt: UnixMs; doing: string; isCancelling: boolean }

/** @param before - what came of the view before, whose run may have ended since */
export function outsideState(view: View, before: OutsideState | undefined): OutsideState {
	const run = view.run && {
		startedAt: view.run.startedAt,
		doing: doingOf(view),
		isCancelling: view.run.isCancelling,
	}
	const ended = before?.run && before.run.startedAt !== run?.startedAt ? before.run : undefined
	const lastEnd = ended ? endOf(ended, view.blocks.recent.at(-1)) : before?.lastEnd
	return { name: nameOf(view), run, asks: askedOf(view), lastEnd }
}

/** Kept short: tabs are narrow, and some terminals cut a title that is long in the middle of it. */
export function shortLine(text: string, columns = 60): string {
	return cutToWidth(sanitizeLine(text), columns)
}

function nameOf({ name, madeName, cwd }: View): string {
	return shortLine(name ?? madeName ?? cwd?.split('/').findLast(step => step !== '') ?? '')
}

/** The call that was begun last says most. */
function doingOf({ run, calls, reply }: View): string {
	const call = calls.findLast(({ state }) => state === 'running')
	if (call)
		return shortLine(
			IS_COMMAND.test(call.arguments) ? `running ${call.subject}` : `${call.tool} ${call.subject}`,
		)
	if (run?.isUpkeep) return shortLine(run.progress.toLowerCase())
	if (run?.retry) return 'waiting to try again'
	return reply.text === '' ? 'thinking' : 'answering'
}

/** Whatever the tool is called, its subject is then a command line. */
const IS_COMMAND = /^\s*\{\s*"command"\s*:/

function askedOf({ asked: [first] }: View): OutsideState['asks'] {
	if (!first) return undefined
	return first.kind === 'approval'
		? { id: first.request.approvalId, text: shortLine(first.request.permission.title, 120) }
		: { id: first.question.questionId, text: shortLine(first.question.text, 120) }
}

/** A run that failed says so in its last row. */
function endOf({ isCancelling }: OutsideRun, last: Block | undefined): OutsideState['lastEnd'] {
	if (isCancelling) return 'cancelled'
	return last?.kind === 'notice' && last.level === 'error' ? 'failure' : 'end'
}
