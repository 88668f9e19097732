// Chords as people write them, made into the ones that keys have: `Ctrl+PgUp`, `control+pageup`, `ctrl+page-up`.

/** @returns undefined for what is no key; several are written with blanks between them */
export function chordOf(typed: string): string | undefined {
	if (typed === ' ') return ' '
	const keys = typed.trim().split(/\s+/).map(oneChord)
	if (keys.length > MOST_KEYS || keys.some(key => key === undefined)) return undefined
	return keys.length === 1 && keys[0] === 'space' ? ' ' : keys.join(' ')
}

const MOST_KEYS = 3

function oneChord(typed: string): string | undefined {
	const parts = typed.endsWith('++')
		? [...typed.slice(0, -2).split('+'), '+']
		: typed === '+'
			? ['+']
			: typed.split('+')
	const last = parts.at(-1) ?? ''
	const held = parts.slice(0, -1).map(part => MODIFIERS.get(part.toLowerCase()))
	if (last === '' || held.includes(undefined) || new Set(held).size < held.length) return undefined
	const [ctrl, alt, shift] = ['ctrl', 'alt', 'shift'].map(name => held.includes(name))
	const named = NAMES.get(last.toLowerCase())
	if (named === undefined && [...last].length !== 1) return undefined
	// A control character: no more than the letter is left of it.
	if (ctrl && !alt && SAME_AS_OTHERS.has(last.toLowerCase())) return undefined
	const key = named ?? (ctrl ? last.toLowerCase() : last)
	// Shift is in the character itself, but for Ctrl.
	const isShifted = shift && (named !== undefined || ctrl)
	if (shift && !isShifted) return `${alt ? 'alt+' : ''}${last.toUpperCase()}`
	return `${ctrl ? 'ctrl+' : ''}${alt ? 'alt+' : ''}${isShifted ? 'shift+' : ''}${key}`
}

const MODIFIERS: ReadonlyMap<string, string> = new Map([
	['ctrl', 'ctrl'],
	['control', 'ctrl'],
	['c', 'ctrl'],
	['alt', 'alt'],
	['option', 'alt'],
	['meta', 'alt'],
	['shift', 'shift'],
])

/** Enter, Tab and Esc send these in most terminals, and nobody can tell them apart. */
const SAME_AS_OTHERS: ReadonlySet<string> = new Set(['m', 'i', '['])

const NAMES: ReadonlyMap<string, string> = new Map([
	...[
		'enter',
		'escape',
		'tab',
		'backspace',
		'delete',
		'up',
		'down',
		'left',
		'right',
		'home',
		'end',
		'space',
	].map(name => [name, name] as const),
	['return', 'enter'],
	['esc', 'escape'],
	['del', 'delete'],
	['pgup', 'page-up'],
	['pageup', 'page-up'],
	['page-up', 'page-up'],
	['pgdn', 'page-down'],
	['pagedown', 'page-down'],
	['page-down', 'page-down'],
	...Array.from({ length: 12 }, (_, index) => [`f${index + 1}`, `f${index + 1}`] as const),
])
