// Screen preferences: the settings of the screen as they are now, whoever has changed them last.

import { type ScreenSettings, USUAL_SCREEN } from '../../core/screen/screen-settings.ts'

export class ScreenPreferences {
	readonly #listeners = new Set<() => void>()
	#settled: ScreenSettings
	#chosen: Partial<ScreenSettings> = {}
	#screen: ScreenSettings

	constructor(first: ScreenSettings = USUAL_SCREEN) {
		this.#settled = first
		this.#screen = first
	}

	get screen(): ScreenSettings {
		return this.#screen
	}

	/** The settings have been read, or changed. What was chosen here stays chosen. */
	settle(settled: ScreenSettings): void {
		this.#settled = settled
		this.#change()
	}

	/** The user wants it so, from now on. */
	choose(change: Partial<ScreenSettings>): void {
		this.#chosen = { ...this.#chosen, ...change }
		this.#change()
	}

	readonly subscribe = (listener: () => void): (() => void) => {
		this.#listeners.add(listener)
		return () => this.#listeners.delete(listener)
	}

	#change(): void {
		this.#screen = { ...this.#settled, ...this.#chosen }
		for (const listener of this.#listeners) listener()
	}
}
