// A fact that is stated once in a long session, and the questions about it: near its own words, in other words, and
// in another language. Misspelt ones are made from the near one. `proof` is what no answer could do without.

export type FactQuestions = {
	near: string
	other: string
	/** German about what is English, English about what is not. */
	language: string
	/** What a model would hand to `recall`. */
	keywords: string
}

export type StatedFact = FactQuestions & {
	text: string
	proof: string
}

export type CorrectedFact = StatedFact & {
	/** What the user says later. */
	correction: string
	/** What holds since then. */
	newProof: string
}

export type FactRow = readonly [
	text: string,
	proof: string,
	near: string,
	other: string,
	language: string,
	keywords: string,
]

export function facts(rows: readonly FactRow[]): readonly StatedFact[] {
	return rows.map(([text, proof, near, other, language, keywords]) => ({
		text,
		proof,
		near,
		other,
		language,
		keywords,
	}))
}

export function correctedFacts(
	rows: readonly (readonly [...FactRow, correction: string, newProof: string])[],
): readonly CorrectedFact[] {
	return rows.map(([text, proof, near, other, language, keywords, correction, newProof]) => ({
		text,
		proof,
		near,
		other,
		language,
		keywords,
		correction,
		newProof,
	}))
}
