// Markdown for the ear: the words without their marks, and tables as `Header: value`.

import { Lexer, type Token, type Tokens } from 'marked'
import { plainText } from '../text/spans.ts'
import { inlineSpans } from '../transcript/markdown/inline.ts'

/** @param markdown - already sanitized */
export function spokenMarkdown(markdown: string): readonly string[] {
	return Lexer.lex(markdown).flatMap(spoken)
}

function spoken(token: Token): readonly string[] {
	switch (token.type) {
		case 'space':
		case 'hr':
			return []
		case 'code': {
			const { text, lang } = token as Tokens.Code
			return [lang ? `Code, ${lang}:` : 'Code:', ...text.split('\n'), 'End of code.']
		}
		case 'table':
			return tableLines(token as Tokens.Table)
		case 'list':
			return listLines(token as Tokens.List)
		case 'blockquote':
			return [`Quote: ${spokenMarkdown((token as Tokens.Blockquote).text).join(' ')}`]
		case 'heading':
			return [`Heading: ${words((token as Tokens.Heading).text)}`]
		default:
			return words('text' in token && typeof token.text === 'string' ? token.text : token.raw).split('\n')
	}
}

function words(markdown: string): string {
	return markdown
		.split('\n')
		.map(line => plainText(inlineSpans(line)))
		.join('\n')
}

/** Each cell says what it is about. */
function tableLines({ header, rows }: Tokens.Table): readonly string[] {
	return rows.flatMap((cells, index) => [
		...(rows.length > 1 ? [`Row ${index + 1} of ${rows.length}`] : []),
		...cells.map((cell, column) => `${words(header[column]?.text ?? '')}: ${words(cell.text)}`),
	])
}

function listLines({ items, ordered, start }: Tokens.List, depth = 0): readonly string[] {
	return items.flatMap(({ tokens, task, checked }, index) => {
		const mark = ordered ? `${(Number(start) || 1) + index}. ` : '- '
		const done = task ? (checked ? 'done: ' : 'to do: ') : ''
		const lines = tokens.flatMap(token =>
			token.type === 'list' ? listLines(token as Tokens.List, depth + 1) : spoken(token),
		)
		const [first = '', ...more] = lines
		return [`${'  '.repeat(depth)}${mark}${done}${first}`, ...more]
	})
}
