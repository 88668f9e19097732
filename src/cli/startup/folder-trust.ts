// Folder trust before a session: untrusted content is looked at, and asked about where somebody is there to answer.

import { AgentError } from '../../core/errors.ts'
import type { TrustAnswer, TrustQuestion } from '../../tui/state/tui-options.ts'
import type { HomeFolders } from '../../workspace/places/home-folders.ts'
import { openFolder, type TrustedFolder, trust } from '../../workspace/trust/trust.ts'

/** Without a user there is no trust: left out, what is not trusted already is not used. */
export type AskTrust = (question: TrustQuestion) => Promise<TrustAnswer>

/** @throws AgentError `cancelled` when the user would rather leave */
export async function settleTrust({
	cwd,
	folders,
	ask,
}: {
	cwd: string
	folders: Pick<HomeFolders, 'settingsFile'>
	ask: AskTrust | undefined
}): Promise<TrustedFolder> {
	const folder = await openFolder({ cwd, folders })
	if (folder.standing === 'nothing' || folder.standing === 'trusted' || !ask) return folder
	const { realRoot, offers, changes } = folder
	const answer = await ask({ folder: realRoot, offers, changes })
	if (answer === 'quit') throw new AgentError('cancelled', 'left before the session began')
	return answer === 'trust' ? trust(folder, folders) : folder
}

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
