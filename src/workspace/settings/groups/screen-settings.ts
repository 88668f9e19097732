// Settings of the screen: its colours, how much of a run it shows, its keys, its status line, what it tells outside of the window, and how it is read aloud.

import type { JsonSchema } from '../../../core/json.ts'
import {
	NOTIFICATION_KINDS,
	type ScreenSettings,
	STATUS_ITEMS,
	USUAL_SCREEN,
} from '../../../core/screen/screen-settings.ts'
import { atLeast, between, DAY_MS, EDITOR_LINKS, section } from './fields.ts'

export type ScreenGroup = {
	screen: Omit<ScreenSettings, 'diffStyle'>
	diff: { style: ScreenSettings['diffStyle'] }
}

const { diffStyle: USUAL_STYLE, ...USUAL_REST } = USUAL_SCREEN

export const SCREEN_DEFAULTS: ScreenGroup = { screen: USUAL_REST, diff: { style: USUAL_STYLE } }

/** All that the screen goes by. */
export function screenOf(settings: ScreenGroup): ScreenSettings {
	return { ...settings.screen, diffStyle: settings.diff.style }
}

export const SCREEN_SCHEMAS: Readonly<Record<keyof ScreenGroup, JsonSchema>> = {
	screen: section({
		theme: {
			type: 'string',
			minLength: 1,
			description:
				'Colours: auto, dark, light, ansi16, deuteranopia, high-contrast, mono, or a file in the folder themes beside the settings, without its ending.',
		},
		glyphs: {
			enum: ['auto', 'unicode', 'ascii'],
			description:
				'What frames and marks are drawn with; auto: ASCII where LC_ALL, LC_CTYPE or LANG names another encoding than UTF-8.',
		},
		mode: {
			enum: ['inline', 'full'],
			description:
				'inline writes into the terminal’s own scrollback; full takes the whole window and scrolls by itself (F11, agent --full).',
		},
		onExit: {
			enum: ['transcript', 'last-answer', 'nothing'],
			description:
				'What of the conversation is left in the terminal by a program that leaves while it has the whole window.',
		},
		mouse: {
			enum: ['full', 'wheel', 'off'],
			description:
				'What the mouse does where the screen has the whole window (F12): full scrolls, folds and copies what is dragged over, wheel only scrolls; with Shift it is the terminal’s.',
		},
		measure: atLeast(20, 'Columns that prose is at most wide; code and tables take the whole width.'),
		detail: {
			enum: ['compact', 'normal', 'full'],
			description:
				'How much a call shows of what it did: compact is one row and what failed, full is all of a diff and forty lines of output.',
		},
		title: { type: 'boolean', description: 'The window’s title says what is going on.' },
		progress: {
			enum: ['auto', 'on', 'off'],
			description: 'A run shows in the taskbar or the tab (OSC 9;4); auto: where that is understood.',
		},
		promptMarks: {
			type: 'boolean',
			description: 'Mark prompts and answers (OSC 133), so that the terminal can jump between them.',
		},
		editorLinks: {
			type: 'string',
			pattern: EDITOR_LINKS,
			description:
				'What src/a.ts:3 opens when it is clicked: auto, off, file, vscode, vscode-insiders, cursor, windsurf, zed, idea, or an address with {path}, {line} and {column}.',
		},
		notify: {
			enum: ['auto', 'osc9', 'osc777', 'osc99', 'bell', 'off'],
			description: 'How a notification is sent; auto: as the terminal understands it, else by its bell.',
		},
		notifyOn: {
			type: 'array',
			items: { enum: [...NOTIFICATION_KINDS] },
			description: 'What a notification is sent for: a run’s end, its questions, its failure.',
		},
		notifyWhen: {
			enum: ['unfocused', 'always'],
			description: 'Only while another window has the focus, as far as the terminal reports that; or always.',
		},
		notifyAfterMs: between(0, DAY_MS, 'Of runs that are shorter, in milliseconds, no notification is sent.'),
		notifyCommand: {
			type: 'string',
			minLength: 1,
			description: 'Run in a shell for each notification, with KEELSON_NOTIFICATION and KEELSON_MESSAGE set.',
		},
		statusLine: {
			description:
				'Items in their order, or a command that prints the line, up to three rows of it, from JSON on its stdin, as scripts for Claude Code do.',
			anyOf: [
				{ type: 'array', minItems: 1, items: { enum: [...STATUS_ITEMS] } },
				{
					type: 'object',
					required: ['command'],
					properties: {
						type: { enum: ['command'] },
						command: { type: 'string', minLength: 1 },
						refreshMs: between(300, DAY_MS, 'How often it is run although nothing has changed.'),
						refreshInterval: between(1, DAY_MS / 1000, 'The same in seconds, as Claude Code has it.'),
						timeoutMs: between(50, 10_000, 'How long it may take; otherwise 300.'),
						padding: between(0, 40, 'Blanks before it.'),
					},
				},
			],
		},
		keys: { enum: ['emacs', 'vim'], description: 'The keys of the prompt.' },
		pictures: {
			enum: ['auto', 'off'],
			description: 'Pictures in the transcript, where the terminal says that it can show them.',
		},
		screenReader: {
			type: 'boolean',
			description: 'Plain lines for a screen reader, in the place of frames that are drawn again.',
		},
		reduceMotion: { type: 'boolean', description: 'Nothing on the screen moves by itself.' },
	}),
	diff: section({
		style: {
			enum: ['auto', 'unified', 'split'],
			description:
				'How diffs stand in questions, in the transcript that is looked through and in the review; auto: side by side from 120 columns.',
		},
	}),
}
