// What a terminal understands beside text, told by its environment: there is no sequence that asks for it.

import type { ScreenSettings } from '../../core/screen/screen-settings.ts'

export type TerminalEnvironment = Readonly<Record<string, string | undefined>>

/** Sequences that set something outside of the text are taken for text by consoles, and by what has no name. */
export function takesSequences({ TERM = '' }: TerminalEnvironment): boolean {
	return TERM !== '' && TERM !== 'dumb' && TERM !== 'linux' && TERM !== 'cons25'
}

export type NotificationWay = Exclude<ScreenSettings['notify'], 'auto' | 'off'>

/**
 * kitty has a protocol of its own (OSC 99), urxvt's is also that of VTE and foot (OSC 777), iTerm2's the most widespread
 * (OSC 9). A multiplexer lets none of them through but turns the bell into a mark on its own tab.
 */
export function notificationWay(environment: TerminalEnvironment): NotificationWay {
	const { TERM = '', TERM_PROGRAM = '', LC_TERMINAL = '', TMUX, STY } = environment
	if (TMUX !== undefined || STY !== undefined || !takesSequences(environment)) return 'bell'
	if (environment.KITTY_WINDOW_ID !== undefined || TERM.includes('kitty')) return 'osc99'
	if (/^(?:ghostty|WezTerm|rio|WarpTerminal)$/.test(TERM_PROGRAM) || TERM.includes('ghostty')) return 'osc9'
	if (TERM_PROGRAM === 'iTerm.app' || LC_TERMINAL === 'iTerm2' || environment.ConEmuANSI === 'ON')
		return 'osc9'
	if (environment.VTE_VERSION !== undefined || /^(?:rxvt|foot)/.test(TERM)) return 'osc777'
	return 'bell'
}

/**
 * OSC 9;4 is ConEmu's. What knows neither it nor OSC 9 drops it; what has OSC 9 for notifications would show `4;3` as one,
 * unless it is new enough: iTerm2 since 3.6.6, WezTerm since February 2025. kitty and foot say no version.
 */
export function showsProgress(environment: TerminalEnvironment): boolean {
	const { TERM = '', TERM_PROGRAM = '', TERM_PROGRAM_VERSION = '', TMUX, STY, LC_TERMINAL } = environment
	if (TMUX !== undefined || STY !== undefined || !takesSequences(environment)) return false
	if (/kitty|^foot|^rxvt/.test(TERM) || environment.KITTY_WINDOW_ID !== undefined) return false
	if (TERM_PROGRAM === 'iTerm.app') return isAtLeast(TERM_PROGRAM_VERSION, [3, 6, 6])
	if (LC_TERMINAL === 'iTerm2') return isAtLeast(environment.LC_TERMINAL_VERSION ?? '', [3, 6, 6])
	if (TERM_PROGRAM === 'WezTerm') return Number(TERM_PROGRAM_VERSION.slice(0, 8)) >= 20250201
	return true
}

function isAtLeast(version: string, wanted: readonly number[]): boolean {
	const parts = version.split(/[^\d]+/).map(Number)
	for (const [index, least] of wanted.entries()) {
		const part = parts[index] || 0
		if (part !== least) return part > least
	}
	return true
}
