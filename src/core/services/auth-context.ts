// The auth context: whose things a service call is about. It comes first in every one of them (SPEC R4).

/** Nothing of one tenant is visible to another: a foreign id answers like one that does not exist. */
export type AuthContext = {
	/** The program in front of us. */
	readonly app: string
	/** Its user. */
	readonly user: string
}

/** Who works on this machine without a server in between. */
export const LOCAL: AuthContext = { app: 'local', user: 'local' }

/** What an app and a user may be called: it ends up in folder names and in logs. */
export const TENANT_NAME = /^[A-Za-z0-9][A-Za-z0-9._@+-]{0,127}$/

export function isSameTenant(a: AuthContext, b: AuthContext): boolean {
	return a.app === b.app && a.user === b.user
}
