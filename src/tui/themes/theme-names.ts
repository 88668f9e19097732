// Names of the themes that come with the program, apart from their colours: these are loaded when one is chosen.

export const THEME_NAMES = [
	'auto',
	'dark',
	'light',
	'ansi16',
	'deuteranopia',
	'high-contrast',
	'mono',
] as const
