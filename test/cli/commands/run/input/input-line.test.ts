import assert from 'node:assert/strict'
import { describe, test } from 'vitest'
import { readInputLine } from '../../../../../src/cli/commands/run/input/input-line.ts'
import { MAX_IMAGE_BYTES } from '../../../../../src/tools/files/file-kind.ts'
import { PICTURE } from '../../../../support/picture.ts'

const user = (content: unknown) =>
	readInputLine(JSON.stringify({ type: 'user', message: { role: 'user', content } }))
const image = (source: unknown) => ({ type: 'image', source })
const png = { type: 'base64', media_type: 'image/png', data: PICTURE.base64 }
const what = { type: 'text', text: 'What is it?' }

test('a byte order mark is no part of the line', () => {
	assert.deepEqual(readInputLine('\ufeff{"type":"keep_alive"}'), { type: 'none' })
})

describe('a picture in a prompt', () => {
	const picture = { bytes: new Uint8Array(PICTURE.bytes), mediaType: 'image/png' }
	const taken: readonly [what: string, content: unknown, text: string][] = [
		['before the text', [image(png), what], 'What is it?'],
		['behind it', [what, image(png)], 'What is it?'],
		['alone', [image(png)], ''],
		['in lines of base64', [image({ ...png, data: PICTURE.base64.replace(/(.{20})/g, '$1\n') })], ''],
		['called another kind than it is', [image({ ...png, media_type: 'image/jpeg' })], ''],
	]
	test.each(taken)('%s is taken', (_where, content, text) => {
		assert.deepEqual(user(content), { type: 'prompt', text, pictures: [picture], whenBusy: 'steer' })
	})

	const bytes = (count: number) => Buffer.alloc(count, PICTURE.bytes).toString('base64')
	const unusable: readonly [what: string, content: unknown, words: RegExp][] = [
		[
			'by address',
			[what, image({ type: 'url', url: 'https://x/y.png' })],
			/^part 2 .*"base64", not "url".*@path/,
		],
		['without a source', [image(undefined)], /^part 1 .*has none/],
		[
			'of a kind that no model takes',
			[image({ ...png, media_type: 'image/tiff' })],
			/"image\/tiff".*image\/png/,
		],
		['without a media type', [image({ type: 'base64', data: 'AAAA' })], /media_type is missing/],
		['without bytes', [image({ type: 'base64', media_type: 'image/png' })], /as "data"/],
		['that is no base64', [image({ ...png, data: 'this is no picture!' })], /not base64/],
		['that is something else', [image({ ...png, data: btoa('<svg/>') })], /6 bytes are no PNG.*image\/png/],
		[
			'a little too large',
			[image({ ...png, data: bytes(MAX_IMAGE_BYTES + 1) })],
			/5242881 bytes; .*at most 5242880/,
		],
		[
			'much too large',
			[image({ ...png, data: bytes(MAX_IMAGE_BYTES * 2) })],
			/10485760 bytes; .*at most 5242880/,
		],
		[
			'a document',
			[what, { type: 'document', source: png }],
			/^part 2 .*"document" is not taken.*name a file/,
		],
		['a part that is none', [what, 7], /^part 2 .*not 7/],
		['nothing', [], /prompt is empty/],
		['a number', 7, /text, or a list of parts/],
	]
	test.each(unusable)('%s is named', (_what, content, words) => {
		const line = user(content)
		assert.equal(line.type, 'unusable-prompt')
		assert.match('problem' in line ? line.problem : '', words)
	})
})
