// The theme in force: follows what the terminal tells about its background, and is exchanged while the screen is drawn.

import { nearestNames } from '../../core/text/nearest.ts'
import type { ThemeFiles } from '../state/tui-options.ts'
import { type ColourDepth, isDark } from '../text/colour.ts'
import { type Rgb, reportedBackground } from '../text/contrast.ts'
import { ANSI_PALETTE, createTheme, type TerminalTheme } from '../text/terminal-theme.ts'
import type { Palette, Style, TextLink, Theme, Tone } from '../text/theme.ts'
import { THEME_NAMES } from './theme-names.ts'

type LoadedTheme = { dark: Palette; light: Palette; mostColours?: ColourDepth }

export class ScreenTheme implements Theme {
	readonly #theme: TerminalTheme
	readonly #depth: ColourDepth
	readonly #files: ThemeFiles | undefined
	readonly #onChange: () => void
	readonly #linkTo: ((link: TextLink) => string | undefined) | undefined
	#name = 'auto'
	#loaded: LoadedTheme | undefined
	#background: Rgb | undefined
	/** What the terminal says of itself as a whole: less than its background, and told when it changes. */
	#isSchemeDark: boolean | undefined
	#choices = 0

	constructor(options: {
		depth: ColourDepth
		environment: Readonly<Record<string, string | undefined>>
		/** Of the user's own; left out, there are none. */
		files?: ThemeFiles | undefined
		/** What is drawn from now on looks different. */
		onChange(): void
		/** Left out, nothing is a link. */
		linkTo?(link: TextLink): string | undefined
	}) {
		this.#linkTo = options.linkTo
		this.#depth = options.depth
		this.#files = options.files
		this.#onChange = options.onChange
		this.#theme = createTheme(options.depth, options.environment)
		this.#background = this.#theme.background
		// A terminal that says so in a variable may never answer.
		if (this.#background && this.#isAsking) void this.#follow()
	}

	get name(): string {
		return this.#name
	}

	paint(text: string, style: Style): string {
		return this.#theme.paint(text, style)
	}

	borderColor(tone: Tone): string | undefined {
		return this.#theme.borderColor(tone)
	}

	linkTo(link: TextLink): string | undefined {
		return this.#linkTo?.(link)
	}

	/** What to ask the terminal and to be told by it; empty where there are too few colours to need it. */
	get questions(): string {
		return this.#isAsking ? `${FOLLOW_SCHEME}${ASK_SCHEME}${ASK_BACKGROUND}` : ''
	}

	/** Before another program has the terminal, which would be told instead. */
	get silence(): string {
		return this.#isAsking ? UNFOLLOW_SCHEME : ''
	}

	get #isAsking(): boolean {
		return this.#depth === 'ansi256' || this.#depth === 'truecolor'
	}

	/** @returns what is to be asked now */
	takeReply(reply: string): string {
		const background = reportedBackground(reply)
		if (background) {
			this.#background = background
			this.#theme.setBackground(background)
			void this.#follow()
			return ''
		}
		const scheme = /^\x1b\[\?997;([12])n$/.exec(reply)?.[1]
		if (scheme === undefined) return ''
		const isNew = this.#isSchemeDark !== undefined && this.#isSchemeDark !== (scheme === '1')
		this.#isSchemeDark = scheme === '1'
		void this.#follow()
		// The background that was told is that of the scheme before.
		return isNew ? ASK_BACKGROUND : ''
	}

	/** @throws Error with the names there are, or with what is wrong with a file. The theme stays as it was then. */
	async choose(name: string): Promise<void> {
		const choice = ++this.#choices
		const loaded = await this.#load(name)
		// Another one has been chosen meanwhile.
		if (choice !== this.#choices) return
		this.#name = name
		this.#loaded = loaded
		this.#apply()
	}

	/** The names that can be chosen, the user's own last. */
	async names(): Promise<readonly string[]> {
		return [...THEME_NAMES, ...((await this.#files?.list()) ?? []).map(({ name }) => name)]
	}

	async #load(name: string): Promise<LoadedTheme | undefined> {
		if (name === 'auto') return this.#autoTheme()
		const builtIn = await builtInTheme(name)
		if (builtIn) return builtIn
		const files = (await this.#files?.list()) ?? []
		const file = files.find(each => each.name === name)
		if (!file) {
			const names = [...THEME_NAMES, ...files.map(each => each.name)]
			const [near] = nearestNames(name, names, {
				allowedEdits: length => Math.max(1, Math.floor(length / 3)),
			})
			const advice = near === undefined ? `There are ${names.join(', ')}.` : `Did you mean ${near}?`
			throw new Error(`There is no theme “${name}”. ${advice}`)
		}
		const { readTheme } = await import('./theme-file.ts')
		const palette = await readTheme(file.path, (await this.#files?.read(file)) ?? '')
		return { dark: palette, light: palette }
	}

	/** Until the background is known, the sixteen colours are the only ones that are sure to be readable. */
	async #autoTheme(): Promise<LoadedTheme | undefined> {
		const dark = this.#isDark()
		return dark === undefined || !this.#isAsking ? undefined : builtInTheme(dark ? 'dark' : 'light')
	}

	#isDark(): boolean | undefined {
		return this.#background ? isDark(this.#background) : this.#isSchemeDark
	}

	async #follow(): Promise<void> {
		if (this.#name === 'auto') await this.choose('auto')
		else this.#apply()
	}

	#apply(): void {
		const { dark, light, mostColours } = this.#loaded ?? { dark: ANSI_PALETTE, light: ANSI_PALETTE }
		this.#theme.setPalette(this.#isDark() === false ? light : dark, mostColours)
		this.#onChange()
	}
}

async function builtInTheme(name: string): Promise<LoadedTheme | undefined> {
	const { BUILT_IN_THEMES } = await import('./built-in-themes.ts')
	return BUILT_IN_THEMES.find(theme => theme.name === name)
}

/** OSC 11, as xterm has it: answered by most terminals, and by tmux for the one it is in; the others are silent. */
const ASK_BACKGROUND = '\x1b]11;?\x1b\\'
/** Contour's "color palette update notifications": `CSI ? 997 ; 1 n` is dark, 2 light. Kitty, Ghostty, foot, tmux 3.6 have them. */
const ASK_SCHEME = '\x1b[?996n'
const FOLLOW_SCHEME = '\x1b[?2031h'
const UNFOLLOW_SCHEME = '\x1b[?2031l'
