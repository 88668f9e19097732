// Permission rules as a test writes them: `deny read(secret)`.

import { parseRule, type RuleList, type StandingRule } from '../../../src/safety/permissions/rule.ts'

export function writtenRules(...written: readonly string[]): readonly StandingRule[] {
	return written.map(each => {
		const [list = '', ...rest] = each.split(' ')
		const text = rest.join(' ')
		const rule = parseRule(text, list as RuleList)
		if ('expected' in rule) throw new Error(`${text}: ${rule.expected}`)
		return { list: list as RuleList, rule, text, scope: 'the test' }
	})
}
