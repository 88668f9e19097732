import assert from 'node:assert/strict'
import { describe, test } from 'vitest'
import { sandboxedCommands } from '../../../src/safety/sandbox/unasked-commands.ts'
import { DEFAULT_SETTINGS } from '../../../src/workspace/settings/settings-schema.ts'
import type { SettingSource } from '../../../src/workspace/settings-layers.ts'

type Said = { sandboxed?: 'run' | 'ask'; by?: SettingSource['layer']; network?: 'on' }

function decided(
	standing: Parameters<typeof sandboxedCommands>[1]['standing'],
	canChoose: boolean,
	said: Said = {},
) {
	const { sandboxed, by = 'user', network } = said
	const settings = {
		...DEFAULT_SETTINGS,
		approvals: { ...DEFAULT_SETTINGS.approvals, sandboxed },
		sandbox: { ...DEFAULT_SETTINGS.sandbox, network },
	}
	const source = [['approvals.sandboxed', { layer: by, from: 'here' }]] as const
	return sandboxedCommands({ settings, sources: new Map(sandboxed ? source : []) }, { standing }, canChoose)
}

describe('commands that the sandbox holds', () => {
	test('run in a trusted folder, and the user is told first where one is there', () => {
		assert.equal(decided('trusted', false), 'run')
		assert.equal(decided('trusted', true), 'choose')
	})

	test('ask in a folder nobody has trusted, but that the user chooses where it brings nothing along', () => {
		assert.equal(decided('nothing', false), 'ask')
		assert.equal(decided('nothing', true), 'choose')
		for (const standing of ['new', 'changed'] as const)
			for (const canChoose of [true, false]) {
				assert.equal(decided(standing, canChoose), 'ask')
				assert.equal(decided(standing, canChoose, { sandboxed: 'run' }), 'ask')
			}
	})

	test('go by what the user has said, which no project loosens', () => {
		assert.equal(decided('nothing', false, { sandboxed: 'run' }), 'run')
		assert.equal(decided('trusted', true, { sandboxed: 'run', by: 'profile' }), 'run')
		assert.equal(decided('trusted', true, { sandboxed: 'ask', by: 'project' }), 'ask')
		assert.equal(decided('trusted', true, { sandboxed: 'run', by: 'project' }), 'choose')
	})

	test('ask where they reach any host, unless the user has said both', () => {
		assert.equal(decided('trusted', false, { network: 'on' }), 'ask')
		assert.equal(decided('trusted', false, { network: 'on', sandboxed: 'run' }), 'run')
	})
})
