// Quantized vectors: scaled to length one and rounded to a byte a dimension, a quarter of what floats take. What that
// costs is far below what tells two passages apart. Those of a passage's windows stand one behind the other.

import type { Alike } from '../ranking/choose.ts'

export function packVectors(parts: readonly Float32Array[]): Uint8Array {
	const packed = parts.map(packVector)
	const bytes = new Uint8Array(packed.reduce((sum, { length }) => sum + length, 0))
	let at = 0
	for (const each of packed) {
		bytes.set(each, at)
		at += each.length
	}
	return bytes
}

/** Of one vector of so many dimensions. */
export function packedLength(dimensions: number): number {
	return STEP_BYTES + dimensions
}

const STEP_BYTES = 4

function packVector(values: Float32Array): Uint8Array {
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

/** @returns what gives the cosine of each packed vector; undefined for those of another number of dimensions */
export function createCosines(question: Float32Array): (packed: Uint8Array) => readonly number[] | undefined {
	const length = Math.hypot(...question) || 1
	const unit = question.map(value => value / length)
	const one = packedLength(unit.length)
	return packed => {
		if (packed.length % one !== 0) return undefined
		return Array.from({ length: packed.length / one }, (_, part) => {
			const at = packed.byteOffset + part * one
			const step = new DataView(packed.buffer, at).getFloat32(0, true)
			const values = new Int8Array(packed.buffer, at + STEP_BYTES, unit.length)
			let sum = 0
			for (let index = 0; index < unit.length; index++) sum += unit[index]! * values[index]!
			return sum * step
		})
	}
}

/**
 * What stands out. How alike unrelated texts are differs from embedder to embedder, so the bar is set by the rest: above
 * the most that chance would give among so many, which grows with the root of twice their logarithm.
 * @returns most alike first
 */
export function outstanding(
	compared: readonly { id: number; cosines: readonly number[] }[],
	limit: number,
): readonly Alike[] {
	if (compared.length === 0) return []
	const all = compared.flatMap(({ cosines }) => cosines)
	const mean = all.reduce((sum, cosine) => sum + cosine, 0) / all.length
	const variance = all.reduce((sum, cosine) => sum + (cosine - mean) ** 2, 0) / all.length
	const bar =
		compared.length < FEW
			? LEAST_COSINE
			: Math.max(LEAST_COSINE, mean + deviations(all.length) * Math.sqrt(variance))
	const alike = compared.map(({ id, cosines }) => {
		const cosine = Math.max(...cosines)
		return { id, cosine, part: cosines.indexOf(cosine), parts: cosines.length }
	})
	const sorted = alike.toSorted((a, b) => b.cosine - a.cosine)
	const rival = sorted[RIVAL_PLACE]?.cosine
	const apart = (cosine: number) =>
		alike.length < FEW || rival === undefined
			? Number.POSITIVE_INFINITY
			: (cosine - rival) / Math.max(Math.sqrt(variance), LEAST_DEVIATION)
	return sorted
		.filter(({ cosine }) => cosine >= bar)
		.slice(0, limit)
		.map(each => ({ ...each, likeness: (each.cosine - bar) / (1 - bar), apart: apart(each.cosine) }))
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
