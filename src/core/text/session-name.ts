// Session names: what a session is called. One that nobody has named is called after its first prompt, without asking
// anybody: what is only polite is left out, and of the rest the first sentence is enough.

/** @param session - `title`: the first prompt as one line */
export function sessionLabel({ name, title }: { name: string | undefined; title: string }): string {
	return name ?? madeName(title)
}

/** @returns at most `characters` of them, cut between words; empty for an empty prompt */
export function madeName(title: string, characters = 60): string {
	const line = title.trim().replaceAll(/\s+/g, ' ')
	let rest = line
	for (let before = ''; before !== rest; ) {
		before = rest
		rest = rest.replace(POLITE, '').trimStart()
	}
	const [sentence = ''] = rest.split(/(?<=[^\s.]{2})[.!?:;](?=\s|$)/, 1)
	const name = (sentence.trim() || rest || line).replace(/[,:;.!?\s]+$/, '') || line
	const letters = [...name]
	if (letters.length <= characters) return name
	const cut = letters.slice(0, characters - 1).join('')
	const space = cut.lastIndexOf(' ')
	return `${(space > characters / 2 ? cut.slice(0, space) : cut).trimEnd()}…`
}

const POLITE =
	/^(?:(?:hi|hey|hello) there[,!.]*$|(?:hi|hey|hello|ok|okay|please|pls|now|so|bitte|hallo)(?:\s+there)?(?:[,!.]+\s*|\s+)|(?:can|could|would|will) you (?:please )?|i(?:'d| would) (?:like|want) (?:you )?to |i (?:want|need) (?:you )?to |let['’]?s |we (?:need|have) to |kannst du )/i
