// What a login server says no with: an `auth-failed` that repeats its words, and nothing in them that a terminal would act
// on.

import { AgentError } from '../../../core/errors.ts'

/** A refusal of the login server is one of ours; that it could not be asked stays what it is. */
export async function refusal(error: unknown): Promise<never> {
	const { OAuthError } = await import('@modelcontextprotocol/client')
	if (!(error instanceof OAuthError)) throw error
	const said = [error.code, error.message].filter((part, i, all) => all.indexOf(part) === i).join(': ')
	throw new AgentError('auth-failed', `the login server refuses: ${printable(said)}`, { cause: error })
}

/** The login server's own code for a refusal: `invalid_grant`. */
export async function codeOf(error: unknown): Promise<string | undefined> {
	const { OAuthError } = await import('@modelcontextprotocol/client')
	const cause = error instanceof AgentError ? error.cause : error
	return cause instanceof OAuthError ? cause.code : undefined
}

/** One line of foreign text, short, and nothing in it that a terminal would act on. */
export function printable(text: string): string {
	return text.replaceAll(/[^\x20-\x7e]+/g, ' ').slice(0, 200)
}
