// Profiles: named sets of model, providers, account and approvals in the user's own file. One that is chosen is a
// layer of its own, right above that file.

import { isDeepStrictEqual } from 'node:util'
import { AgentError } from '../../core/errors.ts'
import type { JsonObject, JsonValue } from '../../core/json.ts'
import { isObject } from '../../core/json.ts'
import type { Effort } from '../../core/model.ts'
import type { ModelRef } from '../../core/model-ref.ts'
import { nearestNames } from '../../core/text/nearest.ts'
import type { SettingValues } from './settings-file.ts'
import { flatten } from './settings-file.ts'
import type { Settings } from './settings-schema.ts'

/**
 * What a profile sets, by `section.key`. Its `login` becomes one of each provider that it is about.
 * @param variable - where the name was read, if it was not typed
 * @param below - the user's file and what it says, which has been checked
 * @throws AgentError `config-invalid` for a name that no profile has
 */
export function profileValues(
	name: string,
	{ file, values, variable }: { file: string; values: SettingValues; variable?: string | undefined },
): SettingValues {
	const profile = values.get(`${PREFIX}${name}`)
	if (!isObject(profile)) throw unknownProfile(name, { file, values, variable })
	const { login, ...settings } = profile
	return new Map([...flatten(settings), ...(login === undefined ? [] : loginsOf(settings, login, values))])
}

const PREFIX = 'profiles.'

/** A provider for which the profile has a key of its own goes by that one. */
function loginsOf(
	settings: JsonObject,
	login: JsonValue,
	below: SettingValues,
): readonly (readonly [string, JsonValue])[] {
	const own = isObject(settings.providers) ? settings.providers : {}
	const ids = new Set([...Object.keys(own), ...providersOf(settings.model)])
	return [...ids].flatMap(id => {
		const provider = own[id] ?? below.get(`providers.${id}`) ?? {}
		if (!isObject(provider) || hasOwnKey(own[id])) return []
		return [[`providers.${id}`, { ...provider, login }] as const]
	})
}

function hasOwnKey(provider: object | JsonValue | undefined): boolean {
	return typeof provider === 'object' && KEY_FIELDS.some(field => Object.hasOwn(provider ?? {}, field))
}

const KEY_FIELDS = ['apiKeyEnv', 'apiKeyCommand', 'login']

/** Of `provider/model`, or of a list of them. */
function providersOf(model: JsonValue | readonly string[] | undefined): readonly string[] {
	const chain = Array.isArray(model) ? model : String(model ?? '').split(',')
	return chain.map(ref => String(ref).trim().split('/')[0]!).filter(id => id !== '')
}

/** What can be changed to while a session is open. */
export type ProfileChoice = {
	name: string
	chain: readonly ModelRef[]
	effort: Effort | undefined
	/** What it says of how its models are reached, which is settled when the program starts. */
	needsStart: 'providers' | 'login' | undefined
	/** Its approvals; they are for the user to change by hand. */
	approvals: string | undefined
}

/** @param inForce - the profile that was chosen at the start */
export function profileChoices(
	{ profiles, providers }: Pick<Settings, 'profiles' | 'providers'>,
	inForce: string | undefined,
): readonly ProfileChoice[] {
	const moved = (inForce !== undefined && profiles[inForce]?.providers) || {}
	return Object.entries(profiles).map(([name, profile]) => {
		const chain = [profile.model ?? []].flat().flatMap(text => text.split(','))
		const reached = [...new Set(providersOf(profile.model))]
		const own = profile.providers ?? {}
		const isMoved = (id: string) =>
			own[id] === undefined
				? moved[id] !== undefined
				: !isDeepStrictEqual({ ...own[id], login: undefined }, { ...providers[id], login: undefined })
		const isElse = (id: string) => !hasOwnKey(own[id]) && profile.login !== providers[id]?.login
		return {
			name,
			chain: chain.flatMap(text => refOf(text.trim())),
			effort: profile.effort,
			needsStart: needOf(),
			approvals: profile.approvals?.mode,
		}

		function needOf(): ProfileChoice['needsStart'] {
			if (name === inForce) return undefined
			if (reached.some(isMoved)) return 'providers'
			return reached.some(isElse) ? 'login' : undefined
		}
	})
}

function refOf(text: string): readonly ModelRef[] {
	if (text === 'demo') return [{ provider: 'demo', model: 'demo' }]
	const slash = text.indexOf('/')
	return slash < 1 ? [] : [{ provider: text.slice(0, slash), model: text.slice(slash + 1) }]
}

function unknownProfile(
	name: string,
	{ file, values, variable }: { file: string; values: SettingValues; variable: string | undefined },
): AgentError {
	const names = [...values.keys()].flatMap(key => (key.startsWith(PREFIX) ? [key.slice(PREFIX.length)] : []))
	const guess = nearestNames(name, names)[0]
	const there =
		names.length === 0
			? `${file} has none (profiles.<name> = { "model": "provider/model" })`
			: `${guess ? `did you mean ${guess}? ` : ''}There are ${names.join(', ')} in ${file}`
	return new AgentError(
		'config-invalid',
		`${variable === undefined ? '' : `${variable}: `}there is no profile "${name}": ${there}`,
	)
}
