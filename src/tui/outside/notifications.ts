// Notifications: which change of the screen's state is worth one, to somebody who does not look.

import type { NotificationKind, ScreenSettings } from '../../core/screen/screen-settings.ts'
import type { OutsideState } from './outside-state.ts'

export type Notification = { kind: NotificationKind; subject: string; text: string }

/** `undefined`: the terminal has not said. */
export type Focus = boolean | undefined

export type NotificationInput = {
	before: OutsideState | undefined
	now: OutsideState
	focus: Focus
	/** Milliseconds since 1970, as the runs have them. */
	at: number
	screen: Pick<ScreenSettings, 'notifyOn' | 'notifyWhen' | 'notifyAfterMs'>
}

/** Where a terminal does not report its focus, nobody knows whether the user is looking, and nothing is told. */
export function notificationOf(input: NotificationInput): Notification | undefined {
	const { before, now, focus, screen } = input
	if (screen.notifyWhen === 'unfocused' ? focus !== false : focus === true) return undefined
	const run = before?.run
	if (!run || input.at - run.startedAt < screen.notifyAfterMs) return undefined
	const found = changed(before, now)
	return found && screen.notifyOn.includes(found.kind) ? found : undefined
}

function changed(before: OutsideState, now: OutsideState): Notification | undefined {
	const subject = now.name === '' ? 'Keelson' : `Keelson · ${now.name}`
	if (now.asks && now.asks.id !== before.asks?.id)
		return { kind: 'ask', subject, text: `Needs you: ${now.asks.text}` }
	if (before.run?.startedAt === now.run?.startedAt || now.lastEnd === undefined) return undefined
	if (now.lastEnd === 'cancelled') return undefined
	return now.lastEnd === 'failure'
		? { kind: 'failure', subject, text: 'The run has failed.' }
		: { kind: 'end', subject, text: 'The run has ended.' }
}
