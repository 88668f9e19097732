// What a loaded page is to a model: HTML as Markdown, text as it is, JSON with line breaks, a picture as a picture.

import { advice, problem } from '../../core/problems/problem.ts'
import type { Problem } from '../../core/tool.ts'
import { binaryKind, type ImageKind, imageKind, MAX_IMAGE_BYTES } from '../files/file-kind.ts'
import { decodeText } from './charset.ts'
import { convertPage } from './html/convert-page.ts'
import type { LoadedPage } from './load-page.ts'
import { spacedJson } from './spaced-json.ts'

/** `notes`: whole sentences about how it was read. */
export type PageContent =
	| { kind: 'text'; text: string; title?: string | undefined; notes: readonly string[] }
	| { kind: 'image'; image: ImageKind; bytes: Uint8Array }
	| { kind: 'unreadable'; why: Problem }

export async function pageContent(page: LoadedPage, signal: AbortSignal): Promise<PageContent> {
	const { bytes, isCut } = page
	const image = imageKind(bytes)
	if (image) {
		const fits = !isCut && bytes.length <= MAX_IMAGE_BYTES
		return fits ? { kind: 'image', image, bytes } : unreadable(page, `a ${image.name}`)
	}
	if (isBinary(page)) return unreadable(page, kindOf(bytes))
	const text = decodeText(bytes, page.charset)
	const notes = isCut ? [`Only its first ${bytes.length} bytes were read, because it is longer.`] : []
	if (!isHtml(page, text)) return { kind: 'text', text: isJson(page) ? spacedJson(text) : text, notes }
	const { title, text: markdown, flatBecause } = await convertPage({ html: text, url: page.url.href }, signal)
	return {
		kind: 'text',
		text: markdown,
		title,
		notes: [
			...notes,
			...(flatBecause === undefined ? [] : [`It is plain text without its layout: ${flatBecause}.`]),
			...(markdown.trim() === '' && text.trim() !== '' ? [SCRIPTED] : []),
		],
	}
}

const SCRIPTED = 'The page has no text of its own; its scripts make it, and they are not run here.'

function unreadable({ bytes, isCut }: LoadedPage, what: string): PageContent {
	const size = isCut ? `more than ${bytes.length}` : `${bytes.length}`
	const way = what.includes('PDF') ? ' Saved to a file, pdftotext can read it where it is installed.' : ''
	return {
		kind: 'unreadable',
		why: problem`It is ${what} of ${size} bytes, which cannot be shown as text.${advice(way)}`,
	}
}

/**
 * A PDF is not read: pdf.js, the one library that does it well, is 1.7 MB, more than the package has room for. Its pages
 * are counted where they are not packed away.
 */
function kindOf(bytes: Uint8Array): string {
	const kind = binaryKind(bytes)
	if (!kind.includes('PDF')) return kind
	const text = Buffer.from(bytes).toString('latin1')
	const pages = text.match(/\/Type\s*\/Page(?![a-zA-Z])/g)?.length ?? 0
	const count = Math.max(
		pages,
		...[...text.matchAll(/\/Count\s+(\d{1,6})\b/g)].map(([, digits]) => Number(digits)),
	)
	return count > 0 ? `${kind} with ${count} ${count === 1 ? 'page' : 'pages'} and` : kind
}

const TEXT =
	/^text\/|[/+](?:json|xml|yaml|toml|javascript|ecmascript|typescript|sql|graphql)$|^application\/(?:x-)?(?:ndjson|sh|yaml|www-form-urlencoded|json-seq)$/

function isBinary({ bytes, mediaType, charset }: LoadedPage): boolean {
	const begin = bytes.subarray(0, 2)
	const isWide = /^utf-?16/i.test(charset ?? '') || begin.equals(LITTLE) || begin.equals(BIG)
	if (isWide && TEXT.test(mediaType)) return false
	return bytes.subarray(0, 8_192).includes(0) || bytes.subarray(0, 5).toString('latin1') === '%PDF-'
}

const LITTLE = Buffer.of(0xff, 0xfe)
const BIG = Buffer.of(0xfe, 0xff)

/** Servers that say `text/plain` of everything mean HTML, unless they say that they mean it. */
function isHtml({ mediaType, isTypeCertain }: LoadedPage, text: string): boolean {
	if (/^(?:text\/html|application\/xhtml\+xml)$/.test(mediaType)) return true
	const mayBe = mediaType === '' || mediaType === 'application/octet-stream' || mediaType === 'text/plain'
	return (
		mayBe &&
		!isTypeCertain &&
		/^\s*(?:<\?xml[^>]*>\s*)?(?:<!doctype html|<html[\s>])/i.test(text.slice(0, 1_000))
	)
}

function isJson({ mediaType }: LoadedPage): boolean {
	return /[/+]json$/.test(mediaType)
}
