// An AGENTS.md from facts alone: short, and nothing in it that was not found.

import type { ProjectCommand } from './project-commands.ts'
import type { LayoutRow, ProjectFacts } from './project-facts.ts'

export function agentsMarkdown(facts: ProjectFacts): string {
	const { name, description, commands, layout, checks, reading } = facts
	const parts = [
		`# ${name}`,
		description,
		commands.length > 0 ? list('## Commands', commandRows(commands)) : undefined,
		layout.length > 0 ? list('## Layout', layout.map(layoutRow)) : undefined,
		checks.length > 0 ? list('## What runs on a change', checks.map(checkRow)) : undefined,
		reading.length > 0 ? `Read first: ${reading.map(code).join(', ')}.` : undefined,
	]
	return `${parts.filter(part => part !== undefined).join('\n\n')}\n`
}

/** The usual ones first, in the order in which they are needed. */
const ORDER = ['install', 'build', 'test', 'one test file', 'one test', 'types', 'lint', 'format', 'run']

function commandRows(commands: readonly ProjectCommand[]): readonly string[] {
	const rank = ({ what }: ProjectCommand) => (ORDER.includes(what) ? ORDER.indexOf(what) : ORDER.length)
	return [...commands].sort((a, b) => rank(a) - rank(b)).map(commandRow)
}

function commandRow({ what, command, note }: ProjectCommand): string {
	const title = what.charAt(0).toUpperCase() + what.slice(1)
	return `- ${title}: ${code(command)}${note ? ` (${code(note)})` : ''}`
}

function layoutRow({ path, fileCount, kinds }: LayoutRow): string {
	const depth = path.split('/').length - 2
	const what = `${fileCount} ${fileCount === 1 ? 'file' : 'files'}${kinds.length > 0 ? `, ${kinds.join(' ')}` : ''}`
	return `${'  '.repeat(depth)}- ${code(path)}: ${what}`
}

function checkRow({ file, commands }: ProjectFacts['checks'][number]): string {
	return `- ${code(file)}${commands.length > 0 ? `: ${commands.map(code).join(', ')}` : ''}`
}

function list(title: string, rows: readonly string[]): string {
	return `${title}\n\n${rows.join('\n')}`
}

function code(text: string): string {
	return text.includes('`') ? `\`\` ${text} \`\`` : `\`${text}\``
}
