import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { describe, test } from 'vitest'
import { binaryFilter, withoutBinary } from '../../../src/tools/process/binary-output.ts'

/** As the shell hands it on. */
const asOutput = (bytes: Uint8Array) => new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes)

/** As evenly spread as what a compressor writes, and the same each time. */
const compressed = Buffer.concat(
	Array.from({ length: 3_200 }, (_, index) => createHash('sha512').update(`${index}`).digest()),
)
const program = await readFile(process.execPath).then(bytes => bytes.subarray(0, 300_000))

describe('what is no text', () => {
	const cases: Record<string, Uint8Array> = {
		'compressed bytes': compressed,
		'a program': program,
		'nothing but zeros': new Uint8Array(100_000),
		'a small one': compressed.subarray(0, 600),
	}
	test.each(Object.entries(cases))('%s', (_, bytes) => {
		const shown = withoutBinary(asOutput(bytes), bytes.length)
		assert.ok(shown.includes(`(binary output, ${bytes.length} bytes, not shown)`), shown.slice(0, 200))
		assert.ok(shown.length < 200, shown.slice(0, 400))
	})
})

describe('what is text', () => {
	const words = 'Größe und Übung könnten schön heißen, sagt Ärger. '.repeat(80)
	const latin1 = (text: string) => Buffer.from(text, 'latin1')
	const swapped = (text: string) => Buffer.from(text, 'utf16le').swap16()
	/** Cyrillic in a code page: every letter is above 0x7f. */
	const cp1251 = Buffer.from(
		Array.from({ length: 4000 }, (_, index) => (index % 7 === 6 ? 32 : 0xe0 + (index % 31))),
	)
	const cases: Record<string, Uint8Array> = {
		'UTF-16': Buffer.from(words, 'utf16le'),
		'UTF-16, the other way around': swapped(words),
		'Cyrillic in UTF-16': Buffer.from('съешь же ещё этих мягких французских булок '.repeat(80), 'utf16le'),
		'Latin-1': latin1(words),
		'nothing but letters of a code page': cp1251,
		'Chinese and emoji': Buffer.from('中文輸出測試，這是一個句子。👩‍👩‍👧 '.repeat(200)),
		colours: Buffer.from('\x1b[1;31mred\x1b[0m \x1b[38;5;200mx\x1b[0m\n'.repeat(300)),
		'a progress bar': Buffer.from(
			Array.from({ length: 500 }, (_, index) => `\r[${'#'.repeat(index % 40)}] ${index}%`).join(''),
		),
		'a spinner': Buffer.from('|\b/\b-\b\\\b'.repeat(500)),
		'overstruck letters': Buffer.from('N\bNA\bAM\bME\bE\n'.repeat(500)),
		'lines drawn with the other character set': Buffer.from('\x0elqqqqqk\x0f text\n'.repeat(300)),
		'names that end with NUL': Buffer.from('./src/a.ts\0./src/b.ts\0'.repeat(300)),
		'numbers that end with NUL': Buffer.from('1\x002\x003\0'.repeat(500)),
		'fields between control characters': Buffer.from('8=FIX\x0135=8\x0149=A\x1fb\x1e'.repeat(300)),
		'a few bytes': Uint8Array.of(0, 1, 2, 3, 255, 254, 0, 9),
		nothing: Buffer.from(''),
	}
	test.each(Object.entries(cases))('%s', (_, bytes) => {
		const text = asOutput(bytes)
		assert.equal(withoutBinary(text, bytes.length), text)
	})
})

describe('what is both', () => {
	const noise = asOutput(compressed)

	test('shows the whole lines around what is mostly binary', () => {
		const text = `packing\n${noise}\npack: no such file: b.txt\n`
		assert.equal(
			withoutBinary(text, 12_345),
			'packing\n(binary output, 12345 bytes, not shown)\npack: no such file: b.txt\n',
		)
	})

	test('shows an error that was printed where a line had not ended', () => {
		const error = 'cat: missing.txt: No such file or directory\n'
		const shown = withoutBinary(`${noise}\ufffd${error}`, 9)
		assert.equal(shown, `(binary output, 9 bytes, not shown)\n${error}`)
	})

	test('shows what is mostly text to the last line, with a word for what is left out', () => {
		const lines = 'a line of a log that goes on\n'.repeat(3_000)
		const shown = withoutBinary(`${lines}${noise.slice(0, 20_000)}\n${lines}`, 1)
		assert.ok(shown.startsWith(lines) && shown.endsWith(lines))
		assert.match(shown, /\n\[… \d+ characters of binary output left out …\]\n/)
		// A window that is nearly all text stays as it is.
		assert.ok(shown.length < 2 * lines.length + 2 * 1_024 + 100)
	})

	test('goes through a long text once, wherever the binary part stands', () => {
		const text = `${'a line\n'.repeat(1_000_000)}${noise.slice(0, 5_000)}`
		assert.ok(withoutBinary(text, 1).endsWith('left out …]\n'))
	})
})

test('while it comes, binary pieces are told of once, and text goes through', () => {
	const seen: string[] = []
	const add = binaryFilter(text => seen.push(text))
	const noise = asOutput(compressed)
	for (const piece of ['begun\n', noise.slice(0, 9_000), noise.slice(9_000, 60_000), 'done\n']) add(piece)
	assert.deepEqual(seen, ['begun\n', '(binary output, not shown)\n', 'done\n'])
})
