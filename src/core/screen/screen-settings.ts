// Screen settings: how the screen looks and is worked with, and what it tells the world outside of its window.

export type ScreenSettings = {
	/** One that comes with the program, or a file in `themes` beside the settings. */
	theme: string
	/** What frames and marks are drawn with. `auto`: ASCII where the locale is of another encoding than UTF-8. */
	glyphs: 'auto' | 'unicode' | 'ascii'
	/** `full`: the whole window, on the alternate screen. */
	mode: ScreenMode
	/** What the terminal keeps of the conversation when the program leaves from there. */
	onExit: 'transcript' | 'last-answer' | 'nothing'
	/** On the whole window; elsewhere the mouse is the terminal's. */
	mouse: 'full' | 'wheel' | 'off'
	/** Columns of prose; code and tables take the whole width. */
	measure: number
	detail: Detail
	/** Of diffs that are opened: in questions, the viewer, the review. `auto`: side by side where there is room. */
	diffStyle: 'auto' | 'unified' | 'split'
	/** The window's title says what is going on. */
	title: boolean
	/** In the taskbar or the tab. `auto`: where it is not taken for a notification. */
	progress: 'auto' | 'on' | 'off'
	/** Prompts and answers are marked, so that the terminal can jump between them. */
	promptMarks: boolean
	/** What a path with a line opens: `auto`, `off`, an editor, or an address with `{path}`, `{line}` and `{column}`. */
	editorLinks: string
	/** How a notification is sent. `auto`: as the terminal understands it, else by its bell. */
	notify: 'auto' | 'osc9' | 'osc777' | 'osc99' | 'bell' | 'off'
	notifyOn: readonly NotificationKind[]
	notifyWhen: 'unfocused' | 'always'
	/** Of runs that are shorter, nothing is told. */
	notifyAfterMs: number
	/** Run in a shell for each notification, beside it. */
	notifyCommand: string | undefined
	/** Left out, the usual items. */
	statusLine: StatusLineSetting | undefined
	keys: 'emacs' | 'vim'
	/** `auto`: in the transcript, where the terminal says that it can show them. */
	pictures: 'auto' | 'off'
	/** Plain lines in the place of frames that are drawn again. */
	screenReader: boolean
	/** Nothing moves by itself. */
	reduceMotion: boolean
}

export type ScreenMode = 'inline' | 'full'

/** How much a call shows of what it did. */
export type Detail = 'compact' | 'normal' | 'full'

/** `end`: a run has ended by itself. `ask`: it waits for an answer. `failure`: it has ended with an error. */
export type NotificationKind = 'end' | 'ask' | 'failure'

export const NOTIFICATION_KINDS: readonly NotificationKind[] = ['end', 'ask', 'failure']

export type StatusLineSetting = readonly StatusItem[] | StatusCommand

/** Gets what is known as JSON on its stdin; what it prints, up to three lines, is the status line. */
export type StatusCommand = {
	/** As other agents write it. */
	type?: 'command'
	command: string
	/** How often it is run although nothing has changed; left out, never. */
	refreshMs?: number
	/** The same in seconds, as other agents write it. */
	refreshInterval?: number
	/** How long it may take; left out, 300. */
	timeoutMs?: number
	/** Blanks before it. */
	padding?: number
}

/** In the order in which they stand by default. */
export const STATUS_ITEMS = [
	'model',
	'effort',
	'mode',
	'sandbox',
	'context',
	'cost',
	'folder',
	'branch',
	'dirty',
	'lines',
	'cache',
	'session',
	'time',
	'agents',
	'vim',
] as const

export type StatusItem = (typeof STATUS_ITEMS)[number]

/** What stands there when nothing else is wished for. */
export const USUAL_STATUS_ITEMS: readonly StatusItem[] = [
	'vim',
	'model',
	'effort',
	'mode',
	'sandbox',
	'context',
	'cost',
	'folder',
	'branch',
	'cache',
	'session',
]

export const USUAL_SCREEN: ScreenSettings = {
	theme: 'auto',
	glyphs: 'auto',
	mode: 'inline',
	onExit: 'transcript',
	mouse: 'full',
	measure: 100,
	detail: 'normal',
	diffStyle: 'auto',
	title: true,
	progress: 'auto',
	promptMarks: true,
	editorLinks: 'auto',
	notify: 'auto',
	notifyOn: NOTIFICATION_KINDS,
	notifyWhen: 'unfocused',
	notifyAfterMs: 10_000,
	notifyCommand: undefined,
	statusLine: undefined,
	keys: 'emacs',
	pictures: 'auto',
	screenReader: false,
	reduceMotion: false,
}
