import assert from 'node:assert/strict'
import { test } from 'vitest'
import { alikeness, slipsBetween } from '../../src/memory/ranking/spelling.ts'
import { createScanStore } from '../../src/memory/store/scan-store.ts'

test('a slip of the keyboard, another ending and a compound are told from another word', () => {
	for (const [asked, known] of [
		['exproter', 'exporter'],
		['metrcis', 'metrics'],
		['sotre', 'store'],
		['messwerten', 'messwert'],
		['lagerverwaltung', 'lagerverwaltungssystem'],
		['mindestversion', 'version'],
	] as const)
		assert.ok(alikeness(asked, known) > 0, `${asked} is written for ${known}`)
	for (const [asked, known] of [
		['upload', 'header'],
		['port', 'sort it'],
		['go', 'got'],
		['blue', 'clock'],
	] as const)
		assert.equal(alikeness(asked, known), 0, `${asked} is not written for ${known}`)
	assert.equal(slipsBetween('kitten', 'kitetn', 2), 1)
})

test('grammar and numbers alone are no evidence, what the prompt is about is, however it is spelt', async () => {
	const store = createScanStore()
	const source = { name: 's', kind: 'session' as const, path: '/s', project: '/p' }
	const texts = [
		'The staging database is called heron.',
		'What is the next step? Run it on port 8443.',
		'The colour is blue.',
	]
	const passages = texts.map((text, seq) => ({ seq, part: 0, kind: 'prompt' as const, at: 0, text }))
	await store.write([{ mark: { source, coveredBytes: 1, stamp: '' }, passages, resets: false, undone: [] }])
	const evidence = async (text: string) => {
		const query = { text, words: 'some', leastCoverage: 0, withUndone: false, limit: 9, now: 0 } as const
		return Math.max(0, ...(await store.search(query)).map(hit => hit.evidence))
	}
	assert.ok((await evidence('What is the capital of Portugal?')) < 0.6)
	assert.ok((await evidence('8443')) < 0.6)
	assert.ok((await evidence('What is the staging database called?')) >= 0.65)
	assert.ok((await evidence('What is the stagign databse caled?')) >= 0.65)
	assert.ok((await evidence('Which colour is it?')) >= 0.65, 'who asks for a fact means it')
	for (const task of ['Pick another colour for the button.', 'Run it.', 'next please', 'colour'])
		assert.ok((await evidence(task)) < 0.6, `words that everybody uses are no evidence in a task: ${task}`)
})
