// The Node that the queue in PostgreSQL needs, which is newer than the one the rest runs on.

import { AgentError } from '../../core/errors.ts'

/** @throws AgentError `config-invalid` where the queue does not run */
export function requireNode(version: string): void {
	const [major = 0, minor = 0] = version.split('.').map(Number)
	if (major > LEAST_MAJOR || (major === LEAST_MAJOR && minor >= LEAST_MINOR)) return
	throw new AgentError(
		'config-invalid',
		`a database needs Node ${LEAST_MAJOR}.${LEAST_MINOR} or newer, and this is Node ${version}; without one a server works on this machine alone`,
	)
}

/** What pg-boss asks for. */
const LEAST_MAJOR = 22
const LEAST_MINOR = 12
