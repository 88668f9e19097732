import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { mkdir, rm, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, test } from 'vitest'
import { createReadTool } from '../../../src/tools/builtin/read.ts'
import { openWorkFolder } from '../../support/tools/work-folder.ts'

const sha256 = (bytes: string | Uint8Array) => createHash('sha256').update(bytes).digest('hex')

describe('lines', () => {
	test('are numbered, without their ends and without a byte order mark', async () => {
		const folder = await openWorkFolder({ 'a.txt': '\uFEFFone\r\ntwo\n\nfour' })
		assert.equal(
			await folder.say(createReadTool(folder.deps), { path: 'a.txt' }),
			'ok: 1\tone\n2\ttwo\n3\t\n4\tfour',
		)
	})

	test('can be a part, and the rest is named', async () => {
		const folder = await openWorkFolder({ 'a.txt': 'one\ntwo\nthree\nfour\n' })
		const tool = createReadTool(folder.deps)
		assert.equal(
			await folder.say(tool, { path: 'a.txt', offset: 2, limit: 2 }),
			'ok: 2\ttwo\n3\tthree\n[lines 2–3 of 4; go on with offset 4]',
		)
		assert.equal(await folder.say(tool, { path: 'a.txt', offset: 4, limit: 9 }), 'ok: 4\tfour')
		assert.equal(
			await folder.say(tool, { path: 'a.txt', offset: 5 }),
			'failed: a.txt has 4 lines, so none at offset 5',
		)
	})

	test('are at most 2000 by default', async () => {
		const folder = await openWorkFolder({ 'a.txt': 'x\n'.repeat(2_001) })
		const text = await folder.say(createReadTool(folder.deps), { path: 'a.txt' })
		assert.ok(text.endsWith('2000\tx\n[lines 1–2000 of 2001; go on with offset 2001]'))
	})

	test('end before the limit for results, and going on from there shows every line once', async () => {
		const folder = await openWorkFolder({ 'a.txt': `${'y'.repeat(1_000)}\n`.repeat(100) })
		const tool = createReadTool(folder.deps)
		const seen: number[] = []
		for (let offset: number | undefined = 1; offset !== undefined; ) {
			const text = await folder.say(tool, { path: 'a.txt', offset })
			assert.ok(Buffer.byteLength(text) < 40_000)
			seen.push(...[...text.matchAll(/(\d+)\ty/g)].map(([, number]) => Number(number)))
			const next: string | undefined = /go on with offset (\d+)/.exec(text)?.[1]
			offset = next === undefined ? undefined : Number(next)
		}
		assert.deepEqual(
			seen,
			Array.from({ length: 100 }, (_, index) => index + 1),
		)
	})

	test('that are very long are cut, with a note', async () => {
		const folder = await openWorkFolder({ 'a.txt': `${'x'.repeat(2_500)}\n` })
		const text = await folder.say(createReadTool(folder.deps), { path: 'a.txt' })
		assert.equal(text, `ok: 1\t${'x'.repeat(2_000)}[… 500 more characters in this line]`)
	})

	test('of an empty file are none, which is said', async () => {
		const folder = await openWorkFolder({ 'a.txt': '' })
		assert.equal(await folder.say(createReadTool(folder.deps), { path: 'a.txt' }), 'ok: [the file is empty]')
	})
})

describe('a file that is too large to be read as a whole', () => {
	const LINE_BYTES = 100
	const line = (number: number) => `${`line ${number} é `.padEnd(LINE_BYTES - 2, '.')}\n`

	test('is read up to the lines that are wanted', async () => {
		const count = 530_000
		const folder = await openWorkFolder({
			'big.log': Array.from({ length: count }, (_, index) => line(index + 1)).join(''),
		})
		const tool = createReadTool(folder.deps)
		const shown = (number: number) => `${number}\t${line(number).trimEnd()}`
		const bytes = count * LINE_BYTES
		assert.equal(
			await folder.say(tool, { path: 'big.log', offset: 400_000, limit: 2 }),
			`ok: ${shown(400_000)}\n${shown(400_001)}\n[lines 400000–400001 of a file of ${bytes} bytes; go on with offset 400002, or find a line's number with grep -n in the shell]`,
		)
		assert.equal(
			await folder.say(tool, { path: 'big.log', offset: count - 1 }),
			`ok: ${shown(count - 1)}\n${shown(count)}`,
		)
		assert.equal(await folder.say(tool, { path: 'big.log', offset: count, limit: 1 }), `ok: ${shown(count)}`)
		assert.equal(
			await folder.say(tool, { path: 'big.log', offset: count + 1 }),
			`failed: big.log has ${count} lines, so none at offset ${count + 1}`,
		)
		const first = await folder.say(tool, { path: 'big.log' })
		assert.ok(first.startsWith(`ok: ${shown(1)}\n`) && Buffer.byteLength(first) < 40_000)
	})

	test('is shown up to 2000 characters of a line that has them all, or described where it is no text', async () => {
		const folder = await openWorkFolder({
			'one.json': Buffer.alloc(60_000_000, 'x'),
			'dump.bin': Buffer.alloc(60_000_000),
		})
		const tool = createReadTool(folder.deps)
		assert.equal(
			await folder.say(tool, { path: 'one.json' }),
			`ok: 1\t${'x'.repeat(2_000)}[… 59998000 more characters in this line]`,
		)
		assert.equal(
			await folder.say(tool, { path: 'dump.bin' }),
			'ok: dump.bin is unknown binary data, 60000000 bytes; its content is not shown',
		)
	})
})

test('a read file is known by its real path and the hash of all its bytes', async () => {
	const folder = await openWorkFolder({ 'a.txt': 'one\ntwo\n' })
	await symlink('a.txt', folder.path('link.txt'))
	const result = await folder.call(createReadTool(folder.deps), { path: 'link.txt', limit: 1 })
	assert.deepEqual(result.detail, {
		type: 'files',
		seen: [{ path: folder.path('a.txt'), sha256: sha256('one\ntwo\n') }],
	})
	assert.equal(folder.deps.seen.check(folder.path('a.txt'), sha256('one\ntwo\n')), 'current')
})

test('an image is stored and becomes an image part, whatever its name', async () => {
	const png = Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.alloc(20)])
	const folder = await openWorkFolder({ picture: png })
	const result = await folder.call(createReadTool(folder.deps), { path: 'picture' })
	const uri = `media://sha256-${sha256(png)}` as const
	assert.deepEqual(result.content, [
		{ type: 'text', text: 'picture: PNG image, 28 bytes' },
		{ type: 'image', mediaType: 'image/png', uri, sizeBytes: 28 },
	])
	assert.deepEqual(Buffer.from((await folder.host.media.get(uri)) ?? []), png)
})

test('binary data is described and not dumped', async () => {
	const folder = await openWorkFolder({
		'a.pdf': Buffer.from('%PDF-1.7\n\0\0'),
		'b.bin': Buffer.from([1, 0, 2]),
	})
	const tool = createReadTool(folder.deps)
	assert.equal(
		await folder.say(tool, { path: 'a.pdf' }),
		'ok: a.pdf is a PDF document, 11 bytes; its content is not shown',
	)
	assert.equal(
		await folder.say(tool, { path: 'b.bin' }),
		'ok: b.bin is unknown binary data, 3 bytes; its content is not shown',
	)
})

test('UTF-16 with a byte order mark is text, in either order of its bytes', async () => {
	const text = '\uFEFFone\r\nzw\xf6lf \u{1f600}\r\n'
	const folder = await openWorkFolder({
		'le.txt': Buffer.from(text, 'utf16le'),
		'be.txt': Buffer.from(text, 'utf16le').swap16(),
		'odd.txt': Buffer.from([0xff, 0xfe, 0x61, 0, 0x62]),
		'wide.txt': Buffer.from([0xff, 0xfe, 0, 0, 0x61, 0, 0, 0]),
	})
	const tool = createReadTool(folder.deps)
	assert.equal(await folder.say(tool, { path: 'le.txt' }), 'ok: 1\tone\n2\tzw\xf6lf \u{1f600}')
	assert.equal(await folder.say(tool, { path: 'be.txt' }), 'ok: 1\tone\n2\tzw\xf6lf \u{1f600}')
	assert.equal(
		await folder.say(tool, { path: 'odd.txt' }),
		'ok: odd.txt is UTF-16 text, 5 bytes; its content is not shown',
	)
	assert.match(await folder.say(tool, { path: 'wide.txt' }), /its content is not shown/)
})

test('text that is not UTF-8 is shown as far as it goes', async () => {
	const folder = await openWorkFolder({ 'a.txt': Buffer.from('caf\xe9\n', 'latin1') })
	assert.equal(
		await folder.say(createReadTool(folder.deps), { path: 'a.txt' }),
		'ok: 1\tcaf\uFFFD\n[\uFFFD stands for bytes that are not UTF-8]',
	)
})

test('what cannot be read says what to do instead', async () => {
	const folder = await openWorkFolder({ 'src/server.ts': '', 'src/client.ts': '' })
	const tool = createReadTool(folder.deps)
	assert.equal(await folder.say(tool, { path: 'src' }), 'failed: src is a folder; use list')
	assert.equal(
		await folder.say(tool, { path: 'src/sever.ts' }),
		'failed: there is no file src/sever.ts; there is server.ts',
	)
	assert.equal(await folder.say(tool, { path: 'none/x' }), 'failed: there is no file none/x')
})

test('a file outside needs an approval and an artefact of ours does not', async () => {
	const folder = await openWorkFolder()
	const tool = createReadTool(folder.deps)
	await writeFile(join(folder.outside, 'a.txt'), 'x')
	const artefact = await folder.host.artefacts.save('c1.txt', 'kept')
	const assessed = await folder.assess(tool, { path: join(folder.outside, 'a.txt') })
	assert.deepEqual(assessed.assessment, {
		tier: 'read-only',
		outcome: 'ask',
		isWorkspaceEdit: false,
		title: `read ${folder.outside}/a.txt`,
		reasons: [`${folder.outside}/a.txt is outside the workspace.`],
		sessionKeys: [`read:${folder.outside}`],
	})
	const path = `${folder.outside}/a.txt`
	assert.deepEqual(assessed.touches, { places: [{ path, real: path, shown: path }] })
	assert.equal((await folder.assess(tool, { path: artefact })).assessment.outcome, 'allow')
	assert.equal(await folder.say(tool, { path: artefact }), 'ok: 1\tkept')
})

test('a link that is turned elsewhere after it was judged is not followed', async () => {
	const folder = await openWorkFolder({ 'inside.txt': 'fine' })
	await writeFile(join(folder.outside, 'secret.txt'), 'secret')
	await symlink('inside.txt', folder.path('link'))
	const { assessment, run } = await folder.assess(createReadTool(folder.deps), { path: 'link' })
	assert.equal(assessment.outcome, 'allow')
	await rm(folder.path('link'))
	await symlink(join(folder.outside, 'secret.txt'), folder.path('link'))
	const result = await run()
	assert.equal(result.outcome, 'failed')
	assert.doesNotMatch(JSON.stringify(result), /secret"/)
})

test('a call that was not judged yet has nothing that could be run', async () => {
	const folder = await openWorkFolder({ 'a.txt': 'x' })
	const prepared = await createReadTool(folder.deps).prepare({ path: 'a.txt' })
	assert.deepEqual(Object.keys(prepared), ['tier', 'subject', 'unknown', 'assess'])
})

test('what a call is about is whole up to more than any row shows, and says so when it is cut', async () => {
	const folder = await openWorkFolder()
	const subjectOf = async (path: string) => {
		const prepared = await createReadTool(folder.deps).prepare({ path })
		return 'subject' in prepared ? prepared.subject : undefined
	}
	assert.equal(await subjectOf('a'.repeat(1_000)), 'a'.repeat(1_000))
	assert.equal(await subjectOf('a'.repeat(1_201)), `${'a'.repeat(1_200)}…`)
})

test('a folder of that name in the way is told apart from a missing file', async () => {
	const folder = await openWorkFolder()
	await mkdir(folder.path('a.txt'))
	assert.equal(
		await folder.say(createReadTool(folder.deps), { path: 'a.txt' }),
		'failed: a.txt is a folder; use list',
	)
})
