// Sixel read as a terminal reads it, so that what was written can be compared with what was meant.

/** @returns a colour for each pixel as `red,green,blue` in percent; undefined where nothing was drawn */
export function decodeSixel(sequence: string): {
	width: number
	height: number
	pixels: readonly (string | undefined)[]
} {
	const [, width = '0', height = '0', data = ''] =
		/^\x1bP0;1;0q"1;1;(\d+);(\d+)([^\x1b]*)\x1b\\$/.exec(sequence) ?? []
	const pixels = new Array<string | undefined>(Number(width) * Number(height)).fill(undefined)
	const registers = new Map<string, string>()
	let [x, top, colour] = [0, 0, '']
	for (const [token, register, red, green, blue, count = '1', sixel] of data.matchAll(TOKEN)) {
		if (token === '$') x = 0
		else if (token === '-') [x, top] = [0, top + 6]
		else if (register !== undefined) {
			if (red !== undefined) registers.set(register, `${red},${green},${blue}`)
			colour = registers.get(register) ?? ''
		} else {
			const bits = sixel!.charCodeAt(0) - 63
			for (let end = x + Number(count); x < end; x++)
				for (let row = 0; row < 6; row++)
					if (bits & (1 << row)) pixels[(top + row) * Number(width) + x] = colour
		}
	}
	return { width: Number(width), height: Number(height), pixels }
}

const TOKEN = /#(\d+)(?:;2;(\d+);(\d+);(\d+))?|\$|-|(?:!(\d+))?([?-~])/g
