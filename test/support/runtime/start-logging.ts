// A process that writes to a log, beside others that do.

import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'

/** @returns its exit code, once every line is written */
export function startLogging(
	path: string,
	{ lines, limitBytes, keep }: { lines: number; limitBytes: number; keep: number },
): Promise<number | null> {
	const args = [CHILD, path, String(lines), String(limitBytes), String(keep)]
	const child = spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'inherit'] })
	return new Promise(resolve => child.once('close', resolve))
}

const CHILD = fileURLToPath(new URL('logging-child.ts', import.meta.url))
