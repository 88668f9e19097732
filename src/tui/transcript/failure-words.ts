// What a failed call says to the model alone, which is told what to do next: people are told what went wrong.

/** @param text - of the result of a call that failed */
export function failureWords(text: string): string {
	return WORDS.reduce((shown, [told, said]) => shown.replace(told, said), text)
}

/** Each as a tool of ours says it, at the end or before what became of the file; and what is said instead. */
const WORDS: readonly (readonly [told: RegExp, said: string])[] = [
	[/ Read it (?:first|again)\.(?= Nothing was written\.$)/, ''],
	[/; read (?:it|the file) again(?=\.?$|\. Nothing was changed\.$)/, ''],
	[
		/(, which stands for a secret that was hidden) from you\. (Nothing was written\.) Leave the lines [^\n]*$/,
		'$1. $2',
	],
	[/; use (?:read|grep|list for folders|write to replace it all)$/, ''],
	[/(?:; t|\. T)ry again(?=\.?$)/, ''],
	[/; try a name from the list, or other words$/, ''],
	[/; wait before you ask it again(?=\.)/, ''],
	[/; add lines around it(?: to make it unique, or set replace_all$|, or an @@ line above it)/, ''],
	[/; (?:choose lines without it|leave them out|empty old_text creates it)$/, ''],
	[/\bold_text has the line numbers of read in it\b/, 'the text to replace has line numbers in it'],
	[/\bold_text (?=is (?:not in it|there )|has a mask )/, 'the text to replace '],
	[/, so old_text must say what to replace$/, ', and what to replace in it was not said'],
	[/^no user is present: decide yourself, [^\n]*$/, 'nobody was there to answer'],
]
