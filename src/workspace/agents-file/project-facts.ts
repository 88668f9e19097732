// What the files of a project say of it: how it is built, tested and laid out, for an AGENTS.md that nobody had to think up.

import { basename, join } from 'node:path'
import type { Files } from '../../core/host.ts'
import { walk } from '../../safety/paths/walk.ts'
import { commandsOf, type ProjectCommand, type ReadText } from './project-commands.ts'

export type ProjectFacts = {
	name: string
	description: string | undefined
	commands: readonly ProjectCommand[]
	layout: readonly LayoutRow[]
	/** Files that say what a server runs on a change, and the commands in them. */
	checks: readonly { file: string; commands: readonly string[] }[]
	/** What else somebody new should read. */
	reading: readonly string[]
}

/** `path` ends in a slash; `kinds`: of its files, the commonest first. */
export type LayoutRow = { path: string; fileCount: number; kinds: readonly string[] }

/** @param root - a real path */
export async function projectFacts(root: string, files: Files, signal: AbortSignal): Promise<ProjectFacts> {
	const found = await walk(root, files, signal)
	const names = found.files.map(path => path.slice(root.length + 1)).sort()
	const read: ReadText = async name => {
		if (!names.includes(name)) return undefined
		const bytes = await files.read(join(root, name)).catch(() => undefined)
		return bytes && bytes.length <= LIMIT_BYTES ? new TextDecoder().decode(bytes) : undefined
	}
	const top = names.filter(name => !name.includes('/'))
	const { commands, name, description } = await commandsOf(top, read)
	return {
		name: name ?? basename(root),
		description: description ?? (await fromReadme(top, read)),
		commands,
		layout: layoutOf(names),
		checks: await checksOf(names, read),
		reading: READING.flatMap(each => top.find(file => file.toLowerCase() === each.toLowerCase()) ?? []),
	}
}

const LIMIT_BYTES = 256 * 1024
const READING = ['README.md', 'CONTRIBUTING.md', 'ARCHITECTURE.md', 'CLAUDE.md', '.editorconfig']

/** The first paragraph that is prose. */
async function fromReadme(top: readonly string[], read: ReadText): Promise<string | undefined> {
	const file = top.find(name => /^readme(?:\.(?:md|rst|txt))?$/i.test(name))
	const text = file && (await read(file))
	const paragraphs = (text ?? '').split(/\n\s*\n/).map(each => each.replace(/\s+/g, ' ').trim())
	return (
		paragraphs.find(each => /^[\p{L}*_`"][^|]*\w{3,}.*[.!:]/u.test(each) && !each.includes('![')) || undefined
	)
}

function layoutOf(names: readonly string[]): readonly LayoutRow[] {
	const first = foldersOf(names, 1)
	const shown = first.filter(({ path }) => !path.startsWith('.'))
	// Of a folder that holds most of everything, what is in it says more.
	return shown.flatMap(row => {
		const inside = foldersOf(
			names.filter(name => name.startsWith(row.path)),
			2,
		)
		return [row, ...(row.fileCount >= LARGE && inside.length <= MOST_ROWS ? inside : [])]
	})
}

const LARGE = 20
const MOST_ROWS = 20

function foldersOf(names: readonly string[], depth: number): readonly LayoutRow[] {
	const byFolder = new Map<string, string[]>()
	for (const name of names) {
		const steps = name.split('/')
		if (steps.length <= depth) continue
		const folder = `${steps.slice(0, depth).join('/')}/`
		const inside = byFolder.get(folder) ?? []
		inside.push(name)
		byFolder.set(folder, inside)
	}
	const rows = [...byFolder].map(([path, inside]) => ({
		path,
		fileCount: inside.length,
		kinds: kindsOf(inside),
	}))
	return rows.slice(0, 3 * MOST_ROWS)
}

function kindsOf(names: readonly string[]): readonly string[] {
	const counts = new Map<string, number>()
	for (const name of names) {
		const kind = /\.[a-z0-9]{1,6}$/i.exec(name)?.[0]?.toLowerCase()
		if (kind) counts.set(kind, (counts.get(kind) ?? 0) + 1)
	}
	const sorted = [...counts].sort(([, a], [, b]) => b - a)
	return sorted.slice(0, 3).map(([kind]) => kind)
}

async function checksOf(names: readonly string[], read: ReadText): Promise<ProjectFacts['checks']> {
	const files = names.filter(name =>
		/^(?:\.github\/workflows\/[^/]+\.ya?ml|\.gitlab-ci\.yml|\.circleci\/config\.yml|azure-pipelines\.yml|\.travis\.yml|Jenkinsfile|bitbucket-pipelines\.yml)$/.test(
			name,
		),
	)
	return Promise.all(
		files.slice(0, 8).map(async file => ({ file, commands: runLines((await read(file)) ?? '') })),
	)
}

/** One-line steps (`run: npm test`, `- npm test` of a script): longer ones are better read where they stand. */
function runLines(text: string): readonly string[] {
	const lines = text.split('\n').flatMap(line => {
		const [, command] = /^\s*(?:-\s+)?(?:run|script|command):\s*([^|>\s#][^#]*?)\s*$/.exec(line) ?? []
		return command && !command.includes('${{') ? [command.replace(/^(["'])(.*)\1$/, '$2')] : []
	})
	return [...new Set(lines)].slice(0, 8)
}
