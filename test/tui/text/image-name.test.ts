import assert from 'node:assert/strict'
import { test } from 'vitest'
import { imageName } from '../../../src/tui/text/image-name.ts'
import { plainText } from '../../../src/tui/text/spans.ts'
import { blockRows } from '../../../src/tui/transcript/block-rows.ts'

test('a picture that cannot be shown is a row that says what it is, and nothing of it acts on the terminal', () => {
	const names = [
		{ mediaType: 'image/png', sizeBytes: 34_400 },
		{ mediaType: 'image/svg+xml', sizeBytes: 900 },
		{ mediaType: 'image/\u001b[2Jjpeg', sizeBytes: 1_900_000 },
	].map(imageName)
	assert.deepEqual(names, ['image png 34 kB', 'image svg 900 B', 'image jpeg 1.9 MB'])
	const { rows } = blockRows(
		{ kind: 'prompt', text: 'what is wrong here?', images: 3, imageNames: names, isSteer: false },
		60,
	)
	assert.deepEqual(rows.map(plainText), [
		'❯ what is wrong here?',
		'  [image png 34 kB]',
		'  [image svg 900 B]',
		'  [image jpeg 1.9 MB]',
	])
})
