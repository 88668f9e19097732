// The subsequence test: the cheapest test of a fuzzy match, and the one every better ranking agrees with.

export function hasLettersInOrder(text: string, letters: string): boolean {
	let matched = 0
	for (let index = 0; index < text.length && matched < letters.length; index++) {
		if (text.charCodeAt(index) === letters.charCodeAt(matched)) matched++
	}
	return matched === letters.length
}
