// Passwords in URLs, and URLs that are passwords: whoever knows the address of a webhook may use it.

import type { SecretMatch } from './stage.ts'

/** @param at - of a colon, which may be the one of `://` */
export function credentialsInAddress(text: string, at: number, floor: number): SecretMatch | undefined {
	if (text.charCodeAt(at) !== 58 || text.charCodeAt(at + 1) !== 47 || text.charCodeAt(at + 2) !== 47)
		return undefined
	if (at === floor || !/[A-Za-z0-9]/.test(text[at - 1] ?? '')) return undefined
	return password(text, at + 3) ?? webhook(text, at + 3)
}

function password(text: string, start: number): SecretMatch | undefined {
	USER.lastIndex = start
	const user = USER.exec(text)
	if (!user) return tokenOfUser(text, start)
	const begin = start + user[0].length
	PASSWORD.lastIndex = begin
	const found = PASSWORD.exec(text)
	if (!found) return databasePassword(text, start, begin)
	const value = found[0].slice(0, -1)
	if (isPlaceholder(value) || /^\d{2,5};/.test(value)) return undefined
	// A token may stand for the user: `https://ghp_…:x-oauth-basic@host`. Then it goes, too.
	const isTokenUser = user[0].length > 20 && /\d/.test(user[0])
	return { start: isTokenUser ? start : begin, end: begin + value.length, mask: 'url-password' }
}

/** `https://token@host`, where nothing else is the user. An address of Sentry has a public key there. */
function tokenOfUser(text: string, start: number): SecretMatch | undefined {
	TOKEN_USER.lastIndex = start
	const token = TOKEN_USER.exec(text)?.[0]
	if (token === undefined || !/(?:\d.*){3}/.test(token) || !/[A-Za-z]/.test(token)) return undefined
	return { start, end: start + token.length, mask: 'url-password' }
}

const TOKEN_USER = /[A-Za-z0-9_-]{20,256}(?=@(?![\w.-]*(?:ingest|sentry))[\w.-]{1,128}\.[a-z]{2,16}[/:"'\s])/y

/** A password of a database with signs in it that an address has for itself. */
function databasePassword(text: string, start: number, begin: number): SecretMatch | undefined {
	if (
		!/(?:postgres(?:ql)?|mysql|mariadb|mongodb|rediss?|amqps?|mssql|snowflake|clickhouse)(?:\+\w{2,12})?:\/\/$/.test(
			text.slice(Math.max(0, start - 32), start),
		)
	)
		return undefined
	LAX.lastIndex = begin
	const value = LAX.exec(text)?.[1]
	return value === undefined || isPlaceholder(value)
		? undefined
		: { start: begin, end: begin + value.length, mask: 'url-password' }
}

const LAX =
	/(?!\d{2,5}[/?;])([^\x00-\x20"'`<>[\]{}()@]{3,256})@(?=[\w.-]{1,128}(?::\d{2,5})?(?:[/?,\s"'`]|$))/y

const USER = /[^\x00-\x20:/@"'`<>[\]{}()]{0,256}:/y
/** Up to the last `@` before the path: a password may have one in it. */
const PASSWORD = /[^\x00-\x20/"'`<>[\]{}()?#]{1,256}@(?=[^\x00-\x20"'`<>()@])/y

/** `postgres%3A%2F%2Fuser%3Apassword%40host`, as one is in a query. @param at - of the `%` of the first colon */
export function credentialsInEscapedAddress(text: string, at: number): SecretMatch | undefined {
	if (text.charCodeAt(at) !== 37 || text.charCodeAt(at + 1) !== 51) return undefined
	ESCAPED.lastIndex = at
	const found = ESCAPED.exec(text)
	if (!found || isPlaceholder(found[2]!)) return undefined
	const start = at + found[1]!.length
	return { start, end: start + found[2]!.length, mask: 'url-password' }
}

const ESCAPED = /(%3a%2f%2f[\w.-]{0,64}%3a)((?:[\w.~!*-]|%(?!40|2f|3f)[0-9a-f]{2}){1,256})(?=%40)/iy

/**
 * `$PASS`, `***`, `<password>`, `%s` of a format, and the word in capitals. In small letters it is what many a database
 * at work has for a password.
 */
function isPlaceholder(value: string): boolean {
	return /^(?:\$\w*|\*+|x{3,}|\.{3}|%[sv]|\[redacted.*)$/i.test(value) || /^PASS(?:WORD|WD)?$/.test(value)
}

function webhook(text: string, start: number): SecretMatch | undefined {
	WEBHOOK.lastIndex = start
	const found = WEBHOOK.exec(text)
	if (!found || /x{8}|0{8}/i.test(found[0]) || /\/(?:TOKEN|YOUR)/.test(found[0])) return undefined
	const begin = start + found[1]!.length
	return { start: begin, end: start + found[0].length, mask: 'token' }
}

const WEBHOOK = new RegExp(
	`(${[
		'hooks\\.slack\\.com/(?:services|workflows|triggers)/',
		'(?:canary\\.|ptb\\.)?discord(?:app)?\\.com/api/(?:v\\d+/)?webhooks/\\d+/',
		'hooks\\.zapier\\.com/hooks/catch/',
		'outlook\\.office(?:365)?\\.com/webhook/',
		'[\\w-]{1,63}\\.webhook\\.office\\.com/webhookb2/',
		'maker\\.ifttt\\.com/(?:trigger/[\\w-]{1,64}/)?(?:json/)?(?:with|use)/(?:key/)?',
		'open\\.(?:feishu\\.cn|larksuite\\.com)/open-apis/bot/v2/hook/',
		'qyapi\\.weixin\\.qq\\.com/cgi-bin/webhook/send\\?key=',
		'[\\w-]{1,40}\\.infura\\.io/(?:ws/)?v3/',
		'[\\w-]{1,40}\\.g\\.alchemy\\.com/(?:nft/)?v[23]/',
		'events\\.pagerduty\\.com/integration/',
		'offline\\?data=(?=[A-Za-z0-9+/%_-]{24})',
		'[\\w.-]{4,80}/hooks/(?=[a-z0-9]{26}(?![\\w/-]))',
		'hook\\.(?:eu1|us1|us2)\\.make\\.com/',
		'chat\\.googleapis\\.com/v1/spaces/[\\w-]{1,64}/messages\\?',
	].join('|')})[\\w/@=&%.~-]{16,512}`,
	'y',
)
