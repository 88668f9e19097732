// What prints its words, or takes prose.

import type { ProgramFacts } from './program-facts.ts'

export const SPEECH: Readonly<Record<string, ProgramFacts>> = {
	echo: { says: true },
	printf: { says: true },
	yes: { says: true },
	man: { takesNoCommand: true },
	info: { takesNoCommand: true },
	tldr: { takesNoCommand: true },
	gh: { takesNoCommand: true },
	glab: { takesNoCommand: true },
	hub: { takesNoCommand: true },
	say: { takesNoCommand: true },
	logger: { takesNoCommand: true },
	'notify-send': { takesNoCommand: true },
	mail: { takesNoCommand: true },
}
