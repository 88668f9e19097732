// A palette for a picture (median cut), and the picture in it, with what is lost by that spread to the pixels around
// (Floyd and Steinberg).

import { setImmediate } from 'node:timers/promises'
import type { Pixels } from './pixels.ts'

/** `indices`: one a pixel, `TRANSPARENT` where it is see-through. */
export type Indexed = { palette: readonly PaletteColour[]; indices: Int16Array }
export type PaletteColour = readonly [red: number, green: number, blue: number]

export const TRANSPARENT = -1

/** Keys that wait come in between. @param most - colours */
export async function indexed(pixels: Pixels, most: number): Promise<Indexed> {
	const buckets = histogram(pixels)
	await setImmediate()
	const palette = medianCut(buckets, most)
	await setImmediate()
	return { palette, indices: dithered(pixels, palette) }
}

type Bucket = { colour: PaletteColour; count: number }

function histogram({ rgba }: Pixels): readonly Bucket[] {
	// Red, green, blue and how many, for each of 32 × 32 × 32 colours.
	const sums = new Float64Array(BUCKETS * 4)
	for (let at = 0; at < rgba.length; at += 4) {
		if (!isSeen(rgba, at)) continue
		const bucket = bucketOf(rgba[at]!, rgba[at + 1]!, rgba[at + 2]!) * 4
		sums[bucket]! += rgba[at]!
		sums[bucket + 1]! += rgba[at + 1]!
		sums[bucket + 2]! += rgba[at + 2]!
		sums[bucket + 3]! += 1
	}
	const buckets: Bucket[] = []
	for (let at = 0; at < sums.length; at += 4) {
		const count = sums[at + 3]!
		if (count > 0)
			buckets.push({ colour: [sums[at]! / count, sums[at + 1]! / count, sums[at + 2]! / count], count })
	}
	return buckets
}

/** The box with the most pixels over the widest range of a colour is cut in two until there are enough. */
function medianCut(buckets: readonly Bucket[], most: number): readonly PaletteColour[] {
	if (buckets.length === 0) return [[0, 0, 0]]
	const boxes = [boxOf(buckets)]
	while (boxes.length < most) {
		const worst = boxes.reduce((one, other) => (other.weight > one.weight ? other : one))
		if (worst.weight <= 0) break
		const sorted = [...worst.buckets].sort((a, b) => a.colour[worst.axis] - b.colour[worst.axis])
		const half = sorted.reduce((sum, { count }) => sum + count, 0) / 2
		let [cut, sum] = [0, 0]
		while (cut < sorted.length - 1 && sum < half) sum += sorted[cut++]!.count
		cut = Math.max(1, cut)
		boxes.splice(boxes.indexOf(worst), 1, boxOf(sorted.slice(0, cut)), boxOf(sorted.slice(cut)))
	}
	return boxes.map(({ buckets }) => meanOf(buckets))
}

type Box = { buckets: readonly Bucket[]; axis: 0 | 1 | 2; weight: number }

function boxOf(buckets: readonly Bucket[]): Box {
	const axes = [0, 1, 2] as const
	const range = (axis: 0 | 1 | 2) => {
		const values = buckets.map(({ colour }) => colour[axis])
		return Math.max(...values.slice(0, MOST_ARGUMENTS)) - Math.min(...values.slice(0, MOST_ARGUMENTS))
	}
	const axis = axes.reduce((one, other) => (range(other) > range(one) ? other : one))
	const count = buckets.reduce((sum, each) => sum + each.count, 0)
	return { buckets, axis, weight: buckets.length < 2 ? 0 : range(axis) * Math.sqrt(count) }
}

function meanOf(buckets: readonly Bucket[]): PaletteColour {
	const count = buckets.reduce((sum, each) => sum + each.count, 0)
	const mean = (axis: 0 | 1 | 2) =>
		Math.round(buckets.reduce((sum, each) => sum + each.colour[axis] * each.count, 0) / count)
	return [mean(0), mean(1), mean(2)]
}

function dithered({ width, height, rgba }: Pixels, palette: readonly PaletteColour[]): Int16Array {
	const indices = new Int16Array(width * height).fill(TRANSPARENT)
	const nearest = nearestIn(palette)
	const wanted = new Float32Array(3)
	// What this row and the next one still owe, with a pixel of margin at both sides.
	let owed = new Float32Array((width + 2) * 3)
	let owedBelow = new Float32Array((width + 2) * 3)
	for (let y = 0; y < height; y++) {
		for (let x = 0; x < width; x++) {
			const at = (y * width + x) * 4
			if (!isSeen(rgba, at)) continue
			const here = (x + 1) * 3
			for (let part = 0; part < 3; part++) wanted[part] = clamped(rgba[at + part]! + owed[here + part]!)
			const index = nearest(wanted[0]!, wanted[1]!, wanted[2]!)
			const given = palette[index]!
			indices[y * width + x] = index
			for (let part = 0; part < 3; part++) {
				const error = wanted[part]! - given[part]!
				owed[here + 3 + part]! += (error * 7) / 16
				owedBelow[here - 3 + part]! += (error * 3) / 16
				owedBelow[here + part]! += (error * 5) / 16
				owedBelow[here + 3 + part]! += error / 16
			}
		}
		;[owed, owedBelow] = [owedBelow, owed]
		owedBelow.fill(0)
	}
	return indices
}

function nearestIn(palette: readonly PaletteColour[]): (red: number, green: number, blue: number) => number {
	const known = new Int16Array(BUCKETS).fill(TRANSPARENT)
	return (red, green, blue) => {
		const bucket = bucketOf(red, green, blue)
		const found = known[bucket]!
		if (found >= 0) return found
		let [best, distance] = [0, Number.POSITIVE_INFINITY]
		for (let index = 0; index < palette.length; index++) {
			const [r, g, b] = palette[index]!
			const here = (red - r) ** 2 + (green - g) ** 2 + (blue - b) ** 2
			if (here >= distance) continue
			best = index
			distance = here
		}
		known[bucket] = best
		return best
	}
}

function bucketOf(red: number, green: number, blue: number): number {
	return ((red >> 3) << 10) | ((green >> 3) << 5) | (blue >> 3)
}

function isSeen(rgba: Uint8Array, at: number): boolean {
	return rgba[at + 3]! >= 128
}

function clamped(value: number): number {
	return Math.min(255, Math.max(0, value))
}

const BUCKETS = 1 << 15
/** A call takes no more arguments than fit on the stack; there are never more buckets. */
const MOST_ARGUMENTS = BUCKETS
