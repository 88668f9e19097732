import assert from 'node:assert/strict'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, test } from 'vitest'
import { AgentError } from '../../../src/core/errors.ts'
import { createGenerateImageTool, type DrawImage } from '../../../src/tools/builtin/generate-image.ts'
import { sha256Of } from '../../../src/tools/files/seen-files.ts'
import { PICTURE } from '../../support/picture.ts'
import { openWorkFolder, type WorkFolder } from '../../support/tools/work-folder.ts'

type Order = Parameters<DrawImage>[0]

function painter(
	folder: WorkFolder,
	draw: (order: Order, signal: AbortSignal) => Promise<Uint8Array> = async () => PICTURE.bytes,
) {
	const orders: Order[] = []
	const tool = createGenerateImageTool(folder.deps, {
		model: { provider: 'openai', model: 'gpt-image-x' },
		draw: async (order, signal) => {
			orders.push(order)
			return { bytes: await draw(order, signal), usage: undefined, costMicroUsd: undefined }
		},
		estimateCost: () => ({ model: 'openai/gpt-image-x', costMicroUsd: undefined }),
	})
	return { tool, orders }
}

const drawn = `PNG image of ${PICTURE.bytes.length} bytes by openai/gpt-image-x`

const { type: _, mediaType, ...content } = PICTURE.part
const left = (name: string) => ({ name, mediaType, content })

describe('generate_image', () => {
	test('shows the picture to the model and keeps it outside the log', async () => {
		const folder = await openWorkFolder()
		const { tool, orders } = painter(folder)
		const result = await folder.call(tool, { prompt: 'a grey pixel', size: '1024x1024' })
		assert.deepEqual(result, {
			outcome: 'ok',
			content: [{ type: 'text', text: drawn }, PICTURE.part],
			artifacts: [left('picture.png')],
		})
		assert.deepEqual(orders, [{ prompt: 'a grey pixel', size: '1024x1024', format: 'png' }])
		assert.deepEqual(await folder.host.media.get(PICTURE.part.uri), PICTURE.bytes)
		assert.doesNotMatch(JSON.stringify(result), new RegExp(PICTURE.base64.slice(0, 20)))
	})

	test('is asked about, because it sends the description away and costs money', async () => {
		const folder = await openWorkFolder()
		const { assessment } = await folder.assess(painter(folder).tool, { prompt: 'a grey\n  pixel' })
		assert.deepEqual(assessment, {
			tier: 'side-effecting',
			outcome: 'ask',
			isWorkspaceEdit: false,
			title: 'generate_image a grey pixel',
			reasons: ['openai/gpt-image-x is sent the description and charges for the picture.'],
			sessionKeys: ['tool:generate_image'],
		})
	})

	test('writes a copy in the format of its name, which then counts as read', async () => {
		const folder = await openWorkFolder()
		const { tool, orders } = painter(folder)
		const result = await folder.call(tool, { prompt: 'a pixel', path: 'assets/pixel.JPG' })
		const path = folder.path('assets/pixel.JPG')
		assert.deepEqual(result, {
			outcome: 'ok',
			content: [{ type: 'text', text: `created assets/pixel.JPG: ${drawn}` }, PICTURE.part],
			detail: { type: 'files', seen: [{ path, sha256: sha256Of(PICTURE.bytes) }] },
			artifacts: [left('pixel.JPG')],
		})
		assert.deepEqual(await readFile(path), PICTURE.bytes)
		assert.equal(orders[0]?.format, 'jpeg')
		assert.equal((await folder.call(tool, { prompt: 'another', path: 'assets/pixel.JPG' })).outcome, 'ok')
	})

	test('goes by the rules for writing: own settings are a hard case, elsewhere is privileged', async () => {
		const folder = await openWorkFolder()
		const { tool } = painter(folder)
		const asked = async (path: string) => {
			const { tier, outcome, reasons, sessionKeys } = (await folder.assess(tool, { prompt: 'x', path }))
				.assessment
			return { tier, outcome, reason: reasons[0], sessionKeys }
		}
		assert.deepEqual(await asked('.git/x.png'), {
			tier: 'privileged',
			outcome: 'ask-always',
			reason: 'Files inside .git can make git start programs.',
			sessionKeys: [],
		})
		const elsewhere = join(folder.outside, 'x.png')
		assert.deepEqual(await asked(elsewhere), {
			tier: 'privileged',
			outcome: 'ask-always',
			reason: `${elsewhere} is outside the workspace.`,
			sessionKeys: ['tool:generate_image', `edit:${folder.outside}`],
		})
		assert.deepEqual((await asked('x.png')).sessionKeys, ['tool:generate_image', 'edit:workspace'])
	})

	test.each([
		['notes.txt', 'notes.txt must end in .png, .jpg, .jpeg or .webp. Nothing was drawn.'],
		['old.png', 'old.png exists and was not read in this session. Read it first. Nothing was written.'],
	])('asks nobody and draws nothing when %s cannot be written', async (path, problem) => {
		const folder = await openWorkFolder({ 'old.png': PICTURE.bytes })
		const { tool, orders } = painter(folder)
		const { assessment, run } = await folder.assess(tool, { prompt: 'x', path })
		assert.equal(assessment.outcome, 'allow')
		const { outcome, content } = await run()
		assert.deepEqual({ outcome, content }, { outcome: 'failed', content: [{ type: 'text', text: problem }] })
		assert.deepEqual(orders, [])
	})

	test('leaves alone what somebody else put there meanwhile, and keeps the picture', async () => {
		const folder = await openWorkFolder()
		const { tool } = painter(folder, async () => {
			await writeFile(folder.path('x.png'), 'theirs')
			return PICTURE.bytes
		})
		const text = `x.png changed while the picture was being drawn. Nothing was written. The picture itself: ${drawn}`
		assert.deepEqual(await folder.call(tool, { prompt: 'x', path: 'x.png' }), {
			outcome: 'failed',
			content: [{ type: 'text', text }, PICTURE.part],
			artifacts: [left('x.png')],
		})
		assert.equal(await folder.read('x.png'), 'theirs')
	})

	test('says why there is no picture', async () => {
		const folder = await openWorkFolder()
		const refusing = painter(folder, async () => {
			throw new AgentError('content-filter', 'openai answered 400: not that.')
		})
		assert.equal(
			await folder.say(refusing.tool, { prompt: 'x' }),
			'failed: openai/gpt-image-x drew nothing: openai answered 400: not that.',
		)
		const lying = painter(folder, async () => Buffer.from('<html>'))
		assert.equal(
			await folder.say(lying.tool, { prompt: 'x' }),
			'failed: openai/gpt-image-x answered with 6 bytes that are no picture',
		)
	})
})
