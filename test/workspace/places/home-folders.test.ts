import assert from 'node:assert/strict'
import { test } from 'vitest'
import { homeFolders } from '../../../src/workspace/places/home-folders.ts'

const place = { home: '/home/ann', cwd: '/work' }

test('without variables the XDG defaults hold', () => {
	assert.deepEqual(homeFolders({ env: {}, ...place }), {
		config: '/home/ann/.config/keelson',
		data: '/home/ann/.local/share/keelson',
		state: '/home/ann/.local/state/keelson',
		worktrees: '/home/ann/.local/state/keelson-worktrees',
		cache: '/home/ann/.cache/keelson',
		sessions: '/home/ann/.local/share/keelson/sessions',
		artefacts: '/home/ann/.local/share/keelson/artefacts',
		index: '/home/ann/.local/share/keelson/index.db',
		media: '/home/ann/.local/share/keelson/media',
		checkpoints: '/home/ann/.local/share/keelson/checkpoints',
		models: '/home/ann/.cache/keelson/models',
		logs: '/home/ann/.local/state/keelson/logs',
		settingsFile: '/home/ann/.config/keelson/settings.json',
		own: ['/home/ann/.config/keelson', '/home/ann/.local/share/keelson', '/home/ann/.local/state/keelson'],
	})
})

test('XDG variables move each kind, and a relative one is ignored', () => {
	const env = { XDG_CONFIG_HOME: '/c', XDG_DATA_HOME: 'relative', XDG_STATE_HOME: '/s', XDG_CACHE_HOME: '' }
	const { config, data, state, cache } = homeFolders({ env, ...place })
	assert.deepEqual(
		[config, data, state, cache],
		['/c/keelson', '/home/ann/.local/share/keelson', '/s/keelson', '/home/ann/.cache/keelson'],
	)
})

test('KEELSON_HOME takes everything under one folder, whatever XDG says, and worktrees beside it', () => {
	const env = { KEELSON_HOME: 'kept', XDG_CONFIG_HOME: '/c' }
	assert.deepEqual(homeFolders({ env, ...place }), {
		config: '/work/kept',
		data: '/work/kept',
		state: '/work/kept',
		worktrees: '/work/kept-worktrees',
		cache: '/work/kept/cache',
		sessions: '/work/kept/sessions',
		artefacts: '/work/kept/artefacts',
		index: '/work/kept/index.db',
		media: '/work/kept/media',
		checkpoints: '/work/kept/checkpoints',
		models: '/work/kept/cache/models',
		logs: '/work/kept/logs',
		settingsFile: '/work/kept/settings.json',
		own: ['/work/kept'],
	})
})
