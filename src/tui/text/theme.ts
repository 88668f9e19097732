// The theme: colours by what they mean. Every escape sequence for colour the screen writes is made here.

/**
 * How a piece of text looks. `quiet` is for what is there to be looked up, not read.
 * The `code-` names are the parts of a programming language.
 */
export type Tone =
	| 'accent'
	| 'quiet'
	| 'success'
	| 'failure'
	| 'warning'
	| 'added'
	| 'removed'
	| 'hunk'
	| 'heading'
	| 'link'
	| 'code'
	| 'code-keyword'
	| 'code-string'
	| 'code-number'
	| 'code-comment'
	| 'code-title'
	| 'code-type'
	| 'code-attribute'

export type Style = {
	tone?: Tone
	bold?: boolean
	italic?: boolean
	underline?: boolean
	strike?: boolean
}

export type Theme = {
	/** @param text - one line, already sanitized */
	paint(text: string, style: Style): string
	/** For Ink's own borders. */
	borderColor(tone: Tone): string | undefined
}

/** @param hasColour - false under `NO_COLOR`, where nothing but the text itself is written */
export function createTheme(hasColour: boolean): Theme {
	if (!hasColour) return { paint: text => text, borderColor: () => undefined }
	return {
		paint: (text, style) => (text === '' ? '' : paint(text, style)),
		borderColor: tone => TONES[tone].name,
	}
}

/** As https://no-color.org says: any value but an empty one turns colours off. */
export function wantsColour(environment: Readonly<Record<string, string | undefined>>): boolean {
	return (environment.NO_COLOR ?? '') === '' && environment.TERM !== 'dumb' && environment.FORCE_COLOR !== '0'
}

/** Sixteen colours every terminal has and every user's own palette decides about. Names are Ink's. */
const TONES: Record<Tone, { code: number; name: string }> = {
	accent: { code: 36, name: 'cyan' },
	quiet: { code: 90, name: 'gray' },
	success: { code: 32, name: 'green' },
	failure: { code: 31, name: 'red' },
	warning: { code: 33, name: 'yellow' },
	added: { code: 32, name: 'green' },
	removed: { code: 31, name: 'red' },
	hunk: { code: 36, name: 'cyan' },
	heading: { code: 36, name: 'cyan' },
	link: { code: 34, name: 'blue' },
	code: { code: 33, name: 'yellow' },
	'code-keyword': { code: 35, name: 'magenta' },
	'code-string': { code: 32, name: 'green' },
	'code-number': { code: 33, name: 'yellow' },
	'code-comment': { code: 90, name: 'gray' },
	'code-title': { code: 34, name: 'blue' },
	'code-type': { code: 36, name: 'cyan' },
	'code-attribute': { code: 33, name: 'yellow' },
}

// Each attribute is closed by its own code, never by a reset: text can be painted inside painted text.
function paint(text: string, style: Style): string {
	let open = ''
	let close = ''
	const wrap = (on: number, off: number) => {
		open += `\x1b[${on}m`
		close = `\x1b[${off}m${close}`
	}
	if (style.bold) wrap(1, 22)
	if (style.italic) wrap(3, 23)
	if (style.underline) wrap(4, 24)
	if (style.strike) wrap(9, 29)
	if (style.tone) wrap(TONES[style.tone].code, 39)
	return open + text + close
}
