// Whether commands that the sandbox holds run without a question in a folder: what the user's settings say, as far as the
// folder is trusted.

import type { SandboxedCommands, SandboxNetwork } from '../../core/sandbox.ts'

type SandboxedSettings = {
	settings: {
		approvals: { sandboxed: 'run' | 'ask' | undefined }
		sandbox: { network: SandboxNetwork | undefined }
	}
	/** Of values that are not built in. */
	sources: ReadonlyMap<string, { layer: string }>
}

/** Of a folder: what its user has said of what it brings along, if it brings anything. */
type Standing = 'nothing' | 'new' | 'changed' | 'trusted'

/**
 * The built-in `run` holds in a trusted folder; in one that brings nothing along the user is told first, and without
 * a user it asks. A folder that brings something along and is not trusted asks, whatever the settings say.
 * @param canChoose - the user sits in front of it, and can be told at the first command what becomes of them
 */
export function sandboxedCommands(
	{ settings, sources }: SandboxedSettings,
	{ standing }: { standing: Standing },
	canChoose: boolean,
): SandboxedCommands {
	const source = sources.get('approvals.sandboxed')
	if (settings.approvals.sandboxed === 'ask' || standing === 'new' || standing === 'changed') return 'ask'
	// A project may only say less than its user.
	const isChosen = source !== undefined && source.layer !== 'project' && source.layer !== 'local'
	if (isChosen) return 'run'
	// What may reach any host is not held.
	if (settings.sandbox.network === 'on') return 'ask'
	if (canChoose) return 'choose'
	return standing === 'trusted' ? 'run' : 'ask'
}
