import assert from 'node:assert/strict'
import { test } from 'vitest'
import { deniedPlaces } from '../../../src/safety/permissions/denied-places.ts'
import { writtenRules } from '../../support/tools/written-rules.ts'

const BASE = { root: '/ws', home: '/home/ada' }

const placesOf = (...rules: readonly string[]) =>
	deniedPlaces(writtenRules(...rules), BASE, {
		roots: ['/ws'],
		files: { realPath: async path => path.replace('/ws/link', '/elsewhere') },
	})

test('plain paths and whole folders are places, by where they really are', async () => {
	assert.deepEqual(
		await placesOf(
			'deny read(secret/**)',
			'deny read(own.txt)',
			'deny read(~/notes/)',
			'deny read(link/a)',
			'deny edit(/etc/hosts)',
		),
		{ reading: ['/ws/secret', '/ws/own.txt', '/home/ada/notes', '/elsewhere/a'], changing: ['/etc/hosts'] },
	)
})

test('a pattern is none, nor is a rule that only asks or allows, nor what holds the whole workspace', async () => {
	assert.deepEqual(
		await placesOf(
			'deny read(**/*.pem)',
			'deny read(src/*/key)',
			'deny read(name**)',
			'ask read(secret/**)',
			'allow read(secret/**)',
			'deny read(**)',
			'deny edit(/**)',
			'deny read',
			'deny shell(git push)',
		),
		{ reading: [], changing: [] },
	)
})
