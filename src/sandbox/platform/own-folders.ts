// The folders of a session's commands in the folder for temporary files, which are thrown away in the end.

import { mkdirSync, mkdtempSync, realpathSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { processKey } from '../../process/process-alive.ts'
import type { SandboxFolders } from './sandbox-plan.ts'

const PREFIX = 'keelson-'

/** Names of such folders. */
export const OWN_FOLDER = /^keelson-[A-Za-z0-9]{6}$/

/** Says whose it is, for whoever clears up after a process that was killed. */
export const OWNER_FILE = 'owner'

export function makeOwnFolders(): SandboxFolders {
	const root = realpathSync(mkdtempSync(join(tmpdir(), PREFIX)))
	const own = {
		root,
		tmp: join(root, 'tmp'),
		varTmp: join(root, 'var-tmp'),
		emptyFile: join(root, 'empty'),
	}
	writeFileSync(join(root, OWNER_FILE), processKey(), { mode: 0o600 })
	mkdirSync(own.tmp, { mode: 0o700 })
	mkdirSync(own.varTmp, { mode: 0o700 })
	writeFileSync(own.emptyFile, '', { mode: 0o444 })
	return own
}
