// The few pieces of Markdown the answers are made of.

import type { NumberedLine } from './tool-output.ts'

export function code(text: string): string {
	return text.includes('`') ? `\`\` ${text} \`\`` : `\`${text}\``
}

export function codeList(names: readonly string[]): string {
	return names.map(code).join(', ')
}

/** A fence that the text inside cannot close. */
export function fence(text: string, language: string): string {
	const longest = Math.max(2, ...(text.match(/`+/g) ?? []).map(run => run.length))
	const marks = '`'.repeat(longest + 1)
	return `${marks}${language}\n${text}\n${marks}`
}

/** Lines as they stand in their file, with their place above them. */
export function excerpt(path: string, lines: readonly NumberedLine[]): string {
	const [first, last] = [lines[0]?.number ?? 1, lines.at(-1)?.number ?? 1]
	const place = first === last ? `${path}:${first}` : `${path}:${first}-${last}`
	return `${code(place)}\n\n${fence(lines.map(line => line.text).join('\n'), languageOf(path))}`
}

/** Cut at a character, never in one. */
export function shorten(text: string, limit: number): string {
	return text.length > limit ? `${text.slice(0, limit).replace(/[\ud800-\udbff]$/, '')}…` : text
}

export function languageOf(path: string): string {
	const ending = /\.(\w+)$/.exec(path)?.[1]?.toLowerCase() ?? ''
	return LANGUAGES[ending] ?? ending
}

const LANGUAGES: Record<string, string> = {
	cjs: 'js',
	mjs: 'js',
	cts: 'ts',
	mts: 'ts',
	rs: 'rust',
	py: 'python',
	rb: 'ruby',
	sh: 'bash',
	yml: 'yaml',
	md: 'markdown',
	txt: '',
}
