// What of an untrusted folder is not used, in words for the user.

import type { TrustedFolder } from './trust.ts'

/** What is not used, told once; settings are told key by key. */
export function unusedContent({ standing, offers, changes }: TrustedFolder): readonly string[] {
	if (standing === 'nothing' || standing === 'trusted') return []
	const files = [...new Set(offers.filter(({ kind }) => kind !== 'setting').map(({ file }) => visible(file)))]
	const why =
		standing === 'changed'
			? `what this folder brings along has changed since it was trusted (${changes.map(visible).join(', ')})`
			: 'this folder is not trusted'
	const unused = files.length > 0 ? ` ${files.join(', ')} ${files.length === 1 ? 'is' : 'are'} not used.` : ''
	return [`${why}.${unused} “agent trust” shows what it would do, and trusts it.`]
}

/** Names may hold anything; the terminal gets to see it and not to obey it. */
export function visible(name: string): string {
	return name.replaceAll(
		/[\0-\x1f\x7f-\x9f]|\p{Cf}/gu,
		character => `\\u{${character.codePointAt(0)?.toString(16)}}`,
	)
}
