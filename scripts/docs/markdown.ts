// Markdown for generated pages: tables, code, and the line that says where a page comes from.

export const MADE_FROM = (source: string) =>
	`<!-- Made by \`npm run docs\` from ${source}. Change it there, then run that. -->\n`

export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
	return [head, head.map(() => '---'), ...rows].map(cells => `| ${cells.join(' | ')} |\n`).join('')
}

/** A bar would end the cell, also within a code span. */
export function code(text: string): string {
	return text === '' ? '' : `\`${text.replaceAll('|', '\\|')}\``
}

/** Text as it is: nothing in it is a mark. */
export function cell(text: string): string {
	return text.replaceAll(/[|*<]/g, mark => (mark === '<' ? '&lt;' : `\\${mark}`))
}
