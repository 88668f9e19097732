import assert from 'node:assert/strict'
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, test } from 'vitest'
import { keepNote, notesFile, readNotes } from '../../../src/workspace/prompt/notes.ts'

let data: string
beforeEach(async () => {
	data = await mkdtemp(join(tmpdir(), 'keelson-notes-'))
})
afterEach(() => rm(data, { recursive: true, force: true }))

const NOW = Date.UTC(2026, 10, 21, 12)
const place = (projectRoot: string) => ({ folders: { data }, projectRoot })

test('notes are kept for each project, for the user alone', async () => {
	const [mine, other] = [place('/work/app'), place('/elsewhere/app')]
	assert.equal(await readNotes(mine), undefined)
	await keepNote(notesFile(mine), 'uses pnpm', NOW)
	await keepNote(notesFile(mine), ' two\r\nlines\n', NOW)
	await keepNote(notesFile(other), 'not ours', NOW)
	assert.equal(await readNotes(mine), '- 2026-11-21: uses pnpm\n- 2026-11-21: two\n  lines')
	assert.equal(await readNotes(other), '- 2026-11-21: not ours')
	assert.equal((await readdir(join(data, 'notes'))).length, 2)
	assert.equal((await stat(notesFile(mine))).mode & 0o777, 0o600)
})

test('when they are too many the newest are read', async () => {
	const mine = place('/work/app')
	for (const text of ['first', 'second', 'third']) await keepNote(notesFile(mine), text, NOW)
	assert.equal(await readNotes(mine, 45), '- 2026-11-21: second\n- 2026-11-21: third')
})

test('notes taken at the same time are all there', async () => {
	const mine = place('/')
	const texts = Array.from({ length: 50 }, (_, index) => `note ${index}`)
	await Promise.all(texts.map(text => keepNote(notesFile(mine), text, NOW)))
	const lines = (await readFile(notesFile(mine), 'utf8')).trimEnd().split('\n')
	assert.deepEqual(lines.sort(), texts.map(text => `- 2026-11-21: ${text}`).sort())
})
