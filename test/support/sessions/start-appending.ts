// The appending child, started and listened to.

import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

export type Appending = {
	pid: number
	/** The next line it says; rejects when it ended without another one. */
	line(): Promise<string>
	says(expected: string): Promise<void>
	kill(signal: NodeJS.Signals): void
	/** All that it has said. */
	ended: Promise<{ lines: readonly string[]; stderr: string }>
}

/**
 * @param limitKiB - as large as a file of it may grow
 * @param thenWait - keeps the session open until it is killed
 */
export function startAppending(options: {
	folder: string
	sessionId: string
	sizeBytes?: number
	count?: number
	limitKiB?: number
	thenWait?: boolean
	/** What it is started under, such as a container. */
	under?: readonly string[]
}): Appending {
	const { folder, sessionId, sizeBytes = 20, count = Number.POSITIVE_INFINITY, limitKiB } = options
	const after = options.thenWait ? 'wait' : 'close'
	const node = [
		...(options.under ?? []),
		process.execPath,
		CHILD,
		folder,
		sessionId,
		String(sizeBytes),
		String(count),
		after,
	]
	const [command = '', ...args] =
		limitKiB === undefined ? node : ['bash', '-c', `ulimit -f ${limitKiB}; exec "$@"`, 'bash', ...node]
	const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'] })
	const lines: string[] = []
	let stderr = ''
	let isEnded = false
	let heard = () => {}
	createInterface({ input: child.stdout }).on('line', line => {
		lines.push(line)
		heard()
	})
	child.stderr.setEncoding('utf8').on('data', (text: string) => {
		stderr += text
	})
	const ended = new Promise<{ lines: readonly string[]; stderr: string }>(resolve => {
		child.once('close', () => {
			isEnded = true
			heard()
			resolve({ lines, stderr })
		})
	})
	let read = 0
	const line = async (): Promise<string> => {
		while (read >= lines.length) {
			if (isEnded) throw new Error(`the child ended after ${JSON.stringify(lines)}: ${stderr}`)
			await new Promise<void>(resolve => {
				heard = resolve
			})
		}
		return lines[read++]!
	}
	return {
		pid: child.pid ?? 0,
		line,
		async says(expected) {
			const said = await line()
			if (said !== expected) throw new Error(`the child said ${said} and not ${expected}`)
		},
		kill: signal => void child.kill(signal),
		ended,
	}
}

const CHILD = fileURLToPath(new URL('./appending-child.ts', import.meta.url))
