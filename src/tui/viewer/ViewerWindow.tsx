// The transcript viewer on the whole window.

import { Text } from 'ink'
import { useContext, useEffect, useSyncExternalStore } from 'react'
import { useKeys } from '../input/use-keys.ts'
import { MouseGroundContext } from '../mouse/mouse-ground.ts'
import { useMouse } from '../mouse/use-mouse.ts'
import type { WindowProps } from '../slash-command/surface.ts'
import type { Viewer } from './viewer.ts'

export function ViewerWindow({
	viewer,
	columns,
	rows,
	isActive,
	follow,
}: Pick<WindowProps, 'columns' | 'rows' | 'isActive'> & {
	viewer: Viewer
	/** Calls back when there may be something new. @returns what ends that */
	follow(onNews: () => void): () => void
}) {
	useSyncExternalStore(viewer.subscribe, viewer.version)
	useEffect(() => follow(() => viewer.refresh()), [viewer, follow])
	useEffect(() => () => viewer.close(), [viewer])
	useKeys('dialog', press => viewer.press(press), { isActive })
	useMouse(useContext(MouseGroundContext)?.mouse, event => viewer.mouse(event), isActive)
	const frame = viewer.frame(columns, rows)
	useEffect(() => viewer.loadNear())
	return <Text wrap="truncate">{frame.join('\n')}</Text>
}
