// A session as one page that needs nothing else and does nothing by itself: no script, no request, every text escaped.
// The policy in its head holds that for whoever finds a hole in the escaping.

import { createHash } from 'node:crypto'
import { Marked, type RendererObject } from 'marked'
import { dateOf, type ExportedSession, type ImageRef, type TranscriptEntry } from './entries.ts'
import { PAGE_STYLE } from './page-style.ts'

export type FindImage = (uri: string) => Promise<Uint8Array | undefined>

/** @param findImage - the stored bytes of an image, which become part of the page */
export async function asHtml(session: ExportedSession, findImage: FindImage): Promise<string> {
	const images = new Map<string, string>()
	for (const { mediaType, uri } of session.entries.flatMap(imagesOf)) {
		const bytes = IMAGE_TYPES.has(mediaType) && !images.has(uri) ? await findImage(uri) : undefined
		if (bytes) images.set(uri, `data:${mediaType};base64,${Buffer.from(bytes).toString('base64')}`)
	}
	const facts = session.facts.map(
		([name, value]) => `<dt>${escapeHtml(name)}</dt><dd>${escapeHtml(value)}</dd>`,
	)
	return [
		'<!doctype html>',
		'<html lang="en">',
		'<head>',
		'<meta charset="utf-8">',
		`<meta http-equiv="Content-Security-Policy" content="${POLICY}">`,
		'<meta name="viewport" content="width=device-width, initial-scale=1">',
		'<meta name="referrer" content="no-referrer">',
		'<meta name="color-scheme" content="light dark">',
		`<title>${escapeHtml(session.title)}</title>`,
		`<style>${PAGE_STYLE}</style>`,
		'</head>',
		'<body>',
		`<header><h1>${escapeHtml(session.title)}</h1><dl>${facts.join('')}</dl></header>`,
		'<main>',
		...session.entries.map(entry => entryHtml(entry, images)),
		'</main>',
		'</body>',
		'</html>',
		'',
	].join('\n')
}

/** Only this style, and only images that are in the page. */
const POLICY = [
	"default-src 'none'",
	`style-src 'sha256-${createHash('sha256').update(PAGE_STYLE).digest('base64')}'`,
	'img-src data:',
	"base-uri 'none'",
	"form-action 'none'",
].join('; ')

/** What a browser draws and nothing it runs: SVG is a document of its own. */
const IMAGE_TYPES: ReadonlySet<string> = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp'])

function imagesOf(entry: TranscriptEntry): readonly ImageRef[] {
	return entry.kind === 'prompt' || entry.kind === 'call' ? entry.images : []
}

function entryHtml(entry: TranscriptEntry, images: ReadonlyMap<string, string>): string {
	switch (entry.kind) {
		case 'prompt': {
			const who = { user: 'You', steer: 'You, meanwhile', program: 'Keelson' }[entry.by]
			const head = `<p class="who">${who} · ${escapeHtml(dateOf(entry.at))}</p>`
			return `<section class="prompt">${head}<pre>${escapeHtml(entry.text)}</pre>${imageTags(entry.images, images)}</section>`
		}
		case 'answer':
			return `<section class="answer"><p class="who">${escapeHtml(entry.model)}</p>${markdown.parse(entry.text)}</section>`
		case 'reasoning':
			return `<details class="reasoning"><summary>Reasoning</summary><pre>${escapeHtml(entry.text)}</pre></details>`
		case 'summary':
			return `<details class="reasoning"><summary>Summary</summary><pre>${escapeHtml(entry.text)}</pre></details>`
		case 'call': {
			const { tool, outcome, diff, text } = entry
			const summary = `<summary><b>${escapeHtml(tool)}</b> ${escapeHtml(firstLine(entry.arguments))} <i>${escapeHtml(outcome)}</i></summary>`
			const body = [
				`<pre>${escapeHtml(entry.arguments)}</pre>`,
				diff === undefined ? '' : `<pre class="diff">${diffHtml(diff)}</pre>`,
				text === '' ? '' : `<pre>${escapeHtml(text)}</pre>`,
				imageTags(entry.images, images),
			]
			return `<details class="call">${summary}${body.join('')}</details>`
		}
		case 'note':
			return `<p class="note">${escapeHtml(entry.text)}</p>`
	}
}

function imageTags(refs: readonly ImageRef[], images: ReadonlyMap<string, string>): string {
	return refs
		.map(({ uri }) => {
			const data = images.get(uri)
			return data === undefined ? '<p class="note">[image]</p>' : `<img alt="" src="${escapeHtml(data)}">`
		})
		.join('')
}

function diffHtml(diff: string): string {
	return diff
		.split('\n')
		.map(line => {
			const kind = LINE_KINDS.find(([start]) => line.startsWith(start))?.[1]
			return kind === undefined ? escapeHtml(line) : `<span class="${kind}">${escapeHtml(line)}</span>`
		})
		.join('\n')
}

const LINE_KINDS: readonly (readonly [start: string, kind: string])[] = [
	['+++', 'place'],
	['---', 'place'],
	['@@', 'place'],
	['+', 'added'],
	['-', 'removed'],
]

/** Tags in an answer are words about tags; a link leads where a person chooses to go, and never runs anything. */
const renderer: RendererObject = {
	html: ({ text }) => escapeHtml(text),
	image: ({ href, text }) => escapeHtml(`[image: ${text || href}]`),
	link({ href, tokens }) {
		const inner = this.parser.parseInline(tokens)
		return isSafeLink(href) ? `<a href="${escapeHtml(href)}" rel="noreferrer noopener">${inner}</a>` : inner
	},
	code: ({ text }) => `<pre>${escapeHtml(text)}</pre>`,
	codespan: ({ text }) => `<code>${escapeHtml(text)}</code>`,
	text(token) {
		return 'tokens' in token && token.tokens ? this.parser.parseInline(token.tokens) : escapeHtml(token.text)
	},
	checkbox: ({ checked }) => (checked ? '[x] ' : '[ ] '),
}

const markdown = new Marked({ async: false, gfm: true, renderer })

function isSafeLink(href: string): boolean {
	return /^(?:https?:\/\/|mailto:)/i.test(href)
}

function escapeHtml(text: string): string {
	return text.replaceAll(/[&<>"']/g, character => `&#${character.charCodeAt(0)};`)
}

function firstLine(text: string): string {
	const line = text.trim().split('\n', 1)[0] ?? ''
	return line.length > SUMMARY_CHARACTERS ? `${line.slice(0, SUMMARY_CHARACTERS)}…` : line
}

const SUMMARY_CHARACTERS = 120
