// Settings that a command stores, their name and their value one behind the other: `npm config set //host/:_authToken …`,
// `git config user.password …`, `aws configure set aws_secret_access_key …`, `set -x DB_PASSWORD …` of fish.

import { readQuoted } from './quoted.ts'
import { isPasswordName, nameOf } from './secret-names.ts'
import { isFilledIn, isSecretSetting } from './secret-values.ts'
import type { SecretMatch } from './stage.ts'

/** @param begin - of what follows `set` or `config`; @param before - what stands in front of it */
export function configuredValue(text: string, begin: number, before: string): SecretMatch | undefined {
	KEY.lastIndex = begin
	const found = KEY.exec(text)
	if (!found) return undefined
	const [, options = '', key = ''] = found
	const value = valueAt(text, KEY.lastIndex)
	if (value === undefined || /^(?:set|get|delete|list|unset|rm)$/.test(key)) return undefined
	const name = nameOf(key.slice(key.search(/[^./:]*$/)))
	if (!STORES.test(before)) return isShellSetting(key, name, value) ? masked(value) : undefined
	if (key.startsWith('http-basic.')) return masked(valueAt(text, value.end + 1))
	if (/^(?:pypi-token|github-oauth|gitlab-(?:oauth|token)|bearer)\./.test(key)) return masked(value)
	if (/\bbundle[ \t]/.test(before) && key.includes('.')) return passwordOfPair(value)
	if (/\bpulumi[ \t]/.test(before) && /(?:^|[ \t])--secret\b/.test(`${options} ${lineFrom(text, value.end)}`))
		return masked(value)
	return name === undefined || /^(?:true|false|\d{1,5})$/.test(value.text) ? undefined : masked(value)
}

const STORES =
	/\b(?:(?:npm|pnpm|yarn|pulumi|bundle|poetry|composer|git)[ \t]+(?:-C[ \t]+\S+[ \t]+)?(?:config[ \t]+)?|user-secrets[ \t]+|aws[ \t]+configure[ \t]+)$/
const KEY = /((?:-[^\s"'=]+[ \t]+){0,4})["']?([^\s"'=<>|;&]{2,128})["']?[ \t]{1,8}/y

type SettingValue = { start: number; end: number; text: string }

/** Of fish, of a console: a name in capitals, or a password that ends its command. */
function isShellSetting(key: string, name: string | undefined, value: SettingValue): boolean {
	if (name === undefined || !/^[\w.-]+$/.test(key)) return false
	if (!/\d/.test(value.text) || !/[A-Za-z]/.test(value.text)) return false
	return /^[A-Z][A-Z0-9_]{3,}$/.test(key)
		? isSecretSetting(name, value.text)
		: isPasswordName(name) && isSecretSetting(name, value.text)
}

/** `user:password` of a host. */
function passwordOfPair({ start, end, text }: SettingValue): SecretMatch | undefined {
	const colon = text.indexOf(':')
	return colon > 0 && isFilledIn(text.slice(colon + 1))
		? { start: start + colon + 1, end, mask: 'secret' }
		: undefined
}

function masked(value: SettingValue | undefined): SecretMatch | undefined {
	return value && value.text.length >= 4 && isFilledIn(value.text)
		? { start: value.start, end: value.end, mask: 'secret' }
		: undefined
}

function valueAt(text: string, begin: number): SettingValue | undefined {
	const quoted = readQuoted(text, begin)
	if (quoted) return quoted
	BARE.lastIndex = begin
	const found = BARE.exec(text)?.[0]
	return found === undefined ? undefined : { start: begin, end: begin + found.length, text: found }
}

const BARE = /(?!-)[^\x00-\x20"'`|;&<>()]{1,512}/y

function lineFrom(text: string, begin: number): string {
	return text.slice(begin, begin + 80).split(/[\n|;&]/, 1)[0]!
}
