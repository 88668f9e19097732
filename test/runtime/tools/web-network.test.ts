import assert from 'node:assert/strict'
import { test } from 'vitest'
import { searchesAtProvider } from '../../../src/runtime/tools/web-network.ts'
import { parseRule, type RuleList, type StandingRule } from '../../../src/safety/permissions/rule.ts'
import { DEFAULT_SETTINGS } from '../../../src/workspace/settings/settings-schema.ts'

function given(
	webSearch: object,
	tools: { only?: string[]; without?: string[] } = {},
	rule?: [RuleList, string],
) {
	const rules = rule ? [standing(...rule)] : []
	return searchesAtProvider({
		settings: { ...DEFAULT_SETTINGS, webSearch: { ...DEFAULT_SETTINGS.webSearch, ...webSearch } },
		tools: { only: tools.only, without: tools.without ?? [] },
		permissions: { rules: () => rules },
	})
}

function standing(list: RuleList, text: string): StandingRule {
	const rule = parseRule(text, list)
	assert.ok('kind' in rule)
	return { list, rule, text, scope: 'your settings' }
}

test('models search at their provider only where the user said so, no engine does, and nothing rules it out', () => {
	assert.equal(given({ native: true }), true)
	assert.equal(given({}), false)
	assert.equal(given({ native: true, url: 'https://x.example/' }), false)
	assert.equal(given({ native: true }, { without: ['web_search'] }), false)
	assert.equal(given({ native: true }, { only: ['read'] }), false)
	assert.equal(given({ native: true }, { only: ['web_search'] }), true)
	assert.equal(given({ native: true }, {}, ['deny', 'WebSearch']), false)
	assert.equal(given({ native: true }, {}, ['ask', 'web_search']), false)
	assert.equal(given({ native: true }, {}, ['allow', 'web_search']), true)
})
