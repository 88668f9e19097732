import assert from 'node:assert/strict'
import { link, mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, test } from 'vitest'
import { AgentError } from '../../../src/core/errors.ts'
import { type ImagePart, type UserMessage, userText } from '../../../src/core/messages.ts'
import { createNodeFiles } from '../../../src/runtime/host/files.ts'
import { namedPictures, pictureAt, withImages } from '../../../src/runtime/session/prompt-images.ts'
import { openWorkspace } from '../../../src/safety/paths/paths.ts'
import { denialOf } from '../../../src/safety/permissions/hidden-places.ts'
import { createMedia } from '../../../src/services/embedded/media.ts'
import { PICTURE } from '../../support/picture.ts'
import { writtenRules } from '../../support/tools/written-rules.ts'

let folder: string
beforeEach(async () => {
	folder = await mkdtemp(join(tmpdir(), 'keelson-images-'))
	await writeFile(join(folder, 'shot.png'), PICTURE.bytes)
})
afterEach(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }))

const attach = (
	message: UserMessage,
	images = true,
	deniedBy?: (path: string) => ReturnType<typeof denialOf>,
) =>
	withImages(message, {
		...(deniedBy && { deniedBy }),
		cwd: folder,
		home: join(folder, 'home'),
		model: {
			ref: { provider: 'test', model: 'seer' },
			windowTokens: 1_000,
			maxOutputTokens: 100,
			price: undefined,
			images,
			reasoning: false,
		},
		host: { files: createNodeFiles(), media: createMedia(join(folder, 'media')) },
	})

test.each([
	['what is in @shot.png?', ['shot.png']],
	['@a.png and (@b.JPG), then @b.JPG again', ['a.png', 'b.JPG']],
	['see @"my pictures/a b.webp".', ['my pictures/a b.webp']],
	['compare @~/x.gif with @/tmp/y.jpeg!', ['~/x.gif', '/tmp/y.jpeg']],
	['mail me@home.png about @src/main.ts and @types/node', []],
])('in %j the pictures are %j', (text, expected) => {
	assert.deepEqual(namedPictures(text), expected)
})

describe('a prompt', () => {
	const text = { type: 'text', text: 'What is in @shot.png?' } as const

	test('that names a picture carries it, stored once outside the log', async () => {
		const message = await attach(userText(text.text))
		assert.deepEqual(message, { role: 'user', content: [text, PICTURE.part] })
		assert.deepEqual(await createMedia(join(folder, 'media')).get(PICTURE.part.uri), PICTURE.bytes)
	})

	test('that comes back with its picture does not get it twice', async () => {
		const message = await attach(userText(text.text))
		assert.equal(await attach(message), message)
	})

	test('that names what is not there, or is no picture after all, stays as it is', async () => {
		await writeFile(join(folder, 'fake.png'), 'not a picture')
		const message = userText('See @gone.png and @fake.png')
		assert.equal(await attach(message), message)
	})

	test('is refused with a picture for a model that takes none, and the setting is named', async () => {
		const words = /^test\/seer takes no images\..* set models\.test\/seer\.images to true$/
		await assert.rejects(attach(userText(text.text), false), usage(words))
		const pasted: UserMessage = { role: 'user', content: [PICTURE.part] }
		await assert.rejects(attach(pasted, false), usage(words))
	})

	test('without one is fine for such a model', async () => {
		const message = userText('hello')
		assert.equal(await attach(message, false), message)
	})

	test('with a picture beyond what models take is refused, named or pasted', async () => {
		await writeFile(join(folder, 'large.png'), Buffer.concat([PICTURE.bytes, Buffer.alloc(5 * 1024 * 1024)]))
		await assert.rejects(
			attach(userText('@large.png')),
			usage(/^@large\.png has \d+ bytes; models take at most 5242880$/),
		)
		const pasted: ImagePart = { ...PICTURE.part, sizeBytes: 6_000_000 }
		await assert.rejects(
			attach({ role: 'user', content: [pasted] }),
			usage(/^the pasted image has 6000000 bytes/),
		)
	})
})

function usage(words: RegExp) {
	return (error: unknown) => {
		assert.ok(error instanceof AgentError)
		assert.equal(error.code, 'usage')
		assert.match(error.message, words)
		return true
	}
}

describe('a picture that a rule denies', () => {
	async function attachUnder(path: string, ...rules: readonly string[]): Promise<UserMessage> {
		const files = createNodeFiles()
		const root = await realpath(folder)
		const workspace = await openWorkspace(files, { root, home: join(folder, 'home') })
		const permissions = { rules: () => writtenRules(...rules), root }
		const message = userText(`What is in @${path}?`)
		return attach(message, true, at => denialOf(at, { workspace, permissions }, files))
	}

	const ways: readonly [path: string, make?: () => Promise<void>][] = [
		['secret/shot.png'],
		['SECRET/Shot.PNG', async () => writeFile(await made('SECRET', 'Shot.PNG'), PICTURE.bytes)],
		['secret/../secret/./shot.png'],
		['way.png', () => symlink('secret/shot.png', join(folder, 'way.png'))],
		['way/shot.png', () => symlink('secret', join(folder, 'way'))],
		[
			'chain.png',
			async () => {
				await symlink('way.png', join(folder, 'chain.png'))
				await symlink('secret/shot.png', join(folder, 'way.png'))
			},
		],
	]
	for (const [path, make] of ways)
		test(`is not taken by the name ${path}`, async () => {
			await writeFile(await made('secret', 'shot.png'), PICTURE.bytes)
			await make?.()
			await assert.rejects(
				attachUnder(path, 'deny read(secret/**)'),
				(error: AgentError) =>
					error.code === 'usage' &&
					error.message === `@${path}: the rule read(secret/**) in the test denies reading it`,
			)
			await assert.rejects(attachUnder(path, 'deny read'), /the rule read in the test denies/)
		})

	test('while one beside it is, by a second name too, and one that a rule only asks about', async () => {
		await writeFile(await made('secret', 'shot.png'), PICTURE.bytes)
		await link(join(folder, 'secret/shot.png'), join(folder, 'second.png'))
		for (const path of ['shot.png', 'second.png'])
			assert.equal((await attachUnder(path, 'deny read(secret/**)')).content.length, 2, path)
		assert.equal((await attachUnder('secret/shot.png', 'ask read(secret/**)')).content.length, 2)
	})

	async function made(name: string, file: string): Promise<string> {
		await mkdir(join(folder, name), { recursive: true })
		return join(folder, name, file)
	}
})

test('a picture is had by its path, if it is one, is not too large and nothing denies reading it', async () => {
	const place = {
		cwd: folder,
		home: folder,
		host: { files: createNodeFiles(), media: createMedia(join(folder, 'media')) },
	}
	const { type: _type, ...picture } = PICTURE.part
	assert.deepEqual(await pictureAt(join(folder, 'shot.png'), place), picture)
	assert.deepEqual(await pictureAt('~/shot.png', place), picture)
	await writeFile(join(folder, 'text.png'), 'no picture')
	for (const name of ['text.png', 'gone.png', '.'])
		assert.equal(await pictureAt(join(folder, name), place), undefined)
	await writeFile(join(folder, 'large.png'), new Uint8Array(6 * 1024 * 1024))
	await assert.rejects(
		pictureAt(join(folder, 'large.png'), place),
		/^AgentError: \/.*large\.png has 6291456 bytes; models take at most/,
	)
	const deniedBy = async () => ({ text: 'read(*.png)', scope: 'settings.json' })
	await assert.rejects(
		pictureAt('~/shot.png', { ...place, deniedBy }),
		/^AgentError: ~\/shot\.png: the rule read\(\*\.png\) in settings\.json denies reading it$/,
	)
})
