// Error codes for vendors' errors. Names decide before words, and words before the status, because gateways send the
// right name with the wrong status more often than the other way round. Pure.

import type { ErrorCode } from '../../core/errors.ts'

export type VendorError = {
	code: string
	type: string
	message: string
	status?: number
	/** The server said when to come back, so whatever is used up will be there again. */
	namesWait: boolean
}

export function codeOf(error: VendorError): ErrorCode {
	const named = byName(error)
	// Every gateway calls its own failures a server error, whatever status it gives them.
	if (named !== undefined && (named !== 'server-error' || !saysMore(error.status))) return named
	return (
		byWords(error) ??
		(error.status === undefined && isMistake(error) ? 'bad-request' : byStatus(error.status))
	)
}

export function namesMissingModel(message: string): boolean {
	return /\bmodel\b.{0,80}(?:not found|does not exist|not exist|unknown|no access)|(?:unknown|no such|not found).{0,20}\bmodel\b/i.test(
		message,
	)
}

/** Whether it is about what the server lacks: a request that is too large for it, or a field that it does not know. */
export function isOfServer({ code, message, status }: VendorError): boolean {
	if (status === 413) return true
	return (
		(status === 400 || status === 422) &&
		(UNKNOWN_FIELDS.has(code.toLowerCase()) || UNKNOWN_FIELD.test(message))
	)
}

const UNKNOWN_FIELDS: ReadonlySet<string> = new Set([
	'unknown_parameter',
	'unsupported_parameter',
	'unsupported_value',
])

const UNKNOWN_FIELD =
	/(?:unknown|unsupported|unrecognized|unexpected)\b.{0,20}\b(?:parameter|argument|field|property|value)|\b(?:parameter|argument|field|property|feature|tools?|images?|functions?)\b.{0,80}\b(?:not|n't) (?:supported|permitted|allowed|available)|does(?: not|n't) support|extra (?:inputs|fields) (?:are )?not (?:permitted|allowed)|additional properties/i

/** 400 and 500 are what servers answer that cannot say what went wrong. */
function saysMore(status: number | undefined): boolean {
	return status !== undefined && status > 400 && status !== 500
}

function byName({ code, type, namesWait }: VendorError): ErrorCode | undefined {
	const named = NAMES.get(code.toLowerCase()) ?? NAMES.get(type.toLowerCase())
	// Google says RESOURCE_EXHAUSTED and a retry delay for a limit of so much a minute.
	return named === 'quota-exhausted' && namesWait && code !== 'insufficient_quota' ? 'rate-limited' : named
}

/** In the middle of a stream there is no status to say that the request was at fault. The words may still know better. */
function isMistake({ code, type }: VendorError): boolean {
	return [code, type].some(name => MISTAKES.has(name.toLowerCase()))
}

const MISTAKES: ReadonlySet<string> = new Set([
	'invalid_request_error',
	'invalid_request',
	'invalid_argument',
	'invalid_value',
	'invalid_prompt',
	'bad_request',
	'badrequesterror',
	'validation_error',
	'validationexception',
	'unsupported_parameter',
	'unsupported_value',
])

const NAMES: ReadonlyMap<string, ErrorCode> = new Map([
	['insufficient_quota', 'quota-exhausted'],
	['billing_hard_limit_reached', 'quota-exhausted'],
	['billing_not_active', 'quota-exhausted'],
	['billing_error', 'quota-exhausted'],
	['usage_limit_reached', 'quota-exhausted'],
	['usage_not_included', 'quota-exhausted'],
	['exceeded_current_quota_error', 'quota-exhausted'],
	['insufficient_balance_error', 'quota-exhausted'],
	['rate_limit_exceeded', 'rate-limited'],
	['rate_limit_error', 'rate-limited'],
	['too_many_requests', 'rate-limited'],
	['too_many_requests_error', 'rate-limited'],
	['rate_limit_reached_error', 'rate-limited'],
	['service_tier_capacity_exceeded', 'rate-limited'],
	['queue_exceeded', 'rate-limited'],
	['throttlingexception', 'rate-limited'],
	['resource_exhausted', 'rate-limited'],
	['overloaded_error', 'overloaded'],
	['overloaded', 'overloaded'],
	['server_is_overloaded', 'overloaded'],
	['slow_down', 'overloaded'],
	['unavailable', 'overloaded'],
	['engine_overloaded', 'overloaded'],
	['engine_overloaded_error', 'overloaded'],
	['serviceunavailableexception', 'overloaded'],
	['context_length_exceeded', 'context-overflow'],
	['context_window_exceeded', 'context-overflow'],
	['exceed_context_size_error', 'context-overflow'],
	['model_context_window_exceeded', 'context-overflow'],
	['content_filter', 'content-filter'],
	['content_policy_violation', 'content-filter'],
	['image_content_policy_violation', 'content-filter'],
	['misalignment_policy_violation', 'content-filter'],
	['bio_policy', 'content-filter'],
	['data_inspection_failed', 'content-filter'],
	['responsibleaipolicyviolation', 'content-filter'],
	['invalid_api_key', 'auth-failed'],
	['authentication_error', 'auth-failed'],
	['permission_error', 'auth-failed'],
	['permission_denied', 'auth-failed'],
	['unauthenticated', 'auth-failed'],
	['accessdeniedexception', 'auth-failed'],
	['model_not_found', 'not-found'],
	['not_found_error', 'not-found'],
	['not_found', 'not-found'],
	['timeout_error', 'timeout'],
	['deadline_exceeded', 'timeout'],
	['api_error', 'server-error'],
	['server_error', 'server-error'],
	['internal_error', 'server-error'],
	['internal_server_error', 'server-error'],
])

function byWords({ message, namesWait, status }: VendorError): ErrorCode | undefined {
	if (CONTEXT.test(message) && (status === undefined || status < 500 || /context/i.test(message)))
		return 'context-overflow'
	if (QUOTA.test(message) && !namesWait) return 'quota-exhausted'
	if (FILTER.test(message)) return 'content-filter'
	// Some gateways answer 400 for a key they do not know.
	if (/(?:incorrect|invalid).{0,12}api.?key|api.?key not valid/i.test(message)) return 'auth-failed'
	return status === undefined ? byWordsAlone(message) : undefined
}

/** Where no status says it: services that number their errors still write what they are. */
function byWordsAlone(message: string): ErrorCode | undefined {
	if (/rate.?limit|too many requests/i.test(message)) return 'rate-limited'
	if (/\bat capacity\b|over capacity|overloaded/i.test(message)) return 'overloaded'
	if (/^login fail|unauthorized/i.test(message)) return 'auth-failed'
	return undefined
}

const CONTEXT =
	/maximum context length|context (?:length|window|size)|prompt is too long|input is too long|too many (?:input )?tokens|exceed.{0,30}context/i

const FILTER =
	/content (?:management )?policy|content filter|(?:inappropriate|sensitive|unsafe) content|new_sensitive/i

const QUOTA =
	/exceeded your current quota|credit balance is too low|insufficient (?:credits|balance|funds)|usage limit|spend(?:ing)? limit|billing/i

function byStatus(status: number | undefined): ErrorCode {
	switch (status) {
		case 401:
		case 403:
			return 'auth-failed'
		case 402:
			return 'quota-exhausted'
		case 404:
			return 'not-found'
		case 408:
		case 504:
			return 'timeout'
		case 429:
			return 'rate-limited'
		case 503:
		case 529:
			return 'overloaded'
		// A captive portal's: nothing gets anywhere until somebody logs in.
		case 511:
			return 'config-invalid'
		default:
			return status === undefined || status >= 500 ? 'server-error' : 'bad-request'
	}
}
