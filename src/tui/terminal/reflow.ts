// What a terminal does to the rows on its screen when its window becomes narrower.

/**
 * `none`: rows that have become too long are cut. The others break them anew: `keeps-cursor` with the cursor where it was
 * in the text, `moves-cursor` (VS Code's, xterm.js) as `xtermjs-reflow.ts` says, and `loses-cursor` (kitty 0.26, which moves
 * the cursor once more when it comes to the row it has moved it to) keeps it only where nothing stands below.
 */
export type Reflow = 'none' | 'keeps-cursor' | 'moves-cursor' | 'loses-cursor'

/** As far as the environment tells. xterm, st and GNU screen cut rows. */
export function reflowOf(environment: Readonly<Record<string, string | undefined>>): Reflow {
	const { XTERM_VERSION, TERM = '', TERM_PROGRAM, TMUX, KITTY_WINDOW_ID } = environment
	if (TMUX !== undefined) return 'keeps-cursor'
	if (KITTY_WINDOW_ID !== undefined) return 'loses-cursor'
	if (TERM_PROGRAM === 'vscode') return 'moves-cursor'
	return XTERM_VERSION !== undefined || /^(?:screen|st(?:-|$))/.test(TERM) ? 'none' : 'keeps-cursor'
}

/** How long a window rests before it is drawn. tmux tells its sizes late; behind ssh only TERM says that it is there. */
export function restMsOf({ TMUX, TERM = '' }: Readonly<Record<string, string | undefined>>): number {
	return TMUX === undefined && !TERM.startsWith('tmux') ? 80 : 300
}

/** Secondary device attributes. Behind ssh nothing says of a terminal that it is VS Code's, or one of a web page. */
export const ASK_REFLOW = '\x1b[>c'

/**
 * xterm.js calls itself patch 276 of an xterm of no kind. xterm itself says which of DEC's it is, 41 if nobody chose
 * another, and its patch, of three digits; iTerm2 says 41 too, with four.
 */
export function toldReflow(reply: string): Reflow | undefined {
	if (reply === '\x1b[>0;276;0c') return 'moves-cursor'
	return /^\x1b\[>41;\d{3};0c$/.test(reply) ? 'none' : undefined
}

/**
 * Alacritty before 0.14 takes rows that are deleted below the screen's first into its scrollback, in another order. What it
 * says is the version of its library, 0.17.0 as 1700; Windows Terminal, which answers alike, has two digits.
 *
 * @param reply - to `ASK_REFLOW`
 */
export function keepsDeletedRows(reply: string): boolean {
	const [, version] = /^\x1b\[>0;(\d{3,4});1c$/.exec(reply) ?? []
	return version !== undefined && Number(version) < 2400
}
