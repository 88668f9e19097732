// `/resume`: takes up an earlier session, by name or from a list in which sessions can be renamed and deleted too.

import type { SessionSummary, WhenBusy } from '../../../core/commands.ts'
import { errorInfo } from '../../../core/errors.ts'
import { sessionLabel } from '../../../core/text/session-name.ts'
import { canBeTakenOver } from '../../../core/text/take-over.ts'
import type { SlashCommand, SlashContext } from '../../slash-command/slash-command.ts'
import type { SessionChoice } from '../../slash-command/surface.ts'
import type { TuiOptions } from '../../state/tui-options.ts'
import { sanitizeLine } from '../../text/sanitize.ts'

export const resume: SlashCommand = {
	name: 'resume',
	argument: '[id or name]',
	aliases: ['sessions', 'continue'],
	description: 'take up an earlier session',
	values: async ({ sessions }) =>
		(await sessions()).map(({ sessionId, name, title }) => ({
			value: sessionId,
			description: sanitizeLine(sessionLabel({ name, title })),
		})),
	run: (selector, context) => (selector === '' ? chooseSession(context) : resumeSession(selector, context)),
}

async function chooseSession(context: SlashContext): Promise<void> {
	const { options, surface, notify, attempt } = context
	const { renameSession, deleteSession, restoreSession, purgeSessions, markSession, copySession } = options
	const isDone = (work: Promise<unknown>) =>
		work.then(
			() => true,
			(error: unknown) => {
				notify('error', errorInfo(error).message)
				return false
			},
		)
	const [sessions, { SessionPicker }] = await Promise.all([
		options.port.queries.sessions(),
		import('../../dialogs/SessionPicker.tsx'),
	])
	const choice: SessionChoice = {
		sessions,
		folder: options.folder,
		onChoose: session => attempt(resumeSession(session.sessionId, context)),
		onRename: renameSession && ((session, name) => isDone(rename(session, { name, renameSession }, context))),
		onDelete: deleteSession && (session => isDone(deleteSession(session.sessionId))),
		onRestore: restoreSession && (session => isDone(restoreSession(session.sessionId))),
		onPurge: purgeSessions && (() => attempt(purgeSessions())),
		onMark: markSession && ((session, marks) => isDone(markSession(session.sessionId, marks))),
		onFork:
			copySession &&
			(({ sessionId }) => attempt(copySession(sessionId).then(copy => resumeSession(copy, context)))),
		onExport: exportTo(context),
	}
	surface()?.openSessions(choice, SessionPicker)
}

function exportTo({ options, notify }: SlashContext): SessionChoice['onExport'] {
	const { exportSession } = options
	return (
		exportSession &&
		(({ sessionId }) =>
			exportSession(sessionId, '').catch((error: unknown) => {
				notify('error', errorInfo(error).message)
				return undefined
			}))
	)
}

/** The one that is open here can only be named through its own runtime. */
function rename(
	{ sessionId }: SessionSummary,
	{ name, renameSession }: { name: string; renameSession: NonNullable<TuiOptions['renameSession']> },
	{ options, view }: SlashContext,
): Promise<void> {
	return sessionId === view().sessionId
		? options.port.send({ type: 'session-rename', name })
		: renameSession(sessionId, name)
}

/** Where another process has it open, there are two ways to go on all the same, and a third where it cannot be seen. */
async function resumeSession(selector: string, context: SlashContext): Promise<void> {
	const { options, surface, notify, send } = context
	try {
		await options.port.send({ type: 'session-resume', selector })
	} catch (error) {
		const { code, message } = errorInfo(error)
		if (code !== 'session-busy') throw error
		const go = (whenBusy: WhenBusy) => () => send({ type: 'session-resume', selector, whenBusy })
		notify('warning', message)
		surface()?.open({
			title: 'Another process has this session open',
			isQuestion: true,
			items: [
				{ value: go('watch'), label: 'Look at it', detail: 'follow what is written there' },
				{ value: go('fork'), label: 'Go on in a copy of it', detail: '' },
				...(canBeTakenOver(message)
					? [{ value: go('take-over'), label: 'Take it over', detail: 'the other one is gone, or may end' }]
					: []),
			],
		})
	}
}
