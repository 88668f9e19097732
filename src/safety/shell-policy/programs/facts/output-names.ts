// Variables that only change how output looks: what may stand in front of a program that reads, or be exported to all.

export function isAboutOutput(name: string, value: string): boolean {
	return OUTPUT_NAMES.find(([names]) => names.test(name))?.[1].test(value) === true
}

/** Names of languages and the like, which programs look up by them; none of the values can be a path. */
const OUTPUT_NAMES: readonly (readonly [names: RegExp, values: RegExp])[] = [
	[/^(?:LC_[A-Z]{3,20}|LANG|LANGUAGE)$/, /^[\w.@:-]*$/],
	[/^TZ$/, /^[A-Za-z][\w+-]*(?:\/[A-Za-z][\w+-]*){0,2}$/],
	[/^TERM$/, /^[\w+-]*$/],
	[/^(?:COLUMNS|LINES)$/, /^\d{1,5}$/],
	[/^(?:NO_COLOR|FORCE_COLOR|CLICOLOR|CLICOLOR_FORCE|CI)$/, /^\w*$/],
	[/^(?:GIT_PAGER|PAGER)$/, /^cat$/],
]
