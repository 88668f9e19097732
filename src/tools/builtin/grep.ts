// Searches file contents.

import { join, relative } from 'node:path'
import { advice, problem } from '../../core/problems/problem.ts'
import { failedResult, okResult, resultWithout } from '../../core/tool.ts'
import { compileGlob } from '../../safety/paths/glob-pattern.ts'
import { type ResolvedPath, secretIn, shownPath, type Workspace } from '../../safety/paths/paths.ts'
import { secretFile } from '../../safety/paths/protected-paths.ts'
import { hiddenPlaces } from '../../safety/permissions/hidden-places.ts'
import type { Tool } from '../executor/tool.ts'
import { defineReadingTool, type FileToolDeps } from '../files/reading-tool.ts'
import { findRipgrep } from '../search/ripgrep.ts'
import { type FoundFile, MAX_SEARCHED_BYTES, search } from '../search/search.ts'
import { readSearchPattern } from '../search/search-pattern.ts'

export type GrepInput = {
	pattern: string
	path?: string
	glob?: string
	ignore_case?: boolean
	context?: number
}

/** @param ripgrep - gives the program to start, at each search; undefined searches without one */
export function createGrepTool(deps: FileToolDeps, ripgrep: () => string | undefined = findRipgrep): Tool {
	return defineReadingTool<GrepInput>(
		{
			name: 'grep',
			kind: 'search',
			hidesDenied: true,
			description:
				'Searches file contents with a regular expression, line by line; look-around and back-references are not ' +
				'supported. Leaves out binary files, files with secrets and what .gitignore names. Gives `path:line: text` for matches and ' +
				'`path-line- text` for context lines.',
			inputSchema: {
				type: 'object',
				properties: {
					pattern: { type: 'string', minLength: 1 },
					path: { type: 'string', description: 'File or folder; default: the working folder' },
					glob: { type: 'string', description: 'Only these files, e.g. *.ts or src/**/*.{ts,tsx}' },
					ignore_case: { type: 'boolean' },
					context: { type: 'integer', minimum: 0, maximum: 20, description: 'Lines around each match' },
				},
				required: ['pattern'],
				additionalProperties: false,
			},
			subject: ({ pattern, path }) => (path === undefined ? pattern : `${pattern} in ${path}`),
			async run(input, place, { host, signal }) {
				const pattern = readSearchPattern(input.pattern)
				if ('problem' in pattern) return failedResult(pattern.problem)
				const wants = fileFilter(input.glob, place, deps.workspace)
				if (!wants) return failedResult(`the glob ${input.glob} has a bracket or brace that is not closed`)
				const stat = await host.files.stat(place.real)
				if (stat === undefined) return failedResult(`there is no file or folder ${place.shown}`)
				const { kind, sizeBytes } = stat
				if (kind === 'file' && sizeBytes > MAX_SEARCHED_BYTES)
					return failedResult(
						problem`${place.shown} has ${sizeBytes} bytes, more than the ${MAX_SEARCHED_BYTES} this looks through${advice('; use grep -n in the shell, and read with offset')}`,
					)
				const hidden = kind === 'folder' ? await hiddenPlaces(place, deps, host.files) : undefined
				const counted = hidden?.countAll(signal)
				const found = await search(
					{
						pattern,
						ignoreCase: input.ignore_case ?? false,
						context: input.context ?? 0,
						path: place.real,
						wants: path => wants(path) && !hidden?.hides(path),
					},
					{ host, signal, ripgrep: ripgrep() },
				)
				await counted
				if (signal.aborted) return resultWithout('cancelled', 'the search was stopped')
				if ('problem' in found) return failedResult(found.problem)
				const count = found.files.reduce((sum, file) => sum + matchesIn(file), 0)
				const text = report(found.files, { count, place, workspace: deps.workspace })
				const whole = [text, ...(hidden?.notes() ?? [])].join('\n')
				return okResult(whole, { type: 'counted', count, unit: count === 1 ? 'match' : 'matches' })
			},
		},
		deps,
	)
}

/**
 * Without a slash a glob is about names, anywhere below, and behind `!` it says what is left out, as in ripgrep. A file
 * with secrets is only searched when it is named itself.
 */
function fileFilter(
	glob: string | undefined,
	place: ResolvedPath,
	workspace: Workspace,
): ((path: string) => boolean) | undefined {
	const matches = glob === undefined ? () => true : wantedBy(glob)
	if (!matches) return undefined
	return path => {
		const below = relative(place.real, path)
		if (below === '') return true
		const found = { path: join(place.path, below), real: path }
		return matches(below) && secretFile(below) === undefined && secretIn(found, workspace) === undefined
	}
}

function wantedBy(glob: string): ((path: string) => boolean) | undefined {
	const isLeftOut = glob.startsWith('!')
	const named = isLeftOut ? glob.slice(1) : glob
	const matches = compileGlob(named.includes('/') ? named : `**/${named}`)
	return matches && (path => matches(path) !== isLeftOut)
}

const MAX_LINES = 400
const MAX_BYTES = 30_000
const MAX_LINE_CHARACTERS = 400

function report(
	files: readonly FoundFile[],
	{ count, place, workspace }: { count: number; place: ResolvedPath; workspace: Workspace },
): string {
	if (count === 0) return 'nothing found'
	const lines = files.flatMap(file => formatMatches(file, shownPath(shownFrom(file.path, place), workspace)))
	let bytes = 0
	const shown = lines.slice(0, MAX_LINES).filter(line => {
		bytes += Buffer.byteLength(line) + 1
		return bytes <= MAX_BYTES
	})
	if (shown.length === lines.length) return shown.join('\n')
	const total = `${count} ${count === 1 ? 'match' : 'matches'} in ${files.length} ${files.length === 1 ? 'file' : 'files'}`
	return `${shown.join('\n')}\n[the first ${shown.length} of ${lines.length} lines; ${total}. Narrow the search to see more.]`
}

/** As it was asked for, so that what is found behind a link can be opened by the name the model used. */
function shownFrom(path: string, place: ResolvedPath): string {
	const below = relative(place.real, path)
	return below === '' ? place.path : `${place.path}/${below}`
}

function formatMatches(file: FoundFile, name: string): string[] {
	const hasContext = file.lines.some(({ isMatch }) => !isMatch)
	return file.lines.flatMap((line, index) => {
		const sign = line.isMatch ? ':' : '-'
		const isGap = hasContext && index > 0 && line.number !== file.lines[index - 1]!.number + 1
		const text =
			line.text.length > MAX_LINE_CHARACTERS ? `${line.text.slice(0, MAX_LINE_CHARACTERS)}…` : line.text
		const shown = `${name}${sign}${line.number}${sign} ${text}`
		return isGap ? ['--', shown] : [shown]
	})
}

function matchesIn(file: FoundFile): number {
	return file.lines.filter(({ isMatch }) => isMatch).length
}
