// The parts of a command that are the reason to ask, found in the command as it is shown.

import type { CommandPart, Requirement } from '../../../../core/permission.ts'

/** `outcome`: of a part that is to be marked. */
export type CommandPiece = { text: string; outcome?: Requirement }

/**
 * The whole text in pieces. What is worst is marked, and only where something else is not: a command that is the reason as a
 * whole needs no marks. Unless each part is found in its order, none is marked: the wrong place would mislead.
 */
export function reasonPieces(command: string, parts: readonly CommandPart[]): readonly CommandPiece[] {
	const inside = parts.filter(part => part.command !== command)
	const isMarked = inside.some(isHard) ? isHard : asks
	const pieces: CommandPiece[] = []
	let [start, end, told] = [0, 0, 0]
	for (const part of inside) {
		const { command: text, outcome } = part
		const behind = command.indexOf(text, end)
		// What is substituted stands inside the part before.
		const at = behind === -1 ? command.lastIndexOf(text) : behind
		if (at < start) return [{ text: command }]
		start = at
		end = at + text.length
		if (!isMarked(part) || at < told) continue
		pieces.push({ text: command.slice(told, at) }, { text, outcome })
		told = end
	}
	return inside.every(isMarked) ? [{ text: command }] : [...pieces, { text: command.slice(told) }]
}

function isHard({ outcome }: CommandPart): boolean {
	return outcome === 'ask-always' || outcome === 'deny'
}

function asks({ outcome }: CommandPart): boolean {
	return outcome === 'ask'
}
