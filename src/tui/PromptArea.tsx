// Where one writes, below whatever else the live area shows.

import { Box } from 'ink'
import type { RefObject } from 'react'
import type { Actions } from './actions.ts'
import { Composer, type ComposerHandle } from './composer/Composer.tsx'
import type { SlashCommandInfo } from './composer/submission.ts'
import type { Vim } from './composer/use-vim.ts'
import { placeholderOf } from './composer-placeholder.ts'
import type { DialogSurface } from './DialogArea.tsx'
import { useBindings } from './input/bindings-context.ts'
import { composerTitle } from './screen/composer-title.ts'
import type { Layout } from './screen/layout.ts'
import type { TuiOptions } from './state/tui-options.ts'
import type { View } from './state/view.ts'
import type { Theme } from './text/theme.ts'

export type PromptAreaProps = {
	composer: RefObject<ComposerHandle | null>
	options: TuiOptions
	actions: Actions
	view: View
	now: number
	theme: Theme
	layout: Layout
	/** What has the keys; of some of them the draft is not to be seen. */
	dialog: DialogSurface
	isHidden: boolean
	/** Takes keys that nothing above it has taken. */
	isFocused: boolean
	/** Rows for the box with a list below it. */
	listingRows: number
	/** Rows of the list, at most. */
	listRoom?: number
	onListing(isOpen: boolean): void
	onCover(isOpen: boolean): void
	/** Rows of the empty state, above it. */
	startCount: number
	hint: string
	commands: readonly SlashCommandInfo[]
	vim: Vim
	onEarlyEcho(text: string, column: number): void
	onEditorRequest: NonNullable<TuiOptions['editText']>
}

export function PromptArea(props: PromptAreaProps) {
	const { options, actions, view, theme, layout, dialog, vim } = props
	const bindings = useBindings()
	const { width } = layout
	const isRunning = view.run !== undefined
	const isTaken = dialog.kind !== 'none'
	const borderColor = theme.borderColor(isRunning ? 'focus' : 'frame')
	return (
		<Box display={props.isHidden ? 'none' : 'flex'} flexDirection="column">
			<Composer
				ref={props.composer}
				title={composerTitle(view, props.now, { bindings, width })}
				placeholder={placeholderOf(dialog, bindings, { isRunning })}
				width={width}
				maxRows={isTaken ? 1 : layout.composerRows}
				listingRows={isTaken || isRunning ? 0 : props.listingRows}
				{...(props.listRoom !== undefined && !isRunning && { listRoom: props.listRoom })}
				onListing={props.onListing}
				onCover={props.onCover}
				hasFrame={!layout.isSmall}
				isFocused={props.isFocused}
				hasCursor={!isTaken}
				rowsAbove={props.startCount}
				isBusy={isRunning}
				{...(borderColor ? { borderColor } : {})}
				quietColor={theme.borderColor('quiet')}
				accentColor={theme.borderColor('accent')}
				hint={props.hint}
				queries={options.port.queries}
				{...(options.profiles ? { profiles: options.profiles } : {})}
				{...(options.settings ? { settings: options.settings } : {})}
				themes={actions.themes}
				commands={props.commands}
				vim={vim.keys}
				onVimMark={vim.onMode}
				onEarlyEcho={props.onEarlyEcho}
				onSubmit={actions.submit}
				onEditorRequest={props.onEditorRequest}
			/>
		</Box>
	)
}
