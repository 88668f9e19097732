// Screen preferences: the settings of the screen as they are now, whoever has changed them last.

import { type ScreenSettings, USUAL_SCREEN } from '../../core/screen/screen-settings.ts'
import type { Bindings } from '../input/key-press.ts'
import { KEYMAP } from '../input/keymap.ts'
import type { ScreenServices, SettingServices, TuiOptions } from './tui-options.ts'

export class ScreenPreferences {
	readonly #listeners = new Set<() => void>()
	#settled: ScreenSettings
	#chosen: Partial<ScreenSettings> = {}
	#screen: ScreenSettings
	#bindings: Bindings = KEYMAP

	constructor(first: ScreenSettings = USUAL_SCREEN) {
		this.#settled = first
		this.#screen = first
	}

	get screen(): ScreenSettings {
		return this.#screen
	}

	/** As they are in force, for rows that name keys. */
	get bindings(): Bindings {
		return this.#bindings
	}

	/** How blocks are drawn. */
	get look(): ScreenSettings & { bindings: Bindings } {
		return { ...this.#screen, bindings: this.#bindings }
	}

	/** The user's keys have been read. */
	bind(bindings: Bindings): void {
		if (bindings === this.#bindings) return
		this.#bindings = bindings
		this.#change()
	}

	/**
	 * The settings have been read. What was chosen here stays chosen.
	 * @param changed - has just been written there
	 */
	settle(settled: ScreenSettings, changed?: string): void {
		this.#settled = settled
		this.#chosen = Object.fromEntries(Object.entries(this.#chosen).filter(([key]) => key !== changed))
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

/** @returns the options with what they leave to the process, and the preferences that they begin with */
export function withPreferences(given: TuiOptions) {
	const preferences = new ScreenPreferences(given.screen?.first)
	const options = {
		...given,
		environment: given.environment ?? process.env,
		...(given.settings && { settings: withScreen(given.settings, given.screen, preferences) }),
	}
	return { options, preferences }
}

/** What is changed of the screen in the settings is seen at once. */
export function withScreen(
	settings: SettingServices,
	screen: ScreenServices | undefined,
	preferences: ScreenPreferences,
): SettingServices {
	const told = async (key: string, said: readonly string[]) => {
		const [section, name] = key.split('.')
		const changed = section === 'screen' ? name : key === 'diff.style' ? 'diffStyle' : undefined
		if (changed !== undefined && screen) preferences.settle(await screen.settled(true), changed)
		return said
	}
	return {
		list: () => settings.list(),
		set: async (key, text, layer) => told(key, await settings.set(key, text, layer)),
		unset: async (key, layer) => told(key, await settings.unset(key, layer)),
	}
}
