// The surface: what only the components can do, for those who have no component in hand.

import type { ComponentType, ReactNode } from 'react'
import type { UserMessage } from '../../core/messages.ts'
import type { RewindPoint } from '../../core/runtime-port.ts'
import type { PageDialogBlock } from '../dialogs/PageDialog.tsx'
import type { SessionPickerProps } from '../dialogs/SessionPicker.tsx'
import type { ListItem } from '../list/found-items.ts'
import type { Theme } from '../text/theme.ts'

export type Surface = {
	/** It is heard: nothing of it is drawn. */
	isHeard?: true
	open(list: PickerList): void
	/** @param Picker - loaded when it is opened: most sessions never do */
	openSessions(choice: SessionChoice, Picker: ComponentType<SessionPickerProps>): void
	/** Something to read. */
	openPage(blocks: readonly PageDialogBlock[]): void
	/**
	 * Takes the whole window, in the alternate screen, until `onClose` is called or something else is opened.
	 * @param render - called for every frame; what it returns stays mounted while a question covers it
	 */
	openWindow(render: WindowContent, inWords: InWords): void
	/** A dialog that is loaded when it is opened. */
	openPanel(panel: Panel): void
	/** @param withSummary - of what is left behind, a summary goes along */
	openRewind(point: RewindPoint, withSummary?: boolean): void
	/** Puts a prompt back that could not be sent or has been taken back. */
	restorePrompt(message: UserMessage): void
	/** Writes it where the cursor of the prompt is. */
	insertText(text: string): void
	openEditor(): void
	/** Gives the terminal to something else until it is done. */
	handOver(use: () => Promise<void>): Promise<void>
	/** In the user's editor. @returns undefined when nothing is to change */
	editText(text: string, name?: string): Promise<string | undefined>
}

export type WindowContent = (props: WindowProps) => ReactNode

/** What has the whole window: `columns` × `rows`, every row and column of it may be written. */
export type WindowProps = {
	columns: number
	rows: number
	theme: Theme
	/** False while something has to be answered: keys are not for it then, and nothing of it is to be seen. */
	isActive: boolean
	onClose(): void
}

/** A screen of its own, loaded when it is opened. It gets the keys of a list, and closes with Esc. */
export type PanelProps = {
	width: number
	/** Rows there are for all of it. */
	limit: number
	theme: Theme
	/** Nothing stands below it, no status line either. */
	isAlone: boolean
	onClose(): void
}

export type Panel = { draw: ComponentType<PanelProps>; inWords: InWords }

/** The same for somebody who hears the screen: something to read, or to choose from. */
export type InWords = (surface: WordSurface) => void

export type WordSurface = Pick<Surface, 'open' | 'openPage' | 'insertText'> & {
	/** What its keys do; those of the key map are for a screen that is drawn. */
	keys: readonly (readonly [string, string])[]
}

/** Something to choose from; choosing does it. */
export type PickerList = {
	title: string
	items: readonly ListItem<() => void>[]
	isQuestion?: boolean
	/** Said where there are no items. */
	emptyText?: string
}

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
