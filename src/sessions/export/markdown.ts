// A session as Markdown to read or to paste: prompts and answers open, calls folded. Nothing in it can end the block
// it stands in, and nothing is loaded or run by whoever shows it.

import { Lexer, marked, type Token } from 'marked'
import { dateOf, type ExportedSession, type TranscriptEntry } from './entries.ts'

export function asMarkdown(session: ExportedSession): string {
	const facts = session.facts.map(([name, value]) => `- ${name}: ${plain(value)}`)
	const parts = [`# ${plain(session.title)}`, facts.join('\n'), ...session.entries.map(entryText)]
	return `${parts.join('\n\n')}\n`
}

function entryText(entry: TranscriptEntry): string {
	switch (entry.kind) {
		case 'prompt': {
			const who = { user: 'You', steer: 'You, meanwhile', program: 'Keelson' }[entry.by]
			const images = entry.images.length > 0 ? [`*${entry.images.length} × image*`] : []
			return [`## ${who} · ${dateOf(entry.at)}`, quoteLines(entry.text), ...images].join('\n\n')
		}
		case 'answer':
			return inertMarkdown(entry.text)
		case 'reasoning':
			return detailsBlock('Reasoning', [fenceCode(entry.text, 'text')])
		case 'summary':
			return detailsBlock('Summary', [fenceCode(entry.text, 'text')])
		case 'call': {
			const images = entry.images.length > 0 ? [`*${entry.images.length} × image*`] : []
			const diff = entry.diff === undefined ? [] : [fenceCode(entry.diff, 'diff')]
			const result = entry.text === '' ? [] : [fenceCode(entry.text, 'text')]
			return detailsBlock(`${entry.tool} · ${entry.outcome}`, [
				fenceCode(entry.arguments, 'json'),
				...diff,
				...result,
				...images,
			])
		}
		case 'note':
			return `*${plain(entry.text)}*`
	}
}

function detailsBlock(summary: string, body: readonly string[]): string {
	return `<details>\n<summary>${escapeHtml(oneLine(summary))}</summary>\n\n${body.join('\n\n')}\n\n</details>`
}

/** Longer than any run of the same mark in the text, so nothing in it is the end. */
function fenceCode(text: string, language: string): string {
	const longest = Math.max(2, ...Array.from(text.matchAll(/`+/g), match => match[0].length))
	const fence = '`'.repeat(longest + 1)
	return `${fence}${language}\n${text.replace(/\n$/, '')}\n${fence}`
}

/** Typed by a person, meant as it stands: no mark in it counts as Markdown. */
function quoteLines(text: string): string {
	return text.trim().includes('\n') ? fenceCode(text.trim(), 'text') : `> ${plain(text.trim())}`
}

/** One line in which no mark counts, and which begins no list, heading or quotation. */
function plain(text: string): string {
	return escapeHtml(oneLine(text))
		.replaceAll(/[\\`*[\]~|]|(?<!\w)_|_(?!\w)/g, mark => `\\${mark}`)
		.replace(/^(?=[#+=-])|(?<=^\d{1,9})(?=[.)])/, '\\')
}

/** The model's own Markdown, with HTML as words to read and images as links that nobody has to follow. */
function inertMarkdown(text: string): string {
	const written = Lexer.lex(text)
		.map(token => (token.type === 'code' ? closeToken(token) : inertToken(token)))
		.join('')
	// What is taken out can change what the rest means; then it is shown as it was written instead.
	return isInert(written) ? written : fenceCode(text, 'markdown')
}

/** Nothing in it is a tag or an image, and it is over where it ends. */
function isInert(text: string): boolean {
	const tokens = Lexer.lex(`${text}\n\n${END}`)
	let isQuiet = tokens.at(-1)?.raw === END
	marked.walkTokens(tokens, ({ type }) => {
		if (type === 'html' || type === 'image') isQuiet = false
	})
	return isQuiet
}

const END = 'end'

/** Code stays as it is; in everything else, what begins a tag or an image is written so that it begins none. */
function inertToken(token: Token): string {
	if (token.type === 'code' || token.type === 'codespan') return token.raw
	const inner = childrenOf(token)
	let written = ''
	let at = 0
	for (const child of inner) {
		const found = token.raw.indexOf(child.raw, at)
		// A child that is not to be found as it was written stands where marks of its parent were taken out of it.
		if (found === -1) break
		written += inertText(token.raw.slice(at, found)) + inertToken(child)
		at = found + child.raw.length
	}
	return written + inertText(token.raw.slice(at))
}

function childrenOf(token: Token): readonly Token[] {
	if ('items' in token) return token.items
	return ('tokens' in token && token.tokens) || []
}

/** A fence that was never closed would take the rest of the page with it; one in a list or a quotation ends with that. */
function closeToken(token: Token): string {
	const fence = /^ {0,3}(`{3,}|~{3,})/.exec(token.raw)?.[1]
	if (fence === undefined || new RegExp(`\\n {0,3}${fence[0]}{${fence.length},}[ \\t]*\\n*$`).test(token.raw))
		return token.raw
	return `${token.raw.replace(/\n$/, '')}\n${fence}\n`
}

function inertText(text: string): string {
	return text.replaceAll('<', '&lt;').replaceAll('![', '!\\[')
}

function escapeHtml(text: string): string {
	return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

function oneLine(text: string): string {
	return text.replaceAll(/\s+/g, ' ')
}
