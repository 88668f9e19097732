// Says what a folder is from what describes it: its README, its manifest, its instructions, its folders.

import { parseJson } from '../../core/json.ts'
import { code, codeList } from './markdown.ts'
import type { DemoToolResult, SoFar } from './so-far.ts'
import { openingWords } from './source-text.ts'
import { folderNames, linesOf, type NumberedLine, namesIn, successfulOutputs } from './tool-output.ts'

export function answerOverview(soFar: SoFar): string {
	const reads = successfulOutputs(soFar.results, 'read').map(result => ({
		path: String(result.input.path),
		lines: linesOf(result),
	}))
	const find = (pattern: RegExp) => reads.find(({ path }) => pattern.test(path))
	const readme = find(/^readme/i)
	const manifest = find(/^package\.json$/i)
	const others = reads.filter(file => file !== readme && file !== manifest)
	const sections = [
		readme && aboutReadme(readme),
		manifest && aboutManifest(manifest),
		...others.map(aboutOther),
		layout(soFar),
		files(soFar),
	].filter(section => section !== undefined)
	if (sections.length === 0) return 'Nothing was found here: no file and no folder.'
	return sections.join('\n\n')
}

type Source = { path: string; lines: readonly NumberedLine[] }

function aboutReadme({ path, lines }: Source): string | undefined {
	const title = lines.find(line => /^#\s+\S/.test(line.text))
	const opening = openingWords(path, lines)
	// That it is there is among the files; what it says is not to be had from its first lines.
	if (!opening)
		return (
			title &&
			`## ${title.text.replace(/^#\s+/, '').trim()}\n\n${code(`${path}:${title.number}`)} says no more than that at its beginning.`
		)
	const name = title ? `## ${title.text.replace(/^#\s+/, '').trim()}\n\n` : ''
	const chapters = lines.filter(line => /^##\s+\S/.test(line.text)).slice(0, 8)
	const names = chapters.map(line => `${line.text.replace(/^##\s+/, '').trim()} (${line.number})`).join(', ')
	const contents = chapters.length > 0 ? `\n\nIts chapters: ${names}.` : ''
	return `${name}${code(`${path}:${opening.number}`)} says:\n\n> ${opening.text}${contents}`
}

const MOST_SCRIPTS = 8

/** Read line by line rather than as JSON: the file may be cut, and the lines are what is cited. */
function aboutManifest({ path, lines }: Source): string | undefined {
	const field = (name: string) => {
		const line = lines.find(({ text }) => new RegExp(`^\\s{0,4}"${name}"\\s*:\\s*"`).test(text))
		const value = line && /:\s*("(?:[^"\\]|\\.)*")/.exec(line.text)?.[1]
		return line && value ? { value: meant(value), line: line.number } : undefined
	}
	const name = field('name')
	const description = field('description')
	const head = name
		? `${code(`${path}:${name.line}`)} is the package **${name.value}**${description ? `: ${description.value}` : '.'}`
		: undefined
	const scripts = block('scripts', lines).slice(0, MOST_SCRIPTS)
	const rows = scripts.map(
		({ key, value, number }) => `| ${cell(`npm run ${key}`)} | ${cell(value)} | ${number} |`,
	)
	const table =
		rows.length > 0 ? ['| script | runs | line |', '|---|---|---|', ...rows].join('\n') : undefined
	const dependencies = block('dependencies', lines).map(({ key }) => key)
	const uses = dependencies.length > 0 ? `It uses ${codeList(dependencies.slice(0, 12))}.` : undefined
	return [head, table, uses].filter(part => part !== undefined).join('\n\n') || undefined
}

/** A text of JSON as it is meant: `\\"` is a quote. */
function meant(written: string): string {
	const value = parseJson(written)
	return typeof value === 'string' ? value : written.slice(1, -1)
}

/** What parts the cells of a table is escaped, also in code. */
function cell(text: string): string {
	return code(text).replaceAll('|', '\\|')
}

function block(
	name: string,
	lines: readonly NumberedLine[],
): { key: string; value: string; number: number }[] {
	const start = lines.findIndex(({ text }) => new RegExp(`^\\s*"${name}"\\s*:\\s*{\\s*$`).test(text))
	if (start < 0) return []
	const rest = lines.slice(start + 1)
	const end = rest.findIndex(({ text }) => /^\s*}/.test(text))
	return rest.slice(0, end < 0 ? rest.length : end).flatMap(({ text, number }) => {
		const [, key, value] = /^\s*"([^"]+)"\s*:\s*("(?:[^"\\]|\\.)*")/.exec(text) ?? []
		return key === undefined || value === undefined ? [] : [{ key, value: meant(value), number }]
	})
}

function aboutOther({ path, lines }: Source): string | undefined {
	const opening = openingWords(path, lines)
	return opening && `${code(`${path}:${opening.number}`)}: ${opening.text}`
}

const MOST_FILES = 14

function files(soFar: SoFar): string | undefined {
	const names = folderNames(soFar.results).filter(name => !name.endsWith('/'))
	if (names.length === 0) return undefined
	const more = names.length > MOST_FILES ? ` and ${names.length - MOST_FILES} more` : ''
	return `**Files**: ${codeList(names.slice(0, MOST_FILES))}${more}`
}

function layout(soFar: SoFar): string | undefined {
	const folders = folderNames(soFar.results).filter(name => name.endsWith('/'))
	if (folders.length === 0) return undefined
	const inside = new Map(
		successfulOutputs(soFar.results, 'list').map((result: DemoToolResult) => [
			result.input.path,
			namesIn(result.text),
		]),
	)
	const rows = folders.map(folder => {
		const names = inside.get(folder) ?? []
		return names.length > 0 ? `- ${code(folder)}: ${codeList(names.slice(0, 14))}` : `- ${code(folder)}`
	})
	return `**Folders**\n\n${rows.join('\n')}`
}
