import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { Lexer, type Token } from 'marked'
import { describe, test } from 'vitest'
import type { StoredEvent } from '../../../src/core/events.ts'
import type { CallId } from '../../../src/core/ids.ts'
import type { MediaUri } from '../../../src/core/messages.ts'
import { createScrubber } from '../../../src/safety/redaction/scrub.ts'
import { decode } from '../../../src/sessions/codec.ts'
import { toExportedSession } from '../../../src/sessions/export/entries.ts'
import { asHtml } from '../../../src/sessions/export/html.ts'
import { asJsonLines } from '../../../src/sessions/export/jsonl.ts'
import { asMarkdown } from '../../../src/sessions/export/markdown.ts'
import { sanitize } from '../../../src/tui/text/sanitize.ts'
import { htmlTokens } from '../../support/html-tokens.ts'
import {
	message,
	runEnd,
	runStart,
	sessionStart,
	shortSession,
	story,
	toolEnd,
	toolStart,
} from '../../support/sessions/story.ts'

const KEY = 'sk-very-secret-key-0123456789'
const scrub = createScrubber(() => [KEY])
const clean = (text: string) => sanitize(scrub(text))
const nothing = async () => undefined

const HOSTILE = [
	'</script><img src=x onerror=alert(1)>',
	'<script>alert(1)</script>',
	'"><svg onload=alert(1)>',
	"' onmouseover='alert(1)",
	'</pre></details></main><iframe src="https://evil.example">',
	'<pre><img src=x onerror=alert(1)>',
	'<!-- --><b>',
	'```\n</details>\n<script>x</script>',
	'````md\n```\n~~~',
	'[click](javascript:alert(1)) ![pixel](https://evil.example/p.png) <https://ok.example>',
	'[x](data:text/html,<script>1</script>)',
	'| a | b |\n|---|---|\n| <img src=x onerror=1> | `<i>` |',
	'- item\n\n  ```html\n  <script>1</script>\n',
	'\u001b[31mred\u001b]0;title\u0007\u001b[2J\u0000\u202e',
	`the key is ${KEY}`,
	'&lt;script&gt; &#60;img&#62;',
	'<style>*{display:none}</style><base href=//evil><meta http-equiv=refresh content=0>',
]

function hostileSession(texts: readonly string[] = HOSTILE) {
	return story([
		sessionStart(),
		...texts.flatMap((text, index): StoredEvent[] => [
			runStart(text),
			message(text, [`c${index}`], 'tool-calls'),
			toolStart(`c${index}`),
			diffEnd(`c${index}`, text),
			runEnd('failed'),
		]),
	])
}

function diffEnd(id: string, text: string): StoredEvent {
	const result = {
		outcome: 'ok' as const,
		content: [{ type: 'text' as const, text }],
		detail: { type: 'files' as const, seen: [], diff: `--- a\n+++ b\n@@ -1 +1 @@\n-${text}\n+new` },
	}
	return { type: 'tool-end', callId: id as CallId, tool: text, result }
}

const TAGS = new Set(
	`html head meta title style body header h1 h2 h3 h4 h5 h6 dl dt dd main section p pre code details summary b i span
	img a em strong del ul ol li blockquote table thead tbody tr th td hr br`.split(/\s+/),
)
const ATTRIBUTES = new Set([
	'lang',
	'charset',
	'http-equiv',
	'content',
	'name',
	'class',
	'alt',
	'src',
	'href',
	'rel',
	'align',
	'start',
])

describe('a session as a page', () => {
	const assertInert = (page: string) => {
		const tokens = htmlTokens(page)
		for (const token of tokens) {
			if (token.kind === 'comment') assert.equal(token.text, '<!doctype html>')
			if (token.kind !== 'start') continue
			assert.ok(TAGS.has(token.name), `<${token.name}>`)
			for (const [name, value] of token.attributes) {
				assert.ok(ATTRIBUTES.has(name), `${token.name} ${name}=${value}`)
				if (name === 'src') assert.match(value, /^data:image\/(png|jpeg|gif|webp);base64,/)
				if (name === 'href') assert.match(value, /^(https?:\/\/|mailto:)/)
			}
		}
		assert.equal(tokens.filter(token => token.kind === 'start' && token.name === 'style').length, 1)
		assert.doesNotMatch(page, /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e]/)
		assert.ok(!page.includes(KEY))
	}

	test('holds whatever was said as text: no tag, no attribute and no address of it counts', async () => {
		assertInert(await asHtml(toExportedSession(hostileSession(), clean), nothing))
	})

	test('also when it is made up at random out of the same pieces', async () => {
		const pieces = fc.array(
			fc.oneof(fc.constantFrom(...HOSTILE, '\n', '<', '>', '`', '](', '"', "'"), fc.string()),
		)
		await fc.assert(
			fc.asyncProperty(pieces, async parts => {
				assertInert(await asHtml(toExportedSession(hostileSession([parts.join('')]), clean), nothing))
			}),
			{ numRuns: 150 },
		)
	})

	test('says all of it, loads nothing and allows no more than its own style', async () => {
		const page = await asHtml(toExportedSession(hostileSession(), clean), nothing)
		const tokens = htmlTokens(page)
		const text = tokens.map(token => (token.kind === 'text' ? token.text : '')).join('')
		for (const words of ['</script><img src=x onerror=alert(1)>', '"><svg onload=alert(1)>'])
			assert.ok(text.includes(words), words)
		const policy = tokens
			.flatMap(token => (token.kind === 'start' ? token.attributes : []))
			.find(([, value]) => value.includes('default-src'))?.[1]
		const style = tokens[tokens.findIndex(token => token.kind === 'start' && token.name === 'style') + 1]
		assert.ok(style?.kind === 'text')
		const hash = createHash('sha256').update(style.text).digest('base64')
		assert.equal(
			policy,
			`default-src 'none'; style-src 'sha256-${hash}'; img-src data:; base-uri 'none'; form-action 'none'`,
		)
		assert.ok(page.includes('<span class="added">+new</span>'))
	})

	test('has the images in it that are stored, and says of the others that there was one', async () => {
		const uri = (digit: string) => `media://sha256-${digit.repeat(64)}` as MediaUri
		const image = (digit: string, mediaType: string) => ({
			type: 'image' as const,
			mediaType,
			uri: uri(digit),
			sizeBytes: 3,
		})
		const prompt = runStart('look')
		assert.ok(prompt.type === 'run-start')
		const content = [
			image('a', 'image/png'),
			image('b', 'image/png'),
			image('c', 'image/svg+xml'),
			...prompt.prompt.content,
		]
		const log = story([sessionStart(), { ...prompt, prompt: { role: 'user', content } }])
		const stored = new Map([
			[uri('a') as string, Buffer.from('abc')],
			[uri('c') as string, Buffer.from('<svg/>')],
		])
		const page = await asHtml(toExportedSession(log, clean), async wanted => stored.get(wanted))
		const sources = htmlTokens(page).flatMap(token =>
			token.kind === 'start' && token.name === 'img'
				? token.attributes.filter(([name]) => name === 'src')
				: [],
		)
		assert.deepEqual(sources, [['src', 'data:image/png;base64,YWJj']])
		assert.equal(page.split('[image]').length - 1, 2)
	})
})

describe('a session as Markdown', () => {
	const typesIn = (tokens: readonly Token[]): readonly Token[] =>
		tokens.flatMap(token => [
			token,
			...typesIn(('tokens' in token && token.tokens) || []),
			...('items' in token ? typesIn(token.items) : []),
			...('rows' in token
				? typesIn([...token.header, ...token.rows.flat()].flatMap(cell => cell.tokens))
				: []),
		])
	const OWN_HTML = /^<\/?(details|summary)>|^<details>\n<summary>[^<]*<\/summary>\s*$/

	const assertInert = (text: string) => {
		const tokens = typesIn(Lexer.lex(text))
		for (const token of tokens) {
			if (token.type === 'html') assert.match(token.raw.trim(), OWN_HTML)
			assert.notEqual(token.type, 'image', token.raw)
		}
		assert.doesNotMatch(text, /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e]/)
		assert.ok(!text.includes(KEY))
	}

	test('holds what was said in blocks that nothing in it can leave', () => {
		const text = asMarkdown(toExportedSession(hostileSession(), clean))
		assertInert(text)
		const folds = typesIn(Lexer.lex(text)).filter(({ raw }) => raw.startsWith('<details>')).length
		assert.equal(folds, HOSTILE.length, 'each call is still one that is folded')
	})

	test('also when it is made up at random out of the same pieces', () => {
		const pieces = fc.array(
			fc.oneof(
				fc.constantFrom(...HOSTILE, '\n', '\n\n', '    ', '<', '`', '~~~', '- ', '> ', '!['),
				fc.string(),
			),
		)
		fc.assert(
			fc.property(pieces, parts => {
				const text = asMarkdown(toExportedSession(hostileSession([parts.join('')]), clean))
				assertInert(text)
				assert.ok(text.endsWith('\n</details>\n\n*The run ended: failed*\n'))
				assert.equal(
					Lexer.lex(text).at(-1)?.raw.trim(),
					'*The run ended: failed*',
					'what comes after is not taken in',
				)
			}),
			{ numRuns: 150 },
		)
	})

	test('reads like the session', () => {
		const text = asMarkdown(toExportedSession(story(shortSession()), clean))
		assert.equal(
			text.slice(text.indexOf('## ')),
			[
				'## You · 2026-11-21 07:12 UTC',
				'> list the files',
				'I look.',
				'<details>\n<summary>shell · ok</summary>',
				'```json\n{"command":"ls"}\n```',
				'```text\nresult of c1\n```',
				'</details>',
				'Two files: ünïcödé 😀 and\nanother.\n',
			].join('\n\n'),
		)
	})
})

describe('a session as JSON lines', () => {
	test('is its log, with the secrets out of it', () => {
		const log = story([sessionStart(), runStart(`the key is ${KEY}`), toolEnd('c1', KEY), runEnd()])
		const text = asJsonLines(log, scrub)
		assert.ok(!text.includes(KEY))
		assert.deepEqual(
			text
				.trimEnd()
				.split('\n')
				.map(line => decode(line)?.event.type),
			log.map(({ event }) => event.type),
		)
		assert.equal(
			asJsonLines(story(shortSession()), scrub),
			story(shortSession())
				.map(envelope => `${JSON.stringify(envelope)}\n`)
				.join(''),
		)
	})
})
