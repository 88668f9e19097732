// Whose things a runtime's are, checked where a program says it.

import { AgentError } from '../../core/errors.ts'
import { type AuthContext, TENANT_NAME } from '../../core/services/auth-context.ts'

/** @throws AgentError `usage` for names that no folder can have */
export function requireTenant(option: string, auth: AuthContext): AuthContext {
	for (const name of [auth.app, auth.user])
		if (!TENANT_NAME.test(name))
			throw new AgentError(
				'usage',
				`${option}: ${JSON.stringify(name)} is no name: letters and digits first, then also . _ @ + -, at most 128`,
			)
	return auth
}
