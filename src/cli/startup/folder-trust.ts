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
