// A page to read: a list or a text that was asked for, scrolled inside and closed without a trace in the transcript.

import { Text } from 'ink'
import { useEffect, useMemo, useState } from 'react'
import { useBindings } from '../input/bindings-context.ts'
import { keyHint } from '../input/key-names.ts'
import { actionOf, goesThroughList } from '../input/keymap.ts'
import { useKeys } from '../input/use-keys.ts'
import type { Block } from '../state/view-block.ts'
import { cutToWidth } from '../text/cell-width.ts'
import { paintSpans, type Spans, span } from '../text/spans.ts'
import type { Theme } from '../text/theme.ts'
import { blockRows } from '../transcript/block-rows.ts'
import { useScroll } from './use-scroll.ts'

export type PageDialogBlock = Extract<Block, { kind: 'table' | 'expanded' | 'notice' }> | PageDrawing

/** A picture that is drawn anew for each width. */
export type PageDrawing = {
	kind: 'drawing'
	title: string
	rows(width: number): readonly Spans[]
	/** The same for somebody who hears it. */
	inWords: readonly string[]
	/** A better one, which takes a while: asked for once this one is shown, and shown in its place. */
	later?(): Promise<PageDrawing>
}

export type PageDialogProps = {
	blocks: readonly PageDialogBlock[]
	width: number
	/** Rows there are for all of it. */
	limit: number
	theme: Theme
	onClose(): void
}

export function PageDialog({ blocks: opened, width, limit, theme, onClose }: PageDialogProps) {
	const blocks = useLater(opened)
	const rows = useMemo(() => pageRows(blocks, width), [blocks, width])
	const closes = keyHint(useBindings(), 'page', 'close', 'closes')
	const scroll = useScroll(rows, Math.max(1, limit - 1), width, { context: 'page', hint: closes })
	useKeys('dialog', press => {
		const action = actionOf('page', press)
		switch (action) {
			case 'close':
				onClose()
				return true
			case 'page-up':
				scroll.page(-1)
				return true
			case 'page-down':
				scroll.page(1)
				return true
			case 'up':
				scroll.by(-1)
				return true
			case 'down':
				scroll.by(1)
				return true
			case 'first':
				scroll.toStart()
				return true
			case 'last':
				scroll.toEnd()
				return true
			case undefined:
				return !goesThroughList(press)
		}
	})
	const closing: readonly Spans[] = scroll.isWhole
		? [[span(cutToWidth(closes, width), { tone: 'quiet' })]]
		: []
	return (
		<Text wrap="truncate">{[...scroll.shown, ...closing].map(row => paintSpans(row, theme)).join('\n')}</Text>
	)
}

function useLater(opened: readonly PageDialogBlock[]): readonly PageDialogBlock[] {
	const [better, setBetter] = useState<{
		of: readonly PageDialogBlock[]
		blocks: readonly PageDialogBlock[]
	}>()
	useEffect(() => {
		if (!opened.some(hasLater)) return
		let isShown = true
		// Making it may keep the process from anything else, so that what there is has to be on the screen before.
		const frame = setImmediate(() => {
			laterBlocks(opened).then(
				blocks => isShown && setBetter({ of: opened, blocks }),
				// What stands there is good enough.
				() => {},
			)
		})
		return () => {
			isShown = false
			clearImmediate(frame)
		}
	}, [opened])
	return better?.of === opened ? better.blocks : opened
}

/** Each as good as it gets. */
export function laterBlocks(blocks: readonly PageDialogBlock[]): Promise<readonly PageDialogBlock[]> {
	return Promise.all(blocks.map(async block => (hasLater(block) ? block.later() : block)))
}

export function hasLater(
	block: PageDialogBlock,
): block is PageDrawing & Required<Pick<PageDrawing, 'later'>> {
	return block.kind === 'drawing' && block.later !== undefined
}

function pageRows(blocks: readonly PageDialogBlock[], width: number): readonly Spans[] {
	return blocks.flatMap((block, index) => [
		...(index === 0 ? [] : [[span(' ')]]),
		...rowsOf(block, width).map(row => (row.length === 0 ? [span(' ')] : row)),
	])
}

function rowsOf(block: PageDialogBlock, width: number): readonly Spans[] {
	if (block.kind !== 'drawing') return blockRows(block, width).rows
	return [[span(cutToWidth(block.title, width), { bold: true })], ...block.rows(width)]
}
