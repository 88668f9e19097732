// Hard rules about what stands elsewhere: services, packages, databases and vaults, by the verbs of the programs that
// reach them and by what those are given in a language of their own.

import { codeOf, fedTo, programName, sourcesOf } from '../nested/wrappers.ts'
import { factsOf } from '../programs/facts.ts'
import type { VerbEffect } from '../programs/verbs/verb-rows.ts'
import { destructiveQuery, isDatabaseClient } from './destructive-queries.ts'
import type { HardRule, ProgramCall } from './hard-rule.ts'

export const SERVICE_RULES: readonly HardRule[] = [
	...Object.entries({
		'cannot-be-taken-back': 'loses',
		published: 'publishes',
		credentials: 'shows',
		'obeyed-later': 'arranges',
	} satisfies Record<string, VerbEffect>).map(
		([rule, effect]): HardRule => ({
			rule,
			when: call => (effectOf(call) === effect ? `${call.program} ${WHAT[effect]}` : undefined),
		}),
	),
	{
		rule: 'cannot-be-taken-back',
		// `yes | terraform apply`: the question is answered before it is asked.
		when: ({ program, texts, command }) => {
			const changes =
				/^(?:terraform|tofu|terragrunt|pulumi|cdk)$/.test(program) &&
				texts.some(text => /^(?:apply|up|deploy)$/.test(text))
			return changes && sourcesOf(command).some(source => factsOf(programName(source) ?? '').says)
				? `${program} changes what runs elsewhere, and its question is answered beforehand.`
				: undefined
		},
	},
	{
		rule: 'database',
		when: ({ program, texts, command }) =>
			isDatabaseClient(program)
				? destructiveQuery(program, [...texts, ...fedTo(command), ...codeOf(command).slice(texts.length)])
				: undefined,
	},
]

const WHAT: Readonly<Record<VerbEffect, string>> = {
	loses: 'takes away, ends or overwrites what cannot be brought back from here.',
	publishes: 'puts out for everybody, or withdraws, what cannot be called back.',
	shows: 'prints or hands out credentials.',
	arranges: 'sets what is run or obeyed later.',
}

function effectOf({ program, texts, effect }: ProgramCall): VerbEffect | undefined {
	return effect === 'loses' && isOnThisMachine(program, texts) ? undefined : effect
}

const WEB_CLIENTS: ReadonlySet<string> = new Set(['curl', 'wget', 'http', 'https', 'httpie', 'xh', 'xhs'])
const ADDRESS = /^(?:https?:\/\/)?(?:localhost|127(?:\.\d+){3}|\[::1\]|0\.0\.0\.0)?(?::\d+)?(?:\/|\?|$)/i

/** A server that is being worked on: what is deleted there is test data. */
function isOnThisMachine(program: string, texts: readonly string[]): boolean {
	if (!WEB_CLIENTS.has(program)) return false
	const addresses = texts.filter(
		text => /^https?:\/\//i.test(text) || (!text.startsWith('-') && /^[\w.[\]:-]+[:/]/.test(text)),
	)
	return addresses.length > 0 && addresses.every(address => ADDRESS.test(address) && !/@/.test(address))
}
