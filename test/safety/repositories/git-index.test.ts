import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { onTestFinished, test } from 'vitest'
import { linkedRepositories } from '../../../src/safety/repositories/git-index.ts'

const step = fc.constantFrom('a', 'b', 'package', 'é', 'x'.repeat(300), 'with blank')
const entry = fc.record({
	mode: fc.constantFrom('100644', '160000', '120000'),
	path: fc.array(step, { minLength: 1, maxLength: 4 }).map(steps => steps.join('/')),
})
const index = fc.record({
	entries: fc.array(entry, { maxLength: 25 }),
	version: fc.constantFrom('2', '4'),
	format: fc.constantFrom('sha1' as const, 'sha256' as const),
	hasIntended: fc.boolean(),
})

test('the repositories that an index names are those that git finds in it', () => {
	fc.assert(
		fc.property(index, ({ entries, version, format, hasIntended }) => {
			const folder = mkdtempSync(join(tmpdir(), 'keelson-index-'))
			try {
				const git = (args: readonly string[], input = '') =>
					spawnSync('git', args, { cwd: folder, input, encoding: 'utf8' }).stdout
				git(['init', '-q', `--object-format=${format}`])
				const oid = 'ab'.repeat(format === 'sha1' ? 20 : 32)
				const lines = entries.map(({ mode, path }) => `${mode} ${oid}\t${path}\0`)
				git(['update-index', '-z', '--add', '--replace', '--index-info'], lines.join(''))
				writeFileSync(join(folder, 'intended'), '')
				// An entry with more flags than fit: what makes version 2 a 3.
				if (hasIntended) git(['add', '-N', 'intended'])
				git(['update-index', '--force-write-index', '--index-version', version])
				const listed = git(['ls-files', '-s', '-z']).split('\0')
				const links = listed.flatMap(line =>
					line.startsWith('160000') ? [line.slice(line.indexOf('\t') + 1)] : [],
				)
				const bytes = hasIntended || entries.length > 0 ? readFileSync(join(folder, '.git/index')) : undefined
				if (!bytes) return
				const found = linkedRepositories(bytes, format === 'sha1' ? 20 : 32)
				assert.deepEqual(
					found?.map(path => Buffer.from(path, 'latin1').toString()),
					links,
				)
			} finally {
				rmSync(folder, { recursive: true, force: true })
			}
		}),
		{ numRuns: 60 },
	)
}, 60_000)

test('what is no index, or is cut off, is not understood, and nothing is read behind its end', () => {
	assert.equal(linkedRepositories(Buffer.from('DIRX'), 20), undefined)
	const folder = mkdtempSync(join(tmpdir(), 'keelson-index-'))
	onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
	spawnSync('git', ['init', '-q'], { cwd: folder })
	writeFileSync(join(folder, 'a'), '')
	spawnSync('git', ['add', 'a'], { cwd: folder })
	const bytes = readFileSync(join(folder, '.git/index'))
	assert.deepEqual(linkedRepositories(bytes, 20), [])
	for (let length = 0; length < 12 + 62; length++)
		assert.equal(linkedRepositories(bytes.subarray(0, length), 20), undefined)
})
