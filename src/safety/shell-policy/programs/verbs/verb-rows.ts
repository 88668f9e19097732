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
	/** Options with which it only tells what it would do; `--help` and `--dry-run` always are. */
	rehearses?: string
}

export type VerbEffect = 'loses' | 'publishes' | 'shows'

/** @param texts - the arguments of the program @returns the worst that one of its lines says */
export function verbEffect(rows: VerbRows, texts: readonly string[]): VerbEffect | undefined {
	const { options, readings } = readWords(texts, rows.valued?.split(' ') ?? [])
	const rehearsals = `--help|--dry-run|--dryrun${rows.rehearses ? `|${rows.rehearses}` : ''}`
	if (isGiven(rehearsals, options.certain)) return undefined
	return EFFECTS.find(effect =>
		rows[effect]?.some(line => readings.some(operands => fits(line.split(' '), operands, options))),
	)
}

const EFFECTS: readonly VerbEffect[] = ['loses', 'publishes', 'shows']

/** `certain` are those that cannot be the value of the option before them. */
type VerbOptions = { all: readonly string[]; certain: readonly string[] }

type VerbReading = { options: VerbOptions; readings: readonly (readonly string[])[] }

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
	return { options: { all, certain }, readings: behindUnknown ? [operands, operands.slice(1)] : [operands] }
}

function fits(line: readonly string[], operands: readonly string[], options: VerbOptions): boolean {
	const [first, ...rest] = line
	if (first === undefined) return true
	if (first.startsWith('+')) return isGiven(first.slice(1), options.all) && fits(rest, operands, options)
	if (first.startsWith('!')) return !isGiven(first.slice(1), options.certain) && fits(rest, operands, options)
	if (first === '**') {
		for (let from = 0; from <= operands.length; from++)
			if (fits(rest, operands.slice(from), options)) return true
		return false
	}
	if (first === '.') return operands.length === 0 && fits(rest, operands, options)
	const [operand, ...others] = operands
	return operand !== undefined && isOneOf(first, operand) && fits(rest, others, options)
}

function isOneOf(alternatives: string, text: string): boolean {
	if (alternatives.startsWith('~')) return !isOneOf(alternatives.slice(1), text)
	const folded = text.toLowerCase()
	return alternatives.split('|').some(each => matches(each.toLowerCase(), folded))
}

/** `*` stands for anything. */
function matches(pattern: string, text: string): boolean {
	const [head = '', ...rest] = pattern.split('*')
	if (rest.length === 0) return pattern === text
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
	return alternatives.split('|').some(name => options.some(option => isOption(name, option)))
}

function isOption(name: string, option: string): boolean {
	if (name.includes('*')) return matches(name.toLowerCase(), option.toLowerCase())
	if (/^-[a-zA-Z]$/.test(name)) return new RegExp(`^-[a-zA-Z]*${name[1]}[a-zA-Z]*$`).test(option)
	// `-X=DELETE` also stands for `-XDELETE` and for `--request=delete`.
	if (/^-[a-zA-Z]=/.test(name)) {
		const value = option.replace(new RegExp(`^-[a-zA-Z]*${name[1]}=?`), '')
		return value !== option && value.toLowerCase() === name.slice(3).toLowerCase()
	}
	const given = option.startsWith('--') ? option : `-${option}`
	if (given.toLowerCase() === name.toLowerCase()) return true
	return given.startsWith(`${name}=`) && !/=(?:false|none|no|0)$/i.test(given)
}
