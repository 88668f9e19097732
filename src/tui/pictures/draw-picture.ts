// One picture for the terminal: read, scaled down to its place and put into the words the terminal takes.

import type { ImagePart } from '../../core/messages.ts'
import { itermPicture, kittyPicture, pngFile } from './direct-pictures.ts'
import { imageHead } from './image-head.ts'
import { pictureRow } from './picture-row.ts'
import { fittedSize, type Pixels, type Size } from './pixels.ts'
import { readPng } from './png-reader.ts'
import { sixelPicture } from './sixel.ts'
import type { PictureWay } from './terminal-pictures.ts'

/** What there is room for, in cells. */
export type PictureRoom = { columns: number; rows: number; indent: number }

export type DrawnPicture = { row: string; columns: number }

/** A PNG, read and scaled down here. @returns undefined for what cannot be shown: another format, a broken file, or too large a one */
export async function drawPicture(
	{ mediaType }: Pick<ImagePart, 'mediaType'>,
	bytes: Uint8Array,
	{ way, room }: { way: PictureWay; room: PictureRoom },
): Promise<DrawnPicture | undefined> {
	const pixels = mediaType === 'image/png' ? await readPng(bytes, roomInPixels(way, room)) : undefined
	if (!pixels) return undefined
	const columns = Math.min(room.columns, Math.ceil(pixels.width / way.cell.width))
	const rows = Math.min(room.rows, Math.ceil(pixels.height / way.cell.height))
	const picture = await inWords(pixels, way, { columns, rows })
	return { row: pictureRow(picture, { rows, indent: room.indent }), columns: columns + room.indent }
}

/**
 * A JPEG, GIF or WebP file as it is, which the terminal reads and scales by itself.
 * @param mayMove - what moves may be shown
 * @returns undefined for another format, one it does not read, a broken file or too large a one
 */
export function drawFile(
	bytes: Uint8Array,
	{
		way,
		room,
		mayMove,
	}: { way: Extract<PictureWay, { way: 'iterm2' }>; room: PictureRoom; mayMove: boolean },
): DrawnPicture | undefined {
	const head = imageHead(bytes)
	if (!head || head.width * head.height > MOST_FILE_PIXELS) return undefined
	if ((head.mayMove && !mayMove) || (head.format === 'webp' && !way.readsWebp)) return undefined
	const size = fittedSize(head, roomInPixels(way, room))
	const columns = Math.min(room.columns, Math.ceil(size.width / way.cell.width))
	const rows = Math.min(room.rows, Math.ceil(size.height / way.cell.height))
	const picture = itermPicture(bytes, { columns, rows })
	return { row: pictureRow(picture, { rows, indent: room.indent }), columns: columns + room.indent }
}

/** More than any camera's, and no more than a terminal can be expected to hold. */
const MOST_FILE_PIXELS = 64_000_000

async function inWords(
	pixels: Pixels,
	way: PictureWay,
	cells: { columns: number; rows: number },
): Promise<string> {
	switch (way.way) {
		case 'kitty':
			return kittyPicture(pixels)
		case 'iterm2':
			return itermPicture(pngFile(pixels), cells)
		case 'sixel':
			return sixelPicture(pixels, way.colours)
	}
}

function roomInPixels(way: PictureWay, { columns, rows }: PictureRoom): Size {
	const room = { width: Math.floor(columns * way.cell.width), height: Math.floor(rows * way.cell.height) }
	const most = way.way === 'sixel' ? way.most : undefined
	if (!most) return room
	return { width: Math.min(room.width, most.width), height: Math.min(room.height, most.height) }
}
