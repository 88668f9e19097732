// The folders of a session's commands in the folder for temporary files, which are thrown away in the end.

import { mkdirSync, mkdtempSync, realpathSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { SandboxFolders } from './sandbox-plan.ts'

export function makeOwnFolders(): SandboxFolders {
	const root = realpathSync(mkdtempSync(join(tmpdir(), 'keelson-')))
	const own = {
		root,
		tmp: join(root, 'tmp'),
		varTmp: join(root, 'var-tmp'),
		emptyFile: join(root, 'empty'),
	}
	mkdirSync(own.tmp, { mode: 0o700 })
	mkdirSync(own.varTmp, { mode: 0o700 })
	writeFileSync(own.emptyFile, '', { mode: 0o444 })
	return own
}
