// An embedder as good ones are said to be, for what no model can be had for in a test: a question is as alike to the sentence
// it is about as paraphrases are (a cosine of 0.55 to 0.85), words in common count a little, and everything else is as far
// apart as `baseline` says, which is where models differ most: near 0 for some, 0.7 for others.

import { generator, type PlantedFact } from './probe-questions.ts'

export type ParaphraseWorld = {
	dimensions: number
	/** The cosine of two texts that have nothing to do with each other. */
	baseline: number
	/** Of what a question and the sentence it is about share, over the baseline: 0 to 1. */
	alike: number
	isNormalised: boolean
}

export type Vector = Float32Array

/** @returns what makes a vector of a text: the mean of its sentences by the root of their length */
export function paraphraseEmbedder(
	world: ParaphraseWorld,
	facts: readonly PlantedFact[],
): (text: string) => Vector {
	const { dimensions, baseline, isNormalised } = world
	const direction = directions(dimensions)
	const share = Math.sqrt(world.alike)
	const meant = facts.map(fact => ({
		fact: `fact ${fact.text}`,
		said: [fact.text.replaceAll('⎸', '|'), ...('newProof' in fact ? [fact.correction, fact.newProof] : [])],
		topic: fact.keywords.replace(fact.proof, ''),
		asked: new Set([fact.near, fact.other, fact.language, fact.misspelt]),
	}))
	const plain = (sentence: string) => {
		const words = new Set(sentence.toLowerCase().match(/\p{L}{3,}/gu) ?? [])
		const shared = unit(sum([...words].map(word => [direction(`word ${word}`), 1])), dimensions)
		return sum([
			[shared, WORDS_SHARE],
			[direction(`sentence ${sentence}`), Math.sqrt(1 - WORDS_SHARE ** 2)],
		])
	}
	const about = (fact: string, how: number, sentence: string) =>
		sum([
			[direction(fact), how],
			[plain(sentence), Math.sqrt(1 - how ** 2)],
		])
	const meaning = (sentence: string): Vector => {
		const stated = meant.find(({ said }) =>
			said.some(each => sentence.includes(each) || (sentence.length > 12 && each.includes(sentence))),
		)
		if (stated) return about(stated.fact, share, sentence)
		const talked = meant.find(({ topic }) => topic.length > 8 && sentence.includes(topic))
		return talked ? about(talked.fact, TOPIC_SHARE, sentence) : plain(sentence)
	}
	return text => {
		const asked = meant.find(each => each.asked.has(text))
		const sentences = text.split(/\n|(?<=[.!?])\s/).flatMap(each => each.trim() || [])
		const content = asked
			? about(asked.fact, share, text)
			: sum(sentences.map(each => [meaning(each), Math.sqrt(Math.min(200, each.length))]))
		const whole = sum([
			[direction('text'), Math.sqrt(baseline)],
			[unit(content, dimensions), Math.sqrt(1 - baseline)],
		])
		const length = isNormalised ? 1 : 0.3 + (text.length % 30) / 10
		return whole.map(value => value * length)
	}
}

/** Words in common make texts a little alike; who only talks about the topic is nearly as alike as who states it. */
const WORDS_SHARE = 0.55
const TOPIC_SHARE = 0.6

/** The same direction for the same name, about at right angles to every other. */
function directions(dimensions: number): (name: string) => Vector {
	const known = new Map<string, Vector>()
	return name => {
		const found = known.get(name) ?? unit(gaussian(name, dimensions), dimensions)
		if (known.size < MOST_KNOWN) known.set(name, found)
		return found
	}
}

const MOST_KNOWN = 40_000

function gaussian(name: string, dimensions: number): Vector {
	let seed = 0x811c9dc5
	for (let at = 0; at < name.length; at++) seed = Math.imul(seed ^ name.charCodeAt(at), 0x01000193)
	const random = generator(seed)
	return Float32Array.from(
		{ length: dimensions },
		() => Math.sqrt(-2 * Math.log(random() + 1e-12)) * Math.cos(2 * Math.PI * random()),
	)
}

function sum(parts: readonly (readonly [Vector, number])[]): Vector {
	const total = new Float32Array(parts[0]?.[0].length ?? 0)
	for (const [vector, weight] of parts)
		for (const [at, value] of vector.entries()) total[at] = total[at]! + weight * value
	return total
}

function unit(vector: Vector, dimensions: number): Vector {
	const length = Math.hypot(...vector) || 1
	return vector.length === 0 ? new Float32Array(dimensions) : vector.map(value => value / length)
}
