// Whether a text that is about to go out holds a secret, also where it is written as an address has it.

export function holdsSecret(text: string, secrets: readonly string[]): boolean {
	const said = [text, decoded(text)]
	return secrets.some(secret => said.some(each => each.includes(secret)))
}

function decoded(text: string): string {
	try {
		return decodeURIComponent(text)
	} catch {
		return text
	}
}
