// The status line's command: run when what it is told has changed, at most every third of a second and never two at once.

import type { StatusCommand } from '../../core/screen/screen-settings.ts'
import type { ScreenServices } from '../state/tui-options.ts'

export type StatusCommandDeps = {
	run: ScreenServices['runCommand']
	onOutput(output: string): void
	/** Told once, when it has failed twice. */
	onFailed(why: string): void
}

export class StatusCommandRunner {
	readonly #deps: StatusCommandDeps
	#setting: StatusCommand | undefined
	#json = ''
	/** What has been run, or is. */
	#told: string | undefined
	#isRunning = false
	/** In a row. */
	#failures = 0
	#timer: NodeJS.Timeout | undefined
	#refresh: NodeJS.Timeout | undefined
	#ranAtMs = Number.NEGATIVE_INFINITY

	constructor(deps: StatusCommandDeps) {
		this.#deps = deps
	}

	/** @param json - what the command is to know; the same again runs nothing */
	tell(setting: StatusCommand | undefined, json: string): void {
		if (setting?.command !== this.#setting?.command || pauseOf(setting) !== pauseOf(this.#setting)) {
			this.#told = undefined
			this.#failures = 0
			clearInterval(this.#refresh)
			const pauseMs = pauseOf(setting)
			this.#refresh = pauseMs === undefined ? undefined : setInterval(() => this.#again(), pauseMs).unref()
		}
		this.#setting = setting
		this.#json = json
		this.#soon()
	}

	stop(): void {
		this.#setting = undefined
		clearTimeout(this.#timer)
		clearInterval(this.#refresh)
	}

	#again(): void {
		this.#told = undefined
		this.#soon()
	}

	#soon(): void {
		if (!this.#setting || this.#isRunning || this.#timer || this.#json === this.#told) return
		const waitMs = Math.max(0, this.#ranAtMs + LEAST_PAUSE_MS - performance.now())
		this.#timer = setTimeout(() => {
			this.#timer = undefined
			void this.#run()
		}, waitMs)
	}

	async #run(): Promise<void> {
		const setting = this.#setting
		if (!setting) return
		this.#isRunning = true
		this.#told = this.#json
		this.#ranAtMs = performance.now()
		try {
			const output = await this.#deps.run(setting.command, { stdin: this.#json, timeoutMs: limitOf(setting) })
			if (setting === this.#setting || setting.command === this.#setting?.command) this.#deps.onOutput(output)
			this.#failures = 0
		} catch (error) {
			this.#failures++
			// The first time a program is started takes longest, so it gets another chance at once.
			if (this.#failures === 1) this.#told = undefined
			if (this.#failures === 2) this.#deps.onFailed(this.#why(setting, error))
		}
		this.#isRunning = false
		this.#soon()
	}

	#why(setting: StatusCommand, error: unknown): string {
		const limitMs = limitOf(setting)
		if (performance.now() - this.#ranAtMs >= limitMs)
			return `it took longer than ${limitMs} ms, which its timeoutMs can change`
		return error instanceof Error ? error.message : String(error)
	}
}

function pauseOf(setting: StatusCommand | undefined): number | undefined {
	const seconds = setting?.refreshInterval
	return setting?.refreshMs ?? (seconds === undefined ? undefined : seconds * 1000)
}

/**
 * A line that is older than this says what is no more. Scripts that start a dozen programs may need longer, which is theirs
 * to say.
 */
const LIMIT_MS = 300
const LEAST_PAUSE_MS = 300

function limitOf({ timeoutMs = LIMIT_MS }: StatusCommand): number {
	return timeoutMs
}
