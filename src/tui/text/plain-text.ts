// Plain text of a terminal: every character of it is one code unit, one cell wide and visible by itself, so that nothing has
// to be segmented or looked up. The lines of frames are among them: they are in every edge that is drawn.

/**
 * ASCII, Latin, Greek, Cyrillic, dashes and quotes, arrows, operators, lines, blocks and shapes of frames, ticks: what our
 * own rows are made of. No tab, and no other control character; nothing that may be an emoji.
 */
export function isPlain(text: string): boolean {
	return /^[\x20-\x7e\u00a1-\u00ac\u00ae-\u024f\u0370-\u0482\u048a-\u052f\u2010-\u2027\u2039\u203a\u2190-\u2193\u2200-\u22ff\u23ce\u2500-\u25a9\u25ac-\u25b5\u25b7-\u25bf\u25c1-\u25fa\u2605\u2713\u2717\u276f]*$/.test(
		text,
	)
}
