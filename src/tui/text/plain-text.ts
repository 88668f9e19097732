// Plain text of a terminal: every character of it is one code unit, one cell wide and visible by itself, so that nothing has
// to be segmented or looked up. The lines of frames are among them: they are in every edge that is drawn.

/** ASCII, Latin, Greek, Cyrillic, dashes and quotes, lines and blocks of frames. No tab, and no other control character. */
export function isPlain(text: string): boolean {
	return /^[\x20-\x7e\u00a1-\u00ac\u00ae-\u024f\u0370-\u0482\u048a-\u052f\u2010-\u2027\u2500-\u259f]*$/.test(
		text,
	)
}
