// Every key the screen answers to, by the place it is pressed in. Nothing else in the screen names a key.

import type { Bindings, KeyPress } from './key-press.ts'

export const KEYMAP = {
	/** Wherever nothing above has taken the key. */
	app: {
		escape: 'interrupt',
		'ctrl+c': 'cancel',
		'ctrl+d': 'exit',
		'ctrl+z': 'suspend',
		'ctrl+l': 'repaint',
		'ctrl+o': 'expand',
		'ctrl+t': 'toggle-todo',
		'ctrl+b': 'send-agents-away',
		'shift+tab': 'cycle-mode',
		'alt+up': 'take-back',
		'?': 'help',
		f1: 'palette',
		// Ctrl+K, which others have for it, deletes to the end of the line in every readline.
		'alt+x': 'palette',
	},
	composer: {
		enter: 'submit',
		tab: 'queue',
		'shift+enter': 'newline',
		'alt+enter': 'newline',
		'ctrl+enter': 'newline',
		'ctrl+j': 'newline',
		escape: 'escape',
		'ctrl+c': 'clear',
		'ctrl+g': 'open-editor',
		'ctrl+v': 'paste-image',
		'alt+v': 'paste-image',
		'ctrl+r': 'search-history',
		up: 'up',
		'ctrl+p': 'up',
		down: 'down',
		'ctrl+n': 'down',
		left: 'left',
		'ctrl+b': 'left',
		right: 'right',
		'ctrl+f': 'right',
		'alt+b': 'word-left',
		'alt+left': 'word-left',
		'ctrl+left': 'word-left',
		'alt+f': 'word-right',
		'alt+right': 'word-right',
		'ctrl+right': 'word-right',
		home: 'line-start',
		'ctrl+a': 'line-start',
		end: 'line-end',
		'ctrl+e': 'line-end',
		'ctrl+home': 'text-start',
		'alt+<': 'text-start',
		'ctrl+end': 'text-end',
		'alt+>': 'text-end',
		backspace: 'delete-left',
		'shift+backspace': 'delete-left',
		delete: 'delete-right',
		'ctrl+d': 'delete-right',
		'alt+backspace': 'kill-word-left',
		'ctrl+backspace': 'kill-word-left',
		'alt+d': 'kill-word-right',
		'alt+delete': 'kill-word-right',
		'ctrl+delete': 'kill-word-right',
		'ctrl+w': 'kill-space-left',
		'ctrl+u': 'kill-line-left',
		'ctrl+k': 'kill-line-right',
		'ctrl+y': 'yank',
		'alt+y': 'yank-older',
		// Terminals send the same byte for all of these, but for those that speak the kitty protocol.
		'ctrl+_': 'undo',
		'ctrl+/': 'undo',
		'ctrl+-': 'undo',
		'ctrl+shift+-': 'undo',
		'ctrl+shift+_': 'undo',
	},
	/** The composer's list of completions, while it is open. */
	completion: {
		tab: 'accept',
		enter: 'accept-or-submit',
		escape: 'close',
		'ctrl+c': 'close',
		up: 'previous',
		'ctrl+p': 'previous',
		down: 'next',
		'ctrl+n': 'next',
	},
	/** The composer's search through earlier prompts, while it is open. */
	'history-search': {
		enter: 'accept',
		tab: 'accept',
		escape: 'close',
		'ctrl+c': 'close',
		'ctrl+g': 'close',
		'ctrl+r': 'older',
		up: 'newer',
		'ctrl+p': 'newer',
		down: 'older',
		'ctrl+n': 'older',
		backspace: 'delete-left',
		'ctrl+u': 'delete-all',
		'ctrl+w': 'delete-all',
	},
	/** Whether a call may run. Digits and the cursor answer; no letter does, because letters are what people write. */
	dialog: {
		'1': 'once',
		'2': 'session',
		'3': 'project',
		'4': 'no',
		'5': 'no-with-reason',
		escape: 'stop',
		enter: 'choose',
		up: 'previous',
		'ctrl+p': 'previous',
		down: 'next',
		'ctrl+n': 'next',
		'page-up': 'scroll-up',
		'page-down': 'scroll-down',
		left: 'earlier-question',
		right: 'later-question',
		tab: 'remark',
		'ctrl+g': 'edit-command',
		'ctrl+o': 'full',
	},
	/** Whether what a folder brings along may act. Nothing that comes by habit says yes. */
	trust: {
		'1': 'go-on',
		escape: 'go-on',
		'2': 'trust',
		'3': 'quit',
		enter: 'choose',
		up: 'previous',
		'ctrl+p': 'previous',
		down: 'next',
		'ctrl+n': 'next',
		'page-up': 'scroll-up',
		'page-down': 'scroll-down',
	},
	/** Whether a stored session is to be deleted. Every other key keeps it. */
	'delete-session': {
		'1': 'delete',
	},
	/** The list of sessions. Typed text is the search. */
	'session-picker': {
		enter: 'choose',
		escape: 'close',
		'ctrl+c': 'close',
		tab: 'all-folders',
		'ctrl+r': 'rename',
		'ctrl+d': 'delete',
		delete: 'delete',
		'alt+u': 'undo-delete',
		'ctrl+_': 'undo-delete',
		'ctrl+/': 'undo-delete',
		'alt+s': 'star',
		'alt+t': 'tag',
		'alt+h': 'archive',
		'alt+f': 'fork',
		'alt+e': 'export',
		'alt+n': 'only-named',
		'alt+a': 'with-archived',
		up: 'previous',
		'ctrl+p': 'previous',
		down: 'next',
		'ctrl+n': 'next',
		'page-up': 'page-up',
		'page-down': 'page-down',
		home: 'first',
		end: 'last',
	},
	/** While a stored session is played. */
	playback: {
		' ': 'pause',
		'+': 'faster',
		'=': 'faster',
		'-': 'slower',
		q: 'quit',
		escape: 'quit',
		'ctrl+c': 'quit',
		'ctrl+d': 'quit',
	},
	/** A page to read. */
	page: {
		escape: 'close',
		enter: 'close',
		q: 'close',
		'ctrl+c': 'close',
		'ctrl+o': 'next-page',
		up: 'up',
		'ctrl+p': 'up',
		k: 'up',
		down: 'down',
		'ctrl+n': 'down',
		j: 'down',
		'page-up': 'page-up',
		'ctrl+u': 'page-up',
		'page-down': 'page-down',
		'ctrl+d': 'page-down',
		' ': 'page-down',
		home: 'first',
		g: 'first',
		end: 'last',
		G: 'last',
	},
	/** The list of everything: the keys that open it close it. */
	palette: {
		f1: 'close',
		'alt+x': 'close',
	},
	/** The list of keys. */
	'key-list': {
		delete: 'unbind',
		'ctrl+d': 'unbind',
		'ctrl+r': 'restore',
	},
	/** A key that has been pressed for an action. */
	'key-capture': {
		enter: 'instead',
		tab: 'besides',
		escape: 'close',
	},
	/** A list that is one of several. */
	tabs: {
		tab: 'next-tab',
		right: 'next-tab',
		'shift+tab': 'previous-tab',
		left: 'previous-tab',
	},
	/** One setting that is being changed. */
	setting: {
		tab: 'next-layer',
	},
	/** Models to choose from: beside what all lists have. */
	'model-list': {
		'*': 'favourite',
		left: 'less-effort',
		right: 'more-effort',
	},
	/** The items of the status line. */
	'status-items': {
		' ': 'toggle',
		left: 'earlier',
		right: 'later',
		up: 'previous',
		'ctrl+p': 'previous',
		down: 'next',
		'ctrl+n': 'next',
		'ctrl+u': 'usual',
		enter: 'keep',
		escape: 'close',
		'ctrl+c': 'close',
	},
	/** A list of which several can be chosen. */
	'several-list': {
		' ': 'mark',
	},
	/** What has changed, file by file and hunk by hunk (`/diff`). */
	review: {
		j: 'next-hunk',
		k: 'previous-hunk',
		J: 'next-file',
		K: 'previous-file',
		down: 'down',
		'ctrl+n': 'down',
		up: 'up',
		'ctrl+p': 'up',
		'page-down': 'page-down',
		'ctrl+d': 'page-down',
		'page-up': 'page-up',
		'ctrl+u': 'page-up',
		home: 'first',
		g: 'first',
		end: 'last',
		G: 'last',
		left: 'to-tree',
		h: 'to-tree',
		right: 'to-diff',
		l: 'to-diff',
		enter: 'open',
		' ': 'seen',
		x: 'put-back',
		u: 'take-back',
		c: 'comment',
		S: 'send',
		e: 'edit',
		s: 'style',
		w: 'wrap',
		r: 'refresh',
		tab: 'next-scope',
		'shift+tab': 'previous-scope',
		'?': 'keys',
		escape: 'close',
		q: 'close',
		'ctrl+c': 'close',
	},
	/** A list to choose from. Typed text is the search and stays with the picker. */
	picker: {
		enter: 'choose',
		tab: 'choose',
		escape: 'close',
		'ctrl+c': 'close',
		up: 'previous',
		'ctrl+p': 'previous',
		down: 'next',
		'ctrl+n': 'next',
		'page-up': 'page-up',
		'page-down': 'page-down',
		home: 'first',
		end: 'last',
		backspace: 'delete-left',
		'ctrl+u': 'delete-all',
		'ctrl+w': 'delete-all',
	},
} as const satisfies Record<string, Readonly<Record<string, string>>>

export type KeyContext = keyof typeof KEYMAP
export type ActionOf<Context extends KeyContext> = (typeof KEYMAP)[Context][keyof (typeof KEYMAP)[Context]]

/** What a key does in a place, or undefined: by the table, or by what the user has made of it. A paste never does anything but paste. */
export function actionOf<Context extends KeyContext>(
	context: Context,
	press: KeyPress,
): ActionOf<Context> | undefined {
	if (press.kind === 'paste') return undefined
	const pressed = press.kind === 'key' ? press.chord : press.text
	const bindings: Bindings = press.bindings ?? KEYMAP
	const actions = bindings[context] ?? {}
	return Object.hasOwn(actions, pressed) ? (actions[pressed] as ActionOf<Context>) : undefined
}

/** Interrupting, leaving, suspending and drawing again go through a question to the app. */
export function goesThroughDialog(press: KeyPress): boolean {
	return goesThroughList(press) || isAppAction(press, ['cancel', 'exit'])
}

/** A list has its own meanings for Ctrl+C and Ctrl+D. */
export function goesThroughList(press: KeyPress): boolean {
	return isAppAction(press, ['suspend', 'repaint'])
}

function isAppAction(press: KeyPress, actions: readonly ActionOf<'app'>[]): boolean {
	const action = press.kind === 'key' ? actionOf('app', press) : undefined
	return action !== undefined && actions.includes(action)
}
