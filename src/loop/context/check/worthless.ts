// Worthless summaries: what a model answered when it was asked for a summary, and is none. Said in words that end
// “the model …”, for the notice.

import { contentWords } from './superseded.ts'

export type JudgedSummary = {
	text: string
	/** What it was asked with. */
	asked: string
	/** What it was given to read. */
	read: string
	tokens: number
	limitTokens: number
}

/** @returns what is wrong with it; nothing where it may be one */
export function worthlessBecause(judged: JudgedSummary): string | undefined {
	const text = judged.text.trim()
	if (CALL.test(text)) return 'the model wrote a call instead'
	if (text.length < LONG_REFUSAL && !text.includes('## ') && REFUSAL.test(text))
		return 'the model declined to write it'
	if (repeats(text, judged.asked)) return 'the model repeated what it was asked'
	if (isForeign(text, judged.read)) return 'the model wrote about something else'
	return undefined
}

/** Much more than it may be: another try may keep to it, and if not, it is cut. */
export function isFarTooLong({
	tokens,
	limitTokens,
}: Pick<JudgedSummary, 'tokens' | 'limitTokens'>): boolean {
	return tokens > FAR * Math.max(limitTokens, LEAST_LIMIT)
}

const FAR = 4
/** A few words more in a small window are nothing that another request would be worth. */
const LEAST_LIMIT = 500

const CALL =
	/^(?:```\w*\s*)?(?:<(?:tool_call|function_calls?|invoke|tool_use|\|tool)|\[TOOL_CALLS?\]|\{\s*"(?:name|tool|function|tool_calls)"\s*:)/
const LONG_REFUSAL = 600
const REFUSAL =
	/^(?:["'*]*)(?:(?:i['’]?m|i am) (?:very |so )?(?:sorry|unable|not able)|sorry\b|(?:unfortunately,? )?i (?:can['’]?t|cannot|won['’]t|am unable)|as an ai\b|i do not have|i don['’]t have|(?:es )?tut mir (?:sehr )?leid|(?:leider )?(?:kann|darf) ich|ich (?:kann|darf)[^.]{0,40} nicht|désolé|lo siento|there is nothing to summari[sz]e|what would you like|how can i help)/i

function repeats(text: string, asked: string): boolean {
	const lines = asked.split('\n').filter(line => line.length >= LEAST_LINE && text.includes(line))
	const left = lines.reduce((rest, line) => rest.replace(line, ''), text)
	return lines.length >= 2 && left.length < Math.max(text.length / 2, LEAST_LINE)
}

const LEAST_LINE = 40

/** Names and long words of a conversation come back in its summary, in whatever language that is. */
function isForeign(text: string, read: string): boolean {
	const words = [...contentWords(text.replace(/^#+ .*$/gm, ''))].filter(word => word.length >= 5)
	if (words.length < JUDGED_WORDS) return false
	const known = contentWords(read)
	return words.filter(word => known.has(word)).length < words.length * LEAST_SHARED
}

const JUDGED_WORDS = 12
const LEAST_SHARED = 0.1
