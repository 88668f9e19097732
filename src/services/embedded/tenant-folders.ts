// Where things of one tenant lie on this machine: those of whoever works here where they always were, each other
// tenant's in folders of their own, so that neither memory nor a list of sessions can come upon them.

import { join } from 'node:path'
import { type AuthContext, isSameTenant, LOCAL } from '../../core/services/auth-context.ts'
import type { HomeFolders } from '../../workspace/places/home-folders.ts'

/** Settings, keys and what is known about models stay the server's. */
export function tenantFolders(folders: HomeFolders, auth: AuthContext): HomeFolders {
	if (isSameTenant(auth, LOCAL)) return folders
	const root = join(folders.data, 'tenants', tenantPath(auth))
	return {
		...folders,
		config: root,
		data: root,
		sessions: join(root, 'sessions'),
		artefacts: join(root, 'artefacts'),
		index: join(root, 'index.db'),
		media: join(root, 'media'),
		checkpoints: join(root, 'checkpoints'),
		worktrees: join(folders.worktrees, 'tenants', tenantPath(auth)),
	}
}

/** The same for no two tenants, also where a file system takes `A` and `a` for one. */
export function tenantPath({ app, user }: AuthContext): string {
	return join(inLowerCase(app), inLowerCase(user))
}

/** Whose folder that is. */
export function tenantAt(app: string, user: string): AuthContext {
	return { app: asItWas(app), user: asItWas(user) }
}

// No name has this character (`TENANT_NAME`).
function inLowerCase(name: string): string {
	return name.replaceAll(/[A-Z]/g, letter => `=${letter.toLowerCase()}`)
}

function asItWas(folder: string): string {
	return folder.replaceAll(/=([a-z])/g, (_, letter: string) => letter.toUpperCase())
}
