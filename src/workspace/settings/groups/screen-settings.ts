// Settings of the screen: its colours, and how much of what a run does it shows.

import type { JsonSchema } from '../../../core/json.ts'
import { atLeast, section } from './fields.ts'

export type ScreenGroup = {
	screen: {
		/** One that comes with the program, or a file in `themes` beside the settings. */
		theme: string
		/** Columns of prose; code and tables take the whole width. */
		measure: number
		/** How much a call shows of what it did. */
		detail: 'compact' | 'normal' | 'full'
	}
}

export const SCREEN_DEFAULTS: ScreenGroup = {
	screen: { theme: 'auto', measure: 100, detail: 'normal' },
}

export const SCREEN_SCHEMAS: Readonly<Record<keyof ScreenGroup, JsonSchema>> = {
	screen: section({
		theme: {
			type: 'string',
			minLength: 1,
			description:
				'Colours: auto, dark, light, ansi16, deuteranopia, high-contrast, mono, or a file in the folder themes beside the settings, without its ending.',
		},
		measure: atLeast(20, 'Columns that prose is at most wide; code and tables take the whole width.'),
		detail: {
			enum: ['compact', 'normal', 'full'],
			description:
				'How much a call shows of what it did: compact is one row and what failed, full is all of a diff and forty lines of output.',
		},
	}),
}
