// The surface: what only the components can do, for those who have no component in hand.

import type { UserMessage } from '../../core/messages.ts'
import type { RewindPoint } from '../../core/runtime-port.ts'
import type { PageDialogBlock } from '../dialogs/PageDialog.tsx'
import type { PickerItem } from '../dialogs/Picker.tsx'
import type { SessionPickerProps } from '../dialogs/SessionPicker.tsx'

export type Surface = {
	open(list: PickerList): void
	openSessions(choice: SessionChoice): void
	/** Something to read. @param onNext - what the key does that shows what was cut, where that opened it */
	openPage(blocks: readonly PageDialogBlock[], onNext?: () => void): void
	/** @param withSummary - of what is left behind, a summary goes along */
	openRewind(point: RewindPoint, withSummary?: boolean): void
	/** Puts a prompt back that could not be sent or has been taken back. */
	restorePrompt(message: UserMessage): void
	openEditor(): void
	/** Gives the terminal to something else until it is done. */
	handOver(use: () => Promise<void>): Promise<void>
}

/** Something to choose from; choosing does it. */
export type PickerList = { title: string; items: readonly PickerItem<() => void>[]; isQuestion?: boolean }

/** Earlier sessions, to take one up or to look after them. */
export type SessionChoice = Pick<
	SessionPickerProps,
	| 'sessions'
	| 'folder'
	| 'onChoose'
	| 'onRename'
	| 'onDelete'
	| 'onRestore'
	| 'onPurge'
	| 'onMark'
	| 'onFork'
	| 'onExport'
>
