// The outline of one file: its language by its name or first line, and the symbols in it.

import { extname } from 'node:path'
import { BYTE_ORDER_MARK, splitLines } from '../files/text-file.ts'
import { headings } from './headings.ts'
import { languageOf } from './languages.ts'
import { type CodeSymbol, symbolsIn } from './symbols.ts'

export type Outline = { lineCount: number; language: string; symbols: readonly CodeSymbol[] }

/** @returns undefined when the language is not known */
export function outlineOf(path: string, text: string): Outline | undefined {
	const plain = text.startsWith(BYTE_ORDER_MARK) ? text.slice(1) : text
	const lines = splitLines(plain).map(line => line.text)
	const extension = extname(path).toLowerCase().slice(1)
	const language = languageOf(extension, lines[0] ?? '')
	if (!language) return undefined
	const symbols = language.blocks === 'headings' ? headings(lines) : symbolsIn(lines, language)
	return { lineCount: lines.length, language: language.name, symbols }
}
