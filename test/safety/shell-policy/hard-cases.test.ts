import assert from 'node:assert/strict'
import { describe, test } from 'vitest'
import { evaluate } from '../../../src/safety/evaluate.ts'
import { explainCommand } from '../../../src/safety/explain.ts'
import { parseRule, type StandingRule } from '../../../src/safety/permissions/rule.ts'
import { assessCommand } from '../../../src/safety/shell-policy/assess-command.ts'
import { commandSubject, PLACE } from '../../support/gate/gate-cases.ts'
import { hardCasesIn } from '../../support/gate/hard-cases.ts'

const isHard = (command: string) => explainCommand(command, PLACE).verdict === 'ask-hard'

const LOSSES = {
	'what throws away work asks whatever the mode': 'loss',
	'however it is hidden': 'hidden',
	'what prints credentials asks whatever the mode': 'credentials',
	'what cannot be taken back elsewhere asks whatever the mode': 'elsewhere',
	'what is written outside asks whatever the mode': 'outside',
}
for (const [what, file] of Object.entries(LOSSES))
	describe(what, () => {
		for (const [group, commands] of Object.entries(hardCasesIn(file)))
			test(group, () => {
				assert.deepEqual(
					commands.filter(command => !isHard(command)),
					[],
				)
			})
	})

describe('their harmless neighbours are no such case', () => {
	for (const [group, commands] of Object.entries(hardCasesIn('ordinary')))
		test(group, () => {
			assert.deepEqual(commands.filter(isHard), [])
		})
})

describe('nothing that was stored covers one', () => {
	const commands = ['loss', 'credentials', 'elsewhere']
		.flatMap(name => Object.values(hardCasesIn(name)).flat())
		.filter((command, index) => index % 48 === 0 && !command.includes('\n'))
	const within: Record<string, (command: string) => string> = {
		'by itself': command => command,
		'behind another command': command => `ls && ${command}`,
		'at the end of a pipe': command => `ls | ${command}`,
		'in a loop': command => `for each in a b; do ${command}; done`,
		'in a condition': command => `if ${command}; then ls; fi`,
		'in a subshell': command => `(ls; ${command})`,
	}
	for (const [how, wrap] of Object.entries(within))
		test(how, () => {
			assert.ok(commands.length > 25)
			for (const command of commands.map(wrap)) {
				const { assessment } = assessCommand(command, PLACE)
				assert.deepEqual([assessment.outcome, assessment.sessionKeys], ['ask-always', []], command)
				for (const mode of [{ kind: 'all' }, { kind: 'until', at: 1_000 }] as const) {
					const policy = { mode, now: 0, sessionGrants: new Set([`shell:${command}`]), yolo: false }
					const rules = { rules: anythingAllowed(command), base: { root: PLACE.cwd, home: PLACE.home } }
					assert.equal(
						evaluate(assessment, commandSubject(command), { ...policy, rules }).outcome,
						'ask-always',
						command,
					)
				}
			}
		})
})

/** The rule that names it, and the one that names every command of its program. */
function anythingAllowed(command: string): readonly StandingRule[] {
	const program = command.split(' ')[0]!
	return [command, program].flatMap(text => {
		const rule = parseRule(`shell(${text})`, 'allow')
		return 'expected' in rule ? [] : [{ list: 'allow' as const, rule, text, scope: 'the test' }]
	})
}
