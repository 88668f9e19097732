// Opens the transcript viewer over the session that is open, and says what it can do beyond itself.

import type { Command } from '../../core/commands.ts'
import { userText } from '../../core/messages.ts'
import { openRewindDialog } from '../commands/session/rewind.ts'
import type { ScreenStore } from '../screen/screen-store.ts'
import type { SlashContext } from '../slash-command/slash-command.ts'
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
	let viewer: Viewer | undefined
	surface.openWindow(({ columns, rows, theme, isActive, onClose }) => {
		if (!viewer) {
			viewer = new Viewer(transcript, { theme, reach: reachOf(context, onClose), onClose })
			viewer.frame(columns, rows)
			viewer.openCut()
			void viewer.loadColours()
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
	})
}

function reachOf(context: SlashContext, onClose: () => void): ViewerReach {
	const { options, control, view, surface, attempt } = context
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
		copy(text) {
			control(`\x1b]52;c;${Buffer.from(text).toString('base64')}\x07`)
			return 'Copied, if your terminal lets programs do that (OSC 52)'
		},
		...(options.editText && { edit: async (text: string) => void (await surface()?.editText(text)) }),
		...(exportSession && {
			exportSession: async () => {
				const { sessionId, hasMessages } = view()
				if (sessionId === undefined || !hasMessages) throw new Error('There is nothing to export yet.')
				return exportSession(sessionId, '')
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
