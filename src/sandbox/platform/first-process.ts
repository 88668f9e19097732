// The first process inside a sandbox, as an engine names it: with it all others end. The engines have it end with
// whoever started it, but only once it is set up; who is ended before that would leave behind a command that goes on.

import { processStat } from '../../process/process-alive.ts'

export type FirstProcess = {
	/** @param bytes - what the engine writes on its first descriptor: `"child-pid": NUMBER`, at the end `"exit-code": NUMBER` */
	read(bytes: Uint8Array): void
	/** The engine has told how the command ended, which bubblewrap does of one that it has set up. */
	readonly hasExitCode: boolean
	/** Ends everything inside. @returns when it has ended; it is a matter of a moment, or cannot be done at all */
	end(): Promise<void>
	/** At the end of the process, when there is no time to wait. */
	endNow(): void
}

/** @param found - called once, with a number that is somebody's and when that process began */
export function followFirstProcess(found: (pid: number, start: string) => void): FirstProcess {
	let info = ''
	let first: { pid: number; start: string } | undefined
	let isKnown = false
	const lives = () => {
		const stat = first && processStat(first.pid)
		return stat?.hasEnded === false && stat.start === first?.start
	}
	const endNow = () => {
		if (!first || !lives()) return
		try {
			process.kill(first.pid, 'SIGKILL')
		} catch {
			// It was quicker.
		}
	}
	return {
		get hasExitCode() {
			return /"exit-code": \d/.test(info)
		},
		read(bytes) {
			info += Buffer.from(bytes).toString()
			if (isKnown) return
			const number = /"child-pid": (\d+)\D/.exec(info)?.[1]
			if (number === undefined) return
			isKnown = true
			const pid = Number(number)
			const start = processStat(pid)?.start
			// It may have ended by now, and its number may be somebody else's later.
			if (start === undefined) return
			first = { pid, start }
			found(pid, start)
		},
		async end() {
			endNow()
			for (let waited = 0; waited < GONE_WITHIN_MS && lives(); waited++)
				await new Promise(resolve => setTimeout(resolve, 1))
		},
		endNow,
	}
}

const GONE_WITHIN_MS = 2_000
