// A picture of a screen as text: its rows, and under each theme which style its cells have, as runs. Small enough to be
// kept for every scene, size and theme, and read in a diff.

import type { Terminal as Emulator, IBufferCell } from '@xterm/headless'

export type ScreenPicture = {
	/** Without the blanks at their ends. */
	rows: readonly string[]
	/** Of each row, a style for each cell as far as there is one: `fg=#5fc27e bold`, empty is none. */
	styles: readonly (readonly string[])[]
}

export function pictureOf({ buffer: { active }, rows, cols }: Emulator): ScreenPicture {
	const lines = Array.from({ length: rows }, (_, y) => active.getLine(active.baseY + y))
	return {
		rows: lines.map(line => line?.translateToString(true).trimEnd() ?? ''),
		styles: lines.map(line => {
			const styles = Array.from({ length: cols }, (_, x) => styleOf(line?.getCell(x)))
			return styles.slice(0, styles.findLastIndex(style => style !== '') + 1)
		}),
	}
}

function styleOf(cell: IBufferCell | undefined): string {
	if (!cell) return ''
	const isBlank = cell.getChars().trim() === ''
	// What has no letter has no weight and no colour of one.
	const marks = isBlank
		? []
		: [
				cell.isFgDefault() ? '' : `fg=${colour(cell.isFgRGB(), cell.getFgColor())}`,
				cell.isBold() ? 'bold' : '',
				cell.isDim() ? 'dim' : '',
				cell.isItalic() ? 'italic' : '',
			]
	return [
		...marks,
		cell.isBgDefault() ? '' : `bg=${colour(cell.isBgRGB(), cell.getBgColor())}`,
		cell.isUnderline() ? 'underline' : '',
		cell.isStrikethrough() ? 'strike' : '',
		cell.isInverse() ? 'inverse' : '',
	]
		.filter(mark => mark !== '')
		.join(' ')
}

function colour(isRgb: boolean, value: number): string {
	return isRgb ? `#${value.toString(16).padStart(6, '0')}` : String(value)
}

/** All pictures of one scene: by size, then by theme. */
export type SceneFile = ReadonlyMap<string, ReadonlyMap<string, ScreenPicture>>

/** @throws Error where two themes do not show the same text */
export function writeSceneFile(pictures: SceneFile): string {
	const names = new Map<string, string>()
	const nameOf = (style: string) => {
		const known = names.get(style) ?? styleName(names.size)
		names.set(style, known)
		return known
	}
	const sections = [...pictures].flatMap(([size, themes]) => {
		const [[firstTheme, first] = []] = themes
		if (!first) return []
		const text = [`== ${size}`, ...withoutEnd(first.rows).map(row => `|${row}`)]
		const styled = [...themes].flatMap(([theme, { rows, styles }]) => {
			if (rows.join('\n') !== first.rows.join('\n'))
				throw new Error(`${size}: ${theme} does not show the text of ${firstTheme}`)
			const lines = styles.map((row, y) => (row.length > 0 ? `${y} ${runsOf(row, nameOf)}` : ''))
			return [`-- ${theme}`, ...lines.filter(line => line !== '')]
		})
		return [...text, ...styled]
	})
	const table = [...names].map(([style, name]) => `${name} = ${style}`)
	return `${[...sections, '== styles', ...table].join('\n')}\n`
}

export function readSceneFile(text: string): SceneFile {
	const [body = '', table = ''] = text.split('== styles\n')
	const styles = new Map(
		table
			.split('\n')
			.filter(line => line !== '')
			.map(line => [line.slice(0, line.indexOf(' =')), line.slice(line.indexOf('= ') + 2)] as const),
	)
	const pictures = new Map<string, Map<string, ScreenPicture>>()
	for (const section of body.split(/^== /m).slice(1)) {
		const [head = '', ...themes] = section.split(/^-- /m)
		const [size = '', ...lines] = head.trimEnd().split('\n')
		const height = Number(size.split('x')[1])
		const rows = Array.from({ length: height }, (_, y) => lines[y]?.slice(1) ?? '')
		pictures.set(size, new Map(themes.map(theme => readTheme(theme, rows, styles))))
	}
	return pictures
}

function readTheme(
	text: string,
	rows: readonly string[],
	known: ReadonlyMap<string, string>,
): readonly [string, ScreenPicture] {
	const [name = '', ...lines] = text.trimEnd().split('\n')
	const styles = rows.map((): string[] => [])
	for (const line of lines) {
		const [y, runs = ''] = line.split(' ')
		for (const [, style = '', count] of runs.matchAll(/([a-z]+|\.)(\d+)/g))
			styles[Number(y)]?.push(...Array<string>(Number(count)).fill(known.get(style) ?? ''))
	}
	return [name, { rows, styles }]
}

/** `a3.10b2`: three cells of one style, ten of none, two of another. */
function runsOf(row: readonly string[], nameOf: (style: string) => string): string {
	let text = ''
	for (let start = 0; start < row.length; ) {
		const style = row[start] ?? ''
		let end = start
		while (end < row.length && row[end] === style) end++
		text += `${style === '' ? '.' : nameOf(style)}${end - start}`
		start = end
	}
	return text
}

function styleName(index: number): string {
	const letter = String.fromCharCode(97 + (index % 26))
	return index < 26 ? letter : styleName(Math.floor(index / 26) - 1) + letter
}

function withoutEnd(rows: readonly string[]): readonly string[] {
	return rows.slice(0, rows.findLastIndex(row => row !== '') + 1)
}

/** @returns nothing where they are the same, or what is where, cell by cell */
export function differences(shown: ScreenPicture, wanted: ScreenPicture): readonly string[] {
	const rows = shown.rows.flatMap((row, y) =>
		row === wanted.rows[y] ? [] : [`row ${y}\n  is     |${row}\n  wanted |${wanted.rows[y] ?? ''}`],
	)
	if (rows.length > 0) return rows
	return shown.styles.flatMap((row, y) => {
		const other = wanted.styles[y] ?? []
		const columns = Array.from({ length: Math.max(row.length, other.length) }, (_, x) => x)
		const wrong = columns.filter(x => (row[x] ?? '') !== (other[x] ?? ''))
		const [x] = wrong
		if (x === undefined) return []
		return [
			`row ${y}, column ${x} and ${wrong.length - 1} more\n  is     ${row[x] || 'plain'}\n  wanted ${other[x] || 'plain'}\n  of     |${shown.rows[y]}`,
		]
	})
}
