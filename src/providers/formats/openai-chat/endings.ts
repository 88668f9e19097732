// Why a reply of Chat Completions ended, in the words of all who offer it. Pure.

import { AgentError, type ErrorCode } from '../../../core/errors.ts'
import type { FinishReason } from '../../../core/model.ts'

/** @returns undefined where the contents know it better: many servers say `stop` after calls */
export function finishReason(said: string | undefined): FinishReason | undefined {
	return REASONS.get(wordOf(said))
}

/** A server that gives up says so as a reason to finish, and what it had written until then is no answer. */
export function failureSaid(said: string | undefined): AgentError | undefined {
	const code = FAILURES.get(wordOf(said))
	return code && new AgentError(code, `the model's server ended the reply for a reason of its own: ${said}`)
}

/** Gemini says more behind a colon: `content_filter: PROHIBITED_CONTENT`. */
function wordOf(said = ''): string {
	const [word = ''] = said.toLowerCase().split(':')
	return word.trim()
}

const REASONS: ReadonlyMap<string, FinishReason> = new Map([
	['length', 'length'],
	['max_tokens', 'length'],
	['max_output_tokens', 'length'],
	['max_length', 'length'],
	['model_length', 'length'],
	['model_context_window_exceeded', 'length'],
	['token_limit', 'length'],
	['content_filter', 'content-filter'],
	['content_filtered', 'content-filter'],
	['safety', 'content-filter'],
	['recitation', 'content-filter'],
	['blocklist', 'content-filter'],
	['prohibited_content', 'content-filter'],
	['sensitive', 'content-filter'],
	['error_toxic', 'content-filter'],
	['refusal', 'refusal'],
])

const FAILURES: ReadonlyMap<string, ErrorCode> = new Map([
	['error', 'server-error'],
	['abort', 'server-error'],
	['network_error', 'server-error'],
	['insufficient_system_resource', 'overloaded'],
	// The model has written a call that Gemini cannot read: it may do better the next time.
	['malformed_function_call', 'server-error'],
	['function_call_filter', 'server-error'],
])
