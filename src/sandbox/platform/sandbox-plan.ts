// What one sandboxed command finds, whichever engine makes it so.

import type { SandboxNetwork } from '../../core/sandbox.ts'
import type { Mount } from '../../safety/sandbox/mounts.ts'

export type SandboxPlan = {
	mounts: readonly Mount[]
	own: SandboxFolders
	/** What else shows in places that are the command's own: files that programs find names by. */
	runtimeFiles: readonly string[]
	/** The way to our proxy, for this command alone. */
	proxySocket?: string | undefined
	network: SandboxNetwork
	cwd: string
}

/** Made for us, and thrown away in the end. `root` holds the others. */
export type SandboxFolders = { root: string; tmp: string; varTmp: string; emptyFile: string }
