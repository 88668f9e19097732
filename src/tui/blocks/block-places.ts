// The places a block names: addresses of pages, and files, with a line where one is told.

import type { Block } from '../state/view-block.ts'
import { withPlaces } from '../text/link.ts'
import { span } from '../text/spans.ts'
import { searchText } from './block-text.ts'

export type BlockPlace =
	| { kind: 'page'; url: string }
	/** `line`: from 1. */
	| { kind: 'file'; path: string; line: number }

/**
 * Each once, in the order in which they are named.
 * @param isFile - of a path as it is written; what only looks like one is left out
 */
export function placesOf(block: Block, isFile: (path: string) => boolean): readonly BlockPlace[] {
	const text = searchText(block)
	const found = [...touchedFiles(block), ...text.split('\n').flatMap(line => placesInLine(line, isFile))]
	const known = new Map<string, BlockPlace>()
	for (const place of found) if (!known.has(placeName(place))) known.set(placeName(place), place)
	// A file is named with its line or without one; where it is both, the line says more.
	const lined = new Set(found.flatMap(place => (place.kind === 'file' && place.line > 1 ? [place.path] : [])))
	return [...known.values()]
		.filter(place => place.kind === 'page' || place.line > 1 || !lined.has(place.path))
		.slice(0, MOST_PLACES)
}

export function placeName(place: BlockPlace): string {
	if (place.kind === 'page') return place.url
	return place.line > 1 ? `${place.path}:${place.line}` : place.path
}

function touchedFiles(block: Block): readonly BlockPlace[] {
	const calls = block.kind === 'call' ? [block.call] : block.kind === 'group' ? block.calls : []
	return calls.flatMap(({ result }) => {
		const { detail } = result ?? {}
		if (detail?.type !== 'files') return []
		const line = Number(/^@@ -\d+(?:,\d+)? \+(\d+)/m.exec(detail.diff ?? '')?.[1] ?? 1)
		return detail.seen.map(({ path }) => ({ kind: 'file', path, line: Math.max(1, line) }) as const)
	})
}

function placesInLine(line: string, isFile: (path: string) => boolean): readonly BlockPlace[] {
	const places: [number, BlockPlace][] = []
	for (const match of line.matchAll(PAGE)) {
		const url = withoutEnd(match[0])
		if (URL.canParse(url)) places.push([match.index, { kind: 'page', url }])
	}
	const rest = line.replaceAll(PAGE, page => ' '.repeat(page.length))
	let at = 0
	for (const { text, style } of withPlaces([span(rest)])) {
		const { link } = style
		if (link && 'path' in link && isFile(link.path))
			places.push([at, { kind: 'file', path: link.path, line: Math.max(1, link.line ?? 1) }])
		else
			for (const match of text.matchAll(WORD))
				if (mayBeName(match[0]) && isFile(match[0]))
					places.push([at + match.index, { kind: 'file', path: match[0], line: 1 }])
		at += text.length
	}
	return places.toSorted(([a], [b]) => a - b).map(([, place]) => place)
}

/** Of what is not in the folder nobody knows whether it is there: an ending says that it is a file. */
function mayBeName(word: string): boolean {
	return !/^[/~.]/.test(word) || /\/[^/]+\.\w{1,8}$/.test(word)
}

/** What ends a sentence, and a bracket that was opened before it, are not of the address. */
function withoutEnd(url: string): string {
	const end = url.replace(/[.,;:!?'"]+$/, '')
	return end.endsWith(')') && !end.includes('(') ? withoutEnd(end.slice(0, -1)) : end
}

const PAGE = /\bhttps?:\/\/[^\s<>"`\]}|\\^]+/gi
/** What may be the name of a file among words. */
const WORD = /(?<![\w@:/.~+-])[\w@+./~-]+\w/g
const MOST_PLACES = 100
