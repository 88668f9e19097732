// A session that is played again: its keys, and the row that says how far it is.

import { Text } from 'ink'
import { useSyncExternalStore } from 'react'
import { actionOf } from '../input/keymap.ts'
import { useKeys } from '../input/use-keys.ts'
import type { Playback } from '../state/tui-options.ts'
import { cutToWidth } from '../text/cell-width.ts'
import type { Theme } from '../text/theme.ts'

export function PlaybackRow({
	playback,
	width,
	theme,
	onExit,
}: {
	playback: Playback
	width: number
	theme: Theme
	onExit(): void
}) {
	const { isPaused, speed, played, total } = useSyncExternalStore(playback.subscribe, playback.state)
	// Above everything: what was answered then is not answered again.
	useKeys(ABOVE_ALL, press => {
		// What has been played can be looked through.
		if (actionOf('app', press) === 'expand') return false
		switch (actionOf('playback', press)) {
			case 'pause':
				playback.pause()
				return true
			case 'faster':
				playback.faster()
				return true
			case 'slower':
				playback.slower()
				return true
			case 'quit':
				onExit()
				return true
			default:
				return true
		}
	})
	const pace = speed === 'max' ? 'full speed' : `${speed}×`
	const paused = speed === 1 ? 'paused' : `paused at ${pace}`
	const state = played === total ? 'over' : isPaused ? paused : pace
	const text = `Replay ${state} · ${played}/${total} · space pauses · + − speed · q leaves`
	return <Text wrap="truncate">{theme.paint(cutToWidth(text, width), { tone: 'accent' })}</Text>
}

const ABOVE_ALL = 100
