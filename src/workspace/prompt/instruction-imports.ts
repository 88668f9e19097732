// Which files a Markdown text imports: `@docs/style.md`.

/**
 * Only Markdown and text files count, so that neither `@someone`, `@types/node` nor `@.env` is an import, and
 * nothing inside code does. In the order they are named, each once.
 */
export function importsIn(markdown: string): readonly string[] {
	const prose = markdown.replace(FENCED, '').replace(INLINE_CODE, '')
	return [...new Set(Array.from(prose.matchAll(IMPORT), match => match[1]!))]
}

const FENCED = /^ {0,3}(`{3,}|~{3,})[^\n]*\n[\s\S]*?(?:^ {0,3}\1[`~]*[ \t]*$|(?![\s\S]))/gm
const INLINE_CODE = /(`+)[^`](?:[^\n]*?[^`])?\1(?!`)/g
const IMPORT = /(?<=^|[\s(])@((?:~\/)?[^\s`'"<>():*?|]+\.(?:md|mdc|markdown|txt))(?![\w/-])/gm
