// Hard rules about the environment, which may hold anybody's keys: what prints it, or reads all of it.

import { isSecretName } from '../analysis/sensitive-paths.ts'
import type { HardRule } from './hard-rule.ts'

export const ENVIRONMENT_RULES: readonly HardRule[] = [
	{
		rule: 'environment',
		when: ({ program, facts: { printsVariables }, texts, command }) => {
			if (texts.length === 1 && /^--(?:version|help)$/.test(texts[0]!)) return undefined
			const isDump = texts.every(text => text.startsWith('-') || isSecretName(text))
			if (printsVariables === 'environment' && isDump) return `${program} prints the environment.`
			if (program === 'set' && command.words.length === 1) return 'set prints every variable.'
			if (printsVariables === 'shell' && texts.every(text => /^-[a-zA-Z]*$/.test(text)))
				return `${program} prints variables.`
			if (program === 'compgen' && texts.some(text => /^-[a-z]*[ev]/.test(text)))
				return 'compgen prints names of variables.'
			// `-uaxe`: there is no such user, so it is read as `uaxe`.
			if (program === 'ps' && texts.some(text => /^(?:-[afwx]*u)?[auxfgw]*e[auxfgw]*$/.test(text)))
				return 'ps prints the environment of processes.'
			return undefined
		},
	},
	{
		rule: 'environment',
		when: ({ facts, texts }) =>
			facts.kind === 'language' &&
			texts.some(text =>
				/process\.env(?!\s*[.?[])|os\.environ(?!\s*[.[])|%ENV|\$_ENV(?!\s*\[)|ENV\.(?:to_h|each|inspect)|getenv\(\)/.test(
					text,
				),
			)
				? 'It reads the whole environment.'
				: undefined,
	},
	{
		rule: 'credentials',
		when: ({ program, texts }) =>
			texts.some(text => METADATA_SERVICE.test(text))
				? `${program} asks the cloud for the credentials of this machine.`
				: undefined,
	},
	{
		rule: 'environment',
		// `ENVIRON["HOME"]` and `env.HOME` ask for one variable, which need not be a secret.
		when: ({ program, texts }) =>
			(/^[gm]?awk$/.test(program) && texts.some(text => /\bENVIRON\b(?!\s{0,9}\[\s{0,9}")/.test(text))) ||
			(program === 'jq' && texts.some(text => /(?:\$\s{0,9}ENV|(?<![\w.$])env)\b(?!\s{0,9}\.)/.test(text)))
				? 'It reads the whole environment.'
				: undefined,
	},
	{
		rule: 'environment',
		when: ({ program, texts }) =>
			/^(?:jq|gojq|jaq|yq)$/.test(program) &&
			texts.some(text =>
				[...text.slice(0, MAX_CODE).matchAll(NAMED_BY_JQ)].some(([, name = '']) => isSecretName(name)),
			)
				? 'It prints a variable that looks like a secret.'
				: undefined,
	},
	{
		rule: 'environment',
		// One variable that is printed and named like a secret.
		when: ({ facts, texts }) => {
			if (facts.kind !== 'language') return undefined
			const prints =
				texts.some(text => PRINTS.test(text)) || texts.some(text => /^-(?:p|pe|-print)$/.test(text))
			const names = texts.flatMap(text =>
				[...text.slice(0, MAX_CODE).matchAll(NAMED)].map(([, name = '']) => name),
			)
			return prints && names.some(isSecretName) ? 'It prints a variable that looks like a secret.' : undefined
		},
	},
]

const MAX_CODE = 20_000
const PRINTS = /\b(?:print|puts|echo|say|console\.\w+|write|print_r|var_dump)\b/
/** Where machines of clouds are told what they may do, and handed the keys for it. */
const METADATA_SERVICE =
	/^(?:https?:\/\/)?(?:169\.254\.(?:169\.254|170\.2|170\.23)|100\.100\.100\.200|192\.0\.0\.192|metadata\.google\.internal|\[fd00:ec2::254\])(?:[:/]|$)/i
const NAMED_BY_JQ = /(?:\$\s{0,9}ENV|(?<![\w.$])env)\s{0,9}(?:\.|\[\s{0,9}")(\w{1,80})/g
const NAMED =
	/(?:process\.env\.|process\.env\[\s?["']|environ(?:\.get\(|\[)\s?["']|getenv\(\s?["']|\$?_?ENV[[{]\s?["']?|ENV\.fetch\(\s?["'])(\w{1,80})/g
