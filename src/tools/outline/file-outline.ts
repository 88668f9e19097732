// The outline of one file: its language by its name or first line, and the symbols in it.

import { BYTE_ORDER_MARK, splitLines } from '../files/text-file.ts'
import { headings } from './headings.ts'
import { languageOf } from './languages.ts'
import { type CodeSymbol, symbolsIn } from './symbols.ts'
import { grammarOf, syntaxSymbols } from './syntax-symbols.ts'
import type { Syntax } from './tree-sitter.ts'

export type Outline = { lineCount: number; language: string; symbols: readonly CodeSymbol[] }

/**
 * By its syntax tree where there is one, else by its lines.
 * @param syntax - undefined where tree-sitter is not installed
 * @returns undefined when the language is not known
 */
export async function readOutline(
	path: string,
	text: string,
	syntax: () => Promise<Syntax | undefined>,
): Promise<Outline | undefined> {
	const grammar = grammarOf(extensionOf(path))
	// A grammar that cannot be loaded is as good as none.
	const opened = grammar === undefined ? undefined : await syntax().catch(() => undefined)
	if (!opened || grammar === undefined) return outlineOf(path, text)
	const lines = linesOf(text)
	const language = languageOf(extensionOf(path), lines[0] ?? '')?.name ?? grammar
	const symbols = await syntaxSymbols(lines, grammar, opened).catch(() => undefined)
	return symbols ? { lineCount: lines.length, language, symbols } : outlineOf(path, text)
}

/** By the lines alone. @returns undefined when the language is not known */
export function outlineOf(path: string, text: string): Outline | undefined {
	const lines = linesOf(text)
	const language = languageOf(extensionOf(path), lines[0] ?? '')
	if (!language) return undefined
	const symbols = language.blocks === 'headings' ? headings(lines) : symbolsIn(lines, language)
	return { lineCount: lines.length, language: language.name, symbols }
}

function linesOf(text: string): readonly string[] {
	const plain = text.startsWith(BYTE_ORDER_MARK) ? text.slice(1) : text
	return splitLines(plain).map(line => line.text)
}

function extensionOf(path: string): string {
	// As `extname` has it: `.bashrc` has none.
	return /[^/\\]\.([^./\\]+)$/.exec(path)?.[1]?.toLowerCase() ?? ''
}
