// The address of a link as the terminal gets it (OSC 8): that of a page, or that of an editor for a place in a file.

import { hostname } from 'node:os'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { TextLink } from '../text/theme.ts'
import { type TerminalEnvironment, takesSequences } from './terminal-kind.ts'

export type AddressInput = {
	/** Of the session; until it is known, places in files lead nowhere. */
	cwd: string | undefined
	environment: TerminalEnvironment
	/** `screen.editorLinks`. */
	editorLinks: string
}

/** @returns undefined where the text is to stay text */
export function addressOf(link: TextLink, input: AddressInput): string | undefined {
	const { environment, editorLinks } = input
	// GNU screen writes what it does not know.
	if (!takesSequences(environment) || environment.STY !== undefined) return undefined
	const address =
		'url' in link ? asUrl(link.url) : editorLinks === 'off' ? undefined : placeAddress(link, input)
	return address !== undefined && address.length <= MOST_CHARACTERS && PRINTABLE.test(address)
		? address
		: undefined
}

function asUrl(url: string): string | undefined {
	return URL.canParse(url) ? new URL(url).href : undefined
}

function placeAddress(
	{ path, line, column }: Extract<TextLink, { path: string }>,
	{ cwd, environment, editorLinks }: AddressInput,
): string | undefined {
	const { HOME } = environment
	const fromHome = path.startsWith('~/') && HOME !== undefined ? `${HOME}${path.slice(1)}` : path
	if (cwd === undefined && !fromHome.startsWith('/')) return undefined
	const file = pathToFileURL(resolve(cwd ?? '/', fromHome))
	const position = line === undefined ? '' : `:${line}${column === undefined ? '' : `:${column}`}`
	switch (editorLinks) {
		case 'auto':
		case 'file': {
			// kitty and VS Code go to a line; what others do with it is to look for a file of that name.
			const goesToLine = environment.KITTY_WINDOW_ID !== undefined || environment.TERM_PROGRAM === 'vscode'
			const fragment = goesToLine && line !== undefined ? `#${line}` : ''
			// With the machine's name, so that a terminal at the other end of a connection does not open a file of its own.
			const host = environment.TERM_PROGRAM === 'vscode' ? '' : hostname()
			return `file://${host}${file.pathname}${fragment}`
		}
		case 'vscode':
		case 'vscode-insiders':
		case 'cursor':
		case 'windsurf':
		case 'zed':
			return `${editorLinks}://file${file.pathname}${position}`
		case 'idea':
			return `idea://open?file=${encodeURIComponent(decodeURIComponent(file.pathname))}&line=${line ?? 1}`
		default:
			return editorLinks
				.replaceAll('{path}', file.pathname)
				.replaceAll('{line}', String(line ?? 1))
				.replaceAll('{column}', String(column ?? 1))
	}
}

/** Some terminals take no longer one. */
const MOST_CHARACTERS = 2000
const PRINTABLE = /^[!-~]+$/
