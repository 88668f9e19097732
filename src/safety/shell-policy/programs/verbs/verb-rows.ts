// Verb rows: what the verbs of a program do where its name alone does not tell, one short line a verb, and how a call is
// held against them.
//
// A line is words that are held against the operands one after the other, and options in any position:
//   `state rm|push`      one of several words       `delete-*`          the beginning of a word
//   `** delete`          any words between           `~list|find`     any other word
//   `.`                  no word at all              `+--force|-f`       one of these options must be there
//   `!--snapshot`        none of these may be there
// Letters of joined options are found, `--force=true` is `--force`, and Go's `-force` is, too.

export type VerbRows = {
	/** Options whose value is a word of its own, so that it is no operand. */
	valued?: string
	/** What it takes away, ends or overwrites somewhere does not come back. */
	loses?: readonly string[]
	/** What is out cannot be called back. */
	publishes?: readonly string[]
	/** It prints credentials, or hands them out. */
	shows?: readonly string[]
	/** What it sets is run or obeyed later, outside of the workspace or before anybody looks. */
	arranges?: readonly string[]
	/** Options with which it only tells what it would do; `--help` and `--dry-run` always are. */
	rehearses?: string
}

export type VerbEffect = 'loses' | 'publishes' | 'shows' | 'arranges'

/** @param texts - the arguments of the program @returns the worst that one of its lines says */
export function verbEffect(rows: VerbRows, texts: readonly string[]): VerbEffect | undefined {
	const { options, operands, readings } = readWords(texts, rows.valued?.split(' ') ?? [])
	const rehearsals = `--help|--dry-run|--dryrun${rows.rehearses ? `|${rows.rehearses}` : ''}`
	if (isGiven(rehearsals, options.certain)) return undefined
	return EFFECTS.find(effect =>
		rows[effect]?.some(line => readings.some(start => fits({ line, operands, options }, 0, start))),
	)
}

const EFFECTS: readonly VerbEffect[] = ['loses', 'publishes', 'shows', 'arranges']

/** `certain` are those that cannot be the value of the option before them. */
type VerbOptions = { all: readonly string[]; certain: readonly string[] }

/** `readings` are the places among the operands where the verb may begin. */
type VerbReading = { options: VerbOptions; operands: readonly string[]; readings: readonly number[] }

/** What follows an unknown option before the verb may be its value, or the verb already: both are looked at. */
function readWords(texts: readonly string[], valued: readonly string[]): VerbReading {
	const all: string[] = []
	const certain: string[] = []
	const operands: string[] = []
	let behindUnknown = false
	let isOver = false
	for (let index = 0; index < texts.length; index++) {
		const text = texts[index]!
		if (isOver || !/^-./.test(text)) operands.push(text)
		else if (text === '--') isOver = true
		else {
			all.push(text)
			const before = texts[index - 1] ?? ''
			if (!valued.includes(before)) certain.push(text)
			const next = texts[index + 1]
			if (valued.includes(text) && next !== undefined) {
				all.push(`${text}=${next}`)
				certain.push(`${text}=${next}`)
				if (!next.startsWith('-')) index++
			} else if (operands.length === 0 && !text.includes('=')) behindUnknown = true
		}
	}
	const readings = behindUnknown && operands.length > 0 ? [0, 1] : [0]
	return { options: { all, certain }, operands, readings }
}

type VerbCall = { line: string; operands: readonly string[]; options: VerbOptions }

/**
 * @param at - where the next word of the line begins; behind its end when there is none
 * @param from - the operand that this word is held against
 */
function fits(call: VerbCall, at: number, from: number): boolean {
	const { line, operands, options } = call
	if (at > line.length) return true
	const blank = line.indexOf(' ', at)
	const end = blank === -1 ? line.length : blank
	const word = line.slice(at, end)
	const next = end + 1
	if (word.startsWith('+')) return isGiven(word.slice(1), options.all) && fits(call, next, from)
	if (word.startsWith('!')) return !isGiven(word.slice(1), options.certain) && fits(call, next, from)
	if (word === '**') {
		for (let later = from; later <= operands.length; later++) if (fits(call, next, later)) return true
		return false
	}
	if (word === '.') return from >= operands.length && fits(call, next, from)
	const operand = operands[from]
	return operand !== undefined && isOneOf(word, operand.toLowerCase()) && fits(call, next, from + 1)
}

/** @param folded - in small letters */
function isOneOf(alternatives: string, folded: string): boolean {
	if (alternatives.startsWith('~')) return !isOneOf(alternatives.slice(1), folded)
	if (!alternatives.includes('|')) return matches(alternatives.toLowerCase(), folded)
	return alternatives
		.toLowerCase()
		.split('|')
		.some(each => matches(each, folded))
}

/** `*` stands for anything. */
function matches(pattern: string, text: string): boolean {
	if (!pattern.includes('*')) return pattern === text
	const [head = '', ...rest] = pattern.split('*')
	const tail = rest.pop() ?? ''
	if (!text.startsWith(head) || !text.endsWith(tail) || text.length < head.length + tail.length) return false
	let at = head.length
	for (const part of rest) {
		const found = text.indexOf(part, at)
		if (found === -1) return false
		at = found + part.length
	}
	return at <= text.length - tail.length
}

function isGiven(alternatives: string, options: readonly string[]): boolean {
	return (
		options.length > 0 && alternatives.split('|').some(name => options.some(option => isOption(name, option)))
	)
}

function isOption(name: string, option: string): boolean {
	if (name.includes('*')) return matches(name.toLowerCase(), option.toLowerCase())
	const letter = name[1] ?? ''
	if (/^-[a-zA-Z]$/.test(name)) return /^-[a-zA-Z]+$/.test(option) && option.includes(letter, 1)
	// `-X=DELETE` also stands for `-XDELETE` and for `--request=delete`.
	if (/^-[a-zA-Z]=/.test(name)) {
		if (!option.includes(letter)) return false
		const value = option.replace(new RegExp(`^-[a-zA-Z]*${letter}=?`), '')
		return value !== option && value.toLowerCase() === name.slice(3).toLowerCase()
	}
	const given = option.startsWith('--') ? option : `-${option}`
	if (given.toLowerCase() === name.toLowerCase()) return true
	return given.startsWith(`${name}=`) && !/=(?:false|none|no|0)$/i.test(given)
}
