import assert from 'node:assert/strict'
import { test } from 'vitest'
import type { Command } from '../../../src/core/commands.ts'
import { profileItems } from '../../../src/tui/slash-command/profile-items.ts'
import type { OfferedProfile } from '../../../src/tui/state/tui-options.ts'

const PLAIN: OfferedProfile = {
	name: 'work',
	chain: [
		{ provider: 'openai', model: 'a' },
		{ provider: 'mine', model: 'b' },
	],
	effort: 'high',
	needsStart: undefined,
	approvals: undefined,
}

async function chosen(profile: OfferedProfile, inForce?: string) {
	const sent: Command[] = []
	const told: string[] = []
	const [item] = await profileItems({
		options: { profiles: async () => ({ inForce, all: [profile] }) },
		send: command => sent.push(command),
		notify: (level, text) => told.push(`${level}: ${text}`),
	})
	assert.ok(item)
	item.value()
	return { label: item.label, detail: item.detail, sent, told }
}

test('a profile changes the chain and the effort', async () => {
	assert.deepEqual(await chosen(PLAIN, 'work'), {
		label: 'profile work',
		detail: 'in force · openai/a, then mine/b · effort high',
		sent: [
			{ type: 'set-model', chain: PLAIN.chain },
			{ type: 'set-effort', effort: 'high' },
		],
		told: [],
	})
})

test('one that is reached in another way changes nothing, and says which start it takes', async () => {
	const { detail, sent, told } = await chosen({ ...PLAIN, needsStart: 'login' })
	assert.match(detail ?? '', /needs another start$/)
	assert.deepEqual(sent, [])
	assert.deepEqual(told, [
		'warning: Profile work has an account of its own, which needs another start: agent --profile work --continue',
	])
})

test('its approvals are left to the user', async () => {
	const { sent, told } = await chosen({ ...PLAIN, chain: [], effort: undefined, approvals: 'all' })
	assert.deepEqual(sent, [])
	assert.deepEqual(told, ['info: Profile work would also have approvals all: /approve all'])
})
