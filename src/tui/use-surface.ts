// What only the components can do, handed to those who have no component in hand.

import { type Ref, type RefObject, useImperativeHandle, useRef } from 'react'
import { messageOf } from '../core/errors.ts'
import { promptText } from '../core/messages.ts'
import type { Actions } from './actions.ts'
import type { ComposerHandle } from './composer/Composer.tsx'
import type { OpenedList } from './DialogArea.tsx'
import type { HandOver } from './screen/use-editor.ts'
import type { Surface } from './slash-command/surface.ts'

export function useSurface(
	surface: Ref<Surface>,
	given: {
		open(what: OpenedList): void
		composer: RefObject<ComposerHandle | null>
		editText: Surface['editText']
		handOver: HandOver
		notify: Actions['notify']
	},
): void {
	const { open, composer, editText, handOver, notify } = given
	const opened = useRef(0)
	useImperativeHandle(surface, () => ({
		open: list => open({ kind: 'list', list }),
		openSessions: (choice, Picker) => open({ kind: 'sessions', choice, Picker }),
		openPage: blocks => open({ kind: 'page', id: opened.current++, blocks }),
		openWindow: render => open({ kind: 'window', id: opened.current++, render }),
		openPanel: ({ draw }) => open({ kind: 'panel', id: opened.current++, Panel: draw }),
		openRewind: (point, withSummary = false) => open({ kind: 'rewind', point, withSummary }),
		restorePrompt(message) {
			const images = message.content.filter(part => part.type === 'image')
			composer.current?.putBack(promptText(message), images)
		},
		handOver,
		insertText: text => composer.current?.insertText(text),
		editText,
		openEditor() {
			editText('').then(
				text => text !== undefined && composer.current?.setText(text),
				(error: unknown) => notify('error', messageOf(error)),
			)
		},
	}))
}
