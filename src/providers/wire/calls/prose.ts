// What of a text is meant, and what is only shown: code blocks, quotations and what stands in backticks. Pure.

/** A call begins a line, or follows the end of a sentence, of a tag or of another mark. */
export function mayBeginAt(prose: string, at: number): boolean {
	const before = prose.slice(Math.max(0, at - 8), at)
	return (
		at === 0 || (at <= 3 ? /(?:^|\n) {0,3}$/ : /\n {0,3}$/).test(before) || /[.:!?…>)\]][ \t]*$/.test(before)
	)
}

/** What may stand behind a call and not belong to it: the end of a template, or one short paragraph below it. */
export function isTail(after: string): boolean {
	const [line = ''] = after.split('\n', 1)
	if (line.replaceAll(END_MARK, '').trim() !== '' || THOUGHT_BEFORE.test(after)) return false
	const tail = withoutMarks(after)
	return tail.length <= LONGEST_TAIL && paragraphs(tail) <= 1 && !tail.includes('```')
}

/** Results of the call that the model made up itself. */
export function isInvented(after: string): boolean {
	return INVENTED.test(after)
}

export function withoutMarks(text: string): string {
	return text.replaceAll(END_MARK, '').trim()
}

/** What was called in a thought that went on to an answer, or to another call, was only thought of. */
export function endsThought(text: string): boolean {
	return THOUGHT_END.test(text)
}

const THOUGHT_END = /<\/(?:think|thinking|thought|reasoning)>/
const THOUGHT_BEFORE = new RegExp(`${THOUGHT_END.source}\\s*[^\\s<]`)

const LONGEST_TAIL = 280

/** `<|im_end|>`, `</s>`, `</tool_call>`: what is left of a template. */
const END_MARK = /<[｜|/][^<>\n]{1,40}>/g

const INVENTED =
	/^\s*(?:<[^<>\n]{1,40}>\s*)*(?:<tool_response>|<function_results>|<\|start_header_id\|>|Observation:|\[TOOL_RESULTS\]|<[｜|]tool[▁_ ]outputs?)/

/** Without the marks of a template's end behind it: `<|im_end|>`, `</s>`. */
export function withoutEnd(text: string): string {
	const from = Math.max(0, text.length - 200)
	return text.slice(0, from) + text.slice(from).replace(/(?:\s{0,9}<\|?\/?[\w:]{1,20}\|?>)+$/, '')
}

export function paragraphs(text: string): number {
	return text.trim() === '' ? 0 : text.trim().split(/\n[ \t]*\n/).length
}

export type Divided = {
	/** The text with blanks in place of code blocks, quotations and what stands in backticks. */
	prose: string
	/** The code block that the text ends with. */
	lastBlock: string | undefined
}

/** Behind the last of them. */
export function lastEnd(text: string, closing: RegExp): number | undefined {
	let end: number | undefined
	for (const match of text.matchAll(new RegExp(closing.source, 'g'))) end = match.index + match[0].length
	return end
}

/** Whether what stands there is neither in a code block nor in a quotation or between backticks. */
export function isMeant(text: string, at: number): boolean {
	return divided(text).prose[at] === text[at]
}

export function divided(text: string): Divided {
	const lines = text.split('\n')
	const prose: string[] = []
	let fence: { mark: string; from: number } | undefined
	let last: { from: number; to: number } | undefined
	let isIndented = false
	for (const [index, line] of lines.entries()) {
		const mark = /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1]
		const isBlock = fence !== undefined
		if (fence) {
			const rest = mark?.startsWith(fence.mark) ? line.trim().slice(mark.length) : undefined
			// DeepSeek's mark for the end of a call stands right behind the block of its arguments.
			if (rest === '' || rest?.startsWith('<')) {
				last = { from: fence.from, to: index }
				fence = undefined
				prose.push(blank(line.slice(0, line.length - rest.length)) + rest)
				if (rest !== '') last = undefined
				continue
			}
		} else if (mark !== undefined && !line.trim().slice(mark.length).includes('`')) {
			// What follows on the same line is its language; with backticks in it, it is no fence.
			fence = { mark, from: index + 1 }
		}
		isIndented = /^(?: {4}|\t)/.test(line) && (isIndented || (index > 0 && lines[index - 1]?.trim() === ''))
		const isShown = isBlock || fence !== undefined || isIndented || /^ {0,3}>/.test(line)
		prose.push(isShown ? blank(line) : withoutBackticks(line))
		if (!isShown && line.trim() !== '') last = undefined
	}
	const lastBlock = last && fence === undefined ? lines.slice(last.from, last.to).join('\n') : undefined
	return { prose: prose.join('\n'), lastBlock }
}

function withoutBackticks(line: string): string {
	if (!line.includes('`')) return line
	const pieces = line.split(/(`+)/)
	let open: number | undefined
	for (let at = 1; at < pieces.length; at += 2) {
		if (open === undefined) open = at
		else if (pieces[at] === pieces[open]) {
			for (let each = open; each <= at; each++) pieces[each] = blank(pieces[each] ?? '')
			open = undefined
		}
	}
	return pieces.join('')
}

function blank(text: string): string {
	return ' '.repeat(text.length)
}
