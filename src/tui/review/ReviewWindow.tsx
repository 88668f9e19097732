// The review of changes on the whole window.

import { Text } from 'ink'
import { useContext, useEffect, useState, useSyncExternalStore } from 'react'
import { useBindings } from '../input/bindings-context.ts'
import { useKeys } from '../input/use-keys.ts'
import { MouseGroundContext } from '../mouse/mouse-ground.ts'
import { useMouse } from '../mouse/use-mouse.ts'
import type { WindowProps } from '../slash-command/surface.ts'
import type { ReviewScreen } from './review.ts'
import { ReviewClicks } from './review-clicks.ts'
import { reviewFrame } from './review-frame.ts'

export function ReviewWindow({
	review,
	columns,
	rows,
	theme,
	isActive,
}: Omit<WindowProps, 'onClose'> & { review: ReviewScreen }) {
	const bindings = useBindings()
	useSyncExternalStore(review.subscribe, review.version)
	useEffect(() => () => review.close(), [review])
	useKeys('dialog', press => review.press(press), { isActive })
	const [clicks] = useState(() => new ReviewClicks(review))
	const ground = useContext(MouseGroundContext)
	useMouse(ground?.mouse, event => clicks.take(event, { columns, rows }), isActive)
	// A row without anything would have no height.
	const frame = reviewFrame(review, { columns, rows, theme, bindings }).map(row => (row === '' ? ' ' : row))
	return <Text wrap="truncate">{clicks.marked(frame, columns).join('\n')}</Text>
}
