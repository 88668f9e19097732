// The dialog or list above the prompt: at most one, of several kinds, and which of them it is.

import { Box, type DOMElement, Text } from 'ink'
import { type ComponentType, useContext, useMemo, useRef } from 'react'
import { assertNever } from '../core/exhaustive.ts'
import type { RewindPoint, RuntimeQueries } from '../core/runtime-port.ts'
import type { ScreenSettings } from '../core/screen/screen-settings.ts'
import { AskedDialog } from './AskedDialog.tsx'
import type { Actions } from './actions.ts'
import { PageDialog, type PageDialogBlock } from './dialogs/PageDialog.tsx'
import { Picker } from './dialogs/Picker.tsx'
import { RewindDialog } from './dialogs/rewind/RewindDialog.tsx'
import type { SessionPickerProps } from './dialogs/SessionPicker.tsx'
import { TrustDialog } from './dialogs/TrustDialog.tsx'
import { MouseGroundContext } from './mouse/mouse-ground.ts'
import { layoutOf } from './screen/layout.ts'
import type { PanelProps, PickerList, SessionChoice, WindowContent } from './slash-command/surface.ts'
import type { TrustAnswer, TrustRequest } from './state/tui-options.ts'
import type { PendingRequest, View } from './state/view.ts'
import type { Theme } from './text/theme.ts'

/** What the user has opened. It waits while something has to be answered. */
export type OpenedList =
	| { kind: 'list'; list: PickerList }
	| { kind: 'sessions'; choice: SessionChoice; Picker: ComponentType<SessionPickerProps> }
	/** `id`: of this page among those that have been opened. */
	| { kind: 'page'; id: number; blocks: readonly PageDialogBlock[] }
	| { kind: 'panel'; id: number; Panel: ComponentType<PanelProps> }
	| { kind: 'rewind'; point: RewindPoint; withSummary: boolean }
	/** Has the whole window, so it is not drawn here. `id`: of this one among those that have been opened. */
	| { kind: 'window'; id: number; render: WindowContent }

export type DialogSurface =
	| { kind: 'none' }
	| { kind: 'trust'; request: TrustRequest }
	| { kind: 'asked'; asked: PendingRequest }
	| OpenedList

/** Trust comes before the session, and what a run waits for before what the user looks through. */
export function dialogSurface(state: {
	trust: TrustRequest | undefined
	asked: PendingRequest | undefined
	opened: OpenedList | undefined
}): DialogSurface {
	if (state.trust) return { kind: 'trust', request: state.trust }
	if (state.asked) return { kind: 'asked', asked: state.asked }
	return state.opened ?? { kind: 'none' }
}

export type DialogAreaProps = {
	surface: DialogSurface
	view: View
	actions: Actions
	lookups: RuntimeQueries
	width: number
	/** Rows there are for all of it. */
	limit: number
	windowRows: number
	diffStyle: ScreenSettings['diffStyle']
	theme: Theme
	lastKeyAtMs(): number
	/** Closes what the user has opened. */
	onClose(): void
	onTrust(request: TrustRequest, answer: TrustAnswer): void
	/** Opens an editor on a text. Left out, there is none. */
	editText?: ((text: string, name?: string) => Promise<string | undefined>) | undefined
}

/** What the user has opened has air above it, where there are rows to spare; a question has its own. */
export function DialogArea(props: DialogAreaProps) {
	const { surface, windowRows, limit } = props
	const isOpened = !['none', 'window', 'trust', 'asked'].includes(surface.kind)
	if (!isOpened || windowRows < ROOMY_ROWS) return <DialogContent {...props} />
	return <AiredDialog {...props} limit={limit - 1} />
}

const ROOMY_ROWS = 15

/** Rows are clicked as they are counted below the air. */
function AiredDialog(props: DialogAreaProps) {
	const ground = useContext(MouseGroundContext)
	const box = useRef<DOMElement>(null)
	const own = useMemo(() => ground && { ...ground, dialogs: box }, [ground])
	return (
		<Box flexDirection="column">
			<Text> </Text>
			<MouseGroundContext value={own}>
				<Box ref={box} flexDirection="column">
					<DialogContent {...props} />
				</Box>
			</MouseGroundContext>
		</Box>
	)
}

function DialogContent(props: DialogAreaProps) {
	const { surface, actions, lookups, width, limit, theme, lastKeyAtMs, onClose } = props
	switch (surface.kind) {
		case 'none':
		case 'window':
			return null
		case 'trust':
			return (
				<TrustDialog
					question={surface.request.question}
					width={width}
					limit={limit}
					theme={theme}
					lastKeyAtMs={lastKeyAtMs}
					onAnswer={answer => props.onTrust(surface.request, answer)}
				/>
			)
		case 'asked':
			return (
				<AskedDialog
					asked={surface.asked}
					view={props.view}
					actions={actions}
					width={width}
					limit={limit}
					theme={theme}
					lastKeyAtMs={lastKeyAtMs}
					diffStyle={props.diffStyle}
					editText={props.editText}
				/>
			)
		case 'list':
			return (
				<Picker
					{...surface.list}
					width={width}
					limit={limit}
					theme={theme}
					onChoose={choose => {
						onClose()
						choose()
					}}
					onClose={onClose}
				/>
			)
		case 'panel':
			return (
				<surface.Panel
					key={surface.id}
					width={width}
					limit={limit}
					theme={theme}
					isAlone={layoutOf(width + 1, props.windowRows).isSmall}
					onClose={onClose}
				/>
			)
		case 'rewind':
			return (
				<RewindDialog
					point={surface.point}
					width={width}
					limit={Math.min(limit, PICKER_ROWS)}
					theme={theme}
					onChoose={way => {
						onClose()
						actions.rewind(
							surface.point,
							surface.withSummary && way.conversation ? { ...way, withSummary: true } : way,
						)
					}}
					onClose={onClose}
				/>
			)
		case 'page':
			return (
				<PageDialog
					key={surface.id}
					blocks={surface.blocks}
					width={width}
					limit={limit}
					theme={theme}
					onClose={onClose}
				/>
			)
		case 'sessions':
			return (
				<surface.Picker
					{...surface.choice}
					queries={lookups}
					width={width}
					limit={limit}
					theme={theme}
					onChoose={session => {
						onClose()
						surface.choice.onChoose(session)
					}}
					onFork={
						surface.choice.onFork &&
						(session => {
							onClose()
							surface.choice.onFork?.(session)
						})
					}
					onClose={onClose}
				/>
			)
		default:
			return assertNever(surface)
	}
}

const PICKER_ROWS = 14
