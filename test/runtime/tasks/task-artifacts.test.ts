import assert from 'node:assert/strict'
import { test } from 'vitest'
import type { MediaUri } from '../../../src/core/messages.ts'
import { artifactsOf } from '../../../src/runtime/tasks/task-artifacts.ts'
import { BEFORE_WORK } from '../../../src/runtime/tasks/task-fold.ts'

const MIB = 1024 * 1024
const uriOf = (name: string) => `media://sha256-${name}` as MediaUri
const picture = (name: string, sizeBytes: number) => ({
	id: `c-${name}`,
	name: `${name}.png`,
	mediaType: 'image/png',
	content: { uri: uriOf(name), sizeBytes },
})

test('what is too much together, too large by itself or kept elsewhere is told by its name; the rest is there', async () => {
	const media = {
		get: async (uri: MediaUri) => (uri === uriOf('gone') ? undefined : Buffer.from(uri)),
	}
	const progress = {
		...BEFORE_WORK,
		state: 'failed' as const,
		text: '{"never": "an answer"}',
		artifacts: [
			picture('huge', 5 * MIB),
			picture('first', 3 * MIB),
			picture('second', 2 * MIB),
			picture('gone', 10),
			{ id: 'c-note', name: 'note', mediaType: 'text/csv', content: { text: 'a,b' } },
		],
	}
	const artifacts = await artifactsOf({ outputSchema: { type: 'object' } }, progress, media)
	assert.deepEqual(
		artifacts.map(({ id, mediaType, content }) => [id, mediaType, Object.keys(content)[0]]),
		[
			['c-huge', 'text/plain', 'text'],
			['c-first', 'image/png', 'base64'],
			['c-second', 'text/plain', 'text'],
			['c-gone', 'text/plain', 'text'],
			['c-note', 'text/csv', 'text'],
		],
	)
	const [huge, , second] = artifacts.map(({ content }) => ('text' in content ? content.text : ''))
	assert.match(huge!, /huge\.png \(image\/png, 5242880 bytes\).*at most 4194304/)
	assert.match(second!, /second\.png.*left out/)
})
