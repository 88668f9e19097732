// Opens the transcript viewer over the session that is open, and says what it can do beyond itself.

import type { Command } from '../../core/commands.ts'
import { userText } from '../../core/messages.ts'
import { openRewindDialog } from '../commands/session/rewind.ts'
import { keyInBrackets } from '../input/key-names.ts'
import { KEYMAP } from '../input/keymap.ts'
import type { ScreenStore } from '../screen/screen-store.ts'
import type { SlashContext } from '../slash-command/slash-command.ts'
import type { WordSurface } from '../slash-command/surface.ts'
import { sanitize } from '../text/sanitize.ts'
import { cycleDetail, nextDiffStyle } from '../transcript/detail-cycle.ts'
import { liveTail } from './live-tail.ts'
import { pieceReader } from './pieces.ts'
import type { ViewerReach } from './reach.ts'
import { LogTranscript } from './transcript.ts'
import { ViewerWindow } from './ViewerWindow.tsx'
import { Viewer } from './viewer.ts'

export function openViewer(store: ScreenStore, context: SlashContext): void {
	const surface = context.surface()
	if (!surface) return
	const { readLog } = context.options.port.queries
	const transcript = new LogTranscript(readLog && pieceReader(readLog, undefined), liveTail(store))
	const folds = context.folds.of(context.view().sessionId)
	let viewer: Viewer | undefined
	surface.openWindow(({ columns, rows, theme, isActive, onClose }) => {
		if (!viewer) {
			viewer = new Viewer(transcript, {
				theme,
				reach: reachOf(context, onClose),
				folds: folds.states,
				onClose,
			})
			viewer.frame(columns, rows)
			viewer.openCut()
			void viewer.loadColours()
			void folds.restored.then(isOther => isOther && viewer?.redraw())
		}
		return (
			<ViewerWindow
				viewer={viewer}
				columns={columns}
				rows={rows}
				isActive={isActive}
				follow={store.subscribe}
			/>
		)
	}, inWords)
}

function inWords(surface: WordSurface): void {
	const text = 'What was said stands above. /export session.md writes all of it to a file.'
	surface.openPage([{ kind: 'notice', level: 'info', text }])
}

function reachOf(context: SlashContext, onClose: () => void): ViewerReach {
	const { options, view, surface, attempt, preferences } = context
	const { port, exportSession } = options
	const pointBefore = async (promptSeq: number) => {
		const points = await port.queries.rewindPoints()
		const point = points.find(({ toSeq, prompt }) => toSeq === promptSeq - 1 && prompt !== '')
		// A copy of what was there before the first one would be empty.
		return point && { point, isFirst: point === points.at(-1) }
	}
	const busy = 'Interrupt the run first.'
	return {
		...(port.queries.readLog && { readLog: port.queries.readLog }),
		...(port.queries.readArtefact && { readArtefact: port.queries.readArtefact }),
		copy: context.copy,
		...(options.editText && { edit: async (text: string) => void (await surface()?.editText(text)) }),
		...(options.editFile && {
			editFile: async (path: string, line: number) =>
				surface()?.handOver(() => options.editFile?.(path, line) ?? Promise.resolve()),
		}),
		files: () => port.queries.files(),
		...(options.openPage && {
			openPage: async (url: string) =>
				(await options.openPage?.(new URL(url)))
					? `Opened ${sanitize(url)}`
					: `There is no browser here: ${sanitize(url)}`,
		}),
		...(options.runShell && { runShell: options.runShell }),
		look: () => {
			const { look } = preferences
			return { ...look, more: keyInBrackets(look.bindings ?? KEYMAP, 'viewer', 'open') }
		},
		cycleDetail: () => cycleDetail(preferences),
		nextDiffStyle: columns => nextDiffStyle(preferences, columns),
		...(exportSession && {
			exportSession: async ending => {
				const { sessionId, hasMessages } = view()
				if (sessionId === undefined || !hasMessages) throw new Error('There is nothing to export yet.')
				return exportSession(sessionId, `session-${sessionId}.${ending}`)
			},
		}),
		async rewind(promptSeq) {
			if (view().run) return busy
			const found = await pointBefore(promptSeq)
			if (!found) return 'Nobody can go back to there any more.'
			onClose()
			await openRewindDialog(found.point, context, false)
			return undefined
		},
		async fork(promptSeq) {
			if (view().run) return busy
			const found = await pointBefore(promptSeq)
			if (!found) return 'Nobody can go on from there any more.'
			const { toSeq, prompt } = found.point
			const command: Command = found.isFirst
				? { type: 'session-new' }
				: { type: 'session-fork', atSeq: toSeq }
			onClose()
			attempt(port.send(command).then(() => surface()?.restorePrompt(userText(prompt))))
			return undefined
		},
	}
}
