// Quantized vectors: scaled to length one and rounded to a byte a dimension, a quarter of what floats take. What that
// costs is far below what tells two passages apart.

export function packVector(values: Float32Array): Uint8Array {
	const length = Math.hypot(...values)
	const unit = length === 0 ? 0 : 1 / length
	let largest = 0
	for (const value of values) largest = Math.max(largest, Math.abs(value * unit))
	const step = largest === 0 ? 1 : largest / 127
	const bytes = new Uint8Array(4 + values.length)
	new DataView(bytes.buffer).setFloat32(0, step, true)
	const packed = new Int8Array(bytes.buffer, 4)
	for (const [index, value] of values.entries()) packed[index] = Math.round((value * unit) / step)
	return bytes
}

/** @returns what gives the cosine of a packed vector; undefined for one of another number of dimensions */
export function createCosine(question: Float32Array): (packed: Uint8Array) => number | undefined {
	const length = Math.hypot(...question) || 1
	const unit = question.map(value => value / length)
	return packed => {
		if (packed.length !== 4 + unit.length) return undefined
		const step = new DataView(packed.buffer, packed.byteOffset).getFloat32(0, true)
		const values = new Int8Array(packed.buffer, packed.byteOffset + 4, unit.length)
		let sum = 0
		for (let index = 0; index < unit.length; index++) sum += unit[index]! * values[index]!
		return sum * step
	}
}

export type Alike = {
	id: number
	cosine: number
	/** How far it stands out of what is alike by chance: 0 to 1. */
	likeness: number
	/** How far it stands apart of others that are nearly as alike, in standard deviations: a language that an embedder does
	 * not know is all alike to it. */
	apart: number
}

/**
 * What stands out. How alike unrelated texts are differs from embedder to embedder, so the bar is set by the rest: above
 * the most that chance would give among so many, which grows with the root of twice their logarithm.
 * @returns most alike first
 */
export function outstanding(
	alike: readonly { id: number; cosine: number }[],
	limit: number,
): readonly Alike[] {
	if (alike.length === 0) return []
	const mean = alike.reduce((sum, { cosine }) => sum + cosine, 0) / alike.length
	const variance = alike.reduce((sum, { cosine }) => sum + (cosine - mean) ** 2, 0) / alike.length
	const bar =
		alike.length < FEW
			? LEAST_COSINE
			: Math.max(LEAST_COSINE, mean + deviations(alike.length) * Math.sqrt(variance))
	const sorted = alike.toSorted((a, b) => b.cosine - a.cosine)
	const rival = sorted[RIVAL_PLACE]?.cosine
	const apart = (cosine: number) =>
		alike.length < FEW || rival === undefined
			? Number.POSITIVE_INFINITY
			: (cosine - rival) / Math.max(Math.sqrt(variance), LEAST_DEVIATION)
	return sorted
		.filter(({ cosine }) => cosine >= bar)
		.slice(0, limit)
		.map(({ id, cosine }) => ({ id, cosine, likeness: (cosine - bar) / (1 - bar), apart: apart(cosine) }))
}

const FEW = 30
const LEAST_COSINE = 0.25
/** From 0. */
const RIVAL_PLACE = 10
/** Where all are the same, none stands apart. */
const LEAST_DEVIATION = 0.01

function deviations(count: number): number {
	return Math.sqrt(2 * Math.log(count)) - 0.5
}
