// Colours for the code in a diff, by the name of its file.

import type { CodeColours } from '../../diff/file-colours.ts'
import type { Highlighter } from './highlight.ts'

export function codeColours(highlighter: Highlighter): CodeColours {
	return path => highlighter.whole(languageOf(path))
}

/** A name's ending is a language's name or one of its others, but for a few. */
function languageOf(path: string): string {
	const name = path.slice(path.lastIndexOf('/') + 1).toLowerCase()
	const dot = name.lastIndexOf('.')
	const ending = dot === -1 ? name : name.slice(dot + 1)
	return OTHERWISE_CALLED[name] ?? OTHERWISE_CALLED[ending] ?? ending
}

const OTHERWISE_CALLED: Readonly<Record<string, string>> = {
	bashrc: 'bash',
	profile: 'bash',
	zshrc: 'bash',
	rakefile: 'ruby',
	gemfile: 'ruby',
	cshtml: 'xml',
	vue: 'xml',
	svelte: 'xml',
	astro: 'xml',
	gradle: 'kotlin',
	sbt: 'kotlin',
	mk: 'makefile',
	pyi: 'python',
	psm1: 'powershell',
	markdown: 'markdown',
	webmanifest: 'json',
	json5: 'json',
	lock: 'yaml',
	cfg: 'ini',
	conf: 'ini',
	editorconfig: 'ini',
	gitconfig: 'ini',
}
