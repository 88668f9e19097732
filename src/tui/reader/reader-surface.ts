// What commands open, for somebody who hears it: lines to read, and lists whose items have numbers.

import { promptText } from '../../core/messages.ts'
import type { Actions } from '../actions.ts'
import { hasLater, laterBlocks, type PageDialogBlock } from '../dialogs/PageDialog.tsx'
import { pointName, waysOf } from '../dialogs/rewind/rewind-items.ts'
import type { InWords, PickerList, Surface } from '../slash-command/surface.ts'
import type { TuiOptions } from '../state/tui-options.ts'
import { ago } from '../text/format.ts'
import { sanitizeLine } from '../text/sanitize.ts'
import type { NumberedChoice } from './choices.ts'
import { LINE_KEYS } from './line-editor.ts'
import { listChoice } from './list-choice.ts'
import { spokenBlock } from './spoken-blocks.ts'

export type ReaderDeps = {
	say(lines: readonly string[]): void
	ask(choice: NumberedChoice): void
	close(id: string): void
	/** Writes it where one types. */
	draft(text: string): void
	isEmpty(): boolean
	actions(): Actions
	edit: TuiOptions['editText']
	handOver(use: () => Promise<void>): Promise<void>
}

export function readerSurface(deps: ReaderDeps): Surface {
	const { say, ask, close, draft, isEmpty, actions, edit, handOver } = deps
	const open = ({ title, items, emptyText }: PickerList) =>
		items.length === 0
			? say([emptyText ?? `${title}: nothing here yet.`])
			: ask(listChoice(title, items, () => close(`list ${title}`)))
	const sayPage = (blocks: readonly PageDialogBlock[]) => say(blocks.flatMap(spokenPage))
	// What has been said stays said, so that it waits for what is right.
	const openPage = (blocks: readonly PageDialogBlock[]) =>
		blocks.some(hasLater) ? void laterBlocks(blocks).then(sayPage, () => sayPage(blocks)) : sayPage(blocks)
	const tell = (inWords: InWords) => inWords({ open, openPage, insertText: draft, keys: LINE_KEYS })
	const editText = async (text: string) => {
		let edited: string | undefined
		await handOver(async () => {
			edited = await edit?.(text)
		})
		return edited
	}
	return {
		isHeard: true,
		open,
		openSessions: ({ sessions, onChoose }) =>
			open({
				title: 'Sessions',
				items: [...sessions]
					.sort((a, b) => b.usedAt - a.usedAt)
					.map(session => ({
						value: () => onChoose(session),
						label: sanitizeLine(session.name ?? session.title),
						detail: `${ago(session.usedAt, Date.now())}, in ${sanitizeLine(session.cwd)}`,
					})),
			}),
		openPage,
		openWindow: (_render, inWords) => tell(inWords),
		openPanel: ({ inWords }) => tell(inWords),
		openRewind: (point, withSummary = false) =>
			open({
				title: `Go back to: ${sanitizeLine(pointName(point))}`,
				items: waysOf(point).map(({ name, way }) => ({
					value: () =>
						actions().rewind(point, withSummary && way.conversation ? { ...way, withSummary: true } : way),
					label: name,
					detail: '',
				})),
			}),
		restorePrompt: message =>
			isEmpty() ? draft(promptText(message)) : say([`Not sent: ${promptText(message)}`]),
		insertText: draft,
		openEditor: () => void editText('').then(text => text !== undefined && draft(text)),
		handOver,
		editText,
	}
}

function spokenPage(block: PageDialogBlock): readonly string[] {
	return block.kind === 'drawing' ? [block.title, ...block.inWords] : spokenBlock(block)
}
