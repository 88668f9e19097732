// Changes several files by one patch.

import { advice, problem } from '../../core/problems/problem.ts'
import type { Problem } from '../../core/tool.ts'
import type { Tool } from '../executor/tool.ts'
import { defineChangingTool, type OpenedFile, type OpenFile } from '../files/changing-tool.ts'
import type { FileChange } from '../files/file-change.ts'
import { type PatchOperation, parsePatch } from '../files/patch.ts'
import { applyHunks } from '../files/patch-hunks.ts'
import type { FileToolDeps } from '../files/reading-tool.ts'
import { decodeText, encodeText, encodingOf } from '../files/text-file.ts'

export type ApplyPatchInput = { patch: string }

export function createApplyPatchTool(deps: FileToolDeps): Tool {
	return defineChangingTool<ApplyPatchInput>(
		{
			name: 'apply_patch',
			description:
				'Changes several files at once, all or none; files to update must have been read. The patch:\n' +
				'*** Begin Patch\n*** Update File: a.ts\n*** Move to: b.ts   (optional)\n@@ a line above the change   (optional)\n' +
				' line that stays\n-line that goes\n+line that comes\n*** Add File: c.ts\n+line\n*** Delete File: d.ts\n' +
				'*** End Patch\nGive about 3 lines around each change; hunks go from top to bottom.',
			inputSchema: {
				type: 'object',
				properties: { patch: { type: 'string', minLength: 1 } },
				required: ['patch'],
				additionalProperties: false,
			},
			subject: ({ patch }) => namedFiles(patch) || patch,
			async plan({ patch }, open) {
				const operations = parsePatch(patch)
				if ('problem' in operations) return { problem: unchanged(operations.problem) }
				const planned = createPlannedFiles(open)
				for (const operation of operations) {
					const found = await plan(operation, planned)
					if (found) return { problem: unchanged(found) }
				}
				return planned.changes()
			},
		},
		deps,
	)
}

/** What says already that nothing was written is a whole sentence. */
function unchanged(found: Problem): Problem {
	return found.told.endsWith('.') ? found : problem`${found}. Nothing was changed.`
}

/** As the patch names them, whether or not it can be read: `a.ts, b.ts`. */
function namedFiles(patch: string): string {
	const names = patch.matchAll(/^\*\*\* (?:(?:Add|Update|Delete) File|Move to): (.+)$/gm)
	return [...names].map(([, name = '']) => name.trim()).join(', ')
}

/** The files of one patch as they will be: a later operation works on what an earlier one left. */
type PlannedFiles = {
	open(path: string): Promise<OpenedFile & { now: Uint8Array | undefined }>
	set(file: OpenedFile, after: Uint8Array | undefined, movedFrom?: OpenedFile): void
	changes(): readonly FileChange[]
}

function createPlannedFiles(open: OpenFile): PlannedFiles {
	const planned = new Map<string, FileChange>()
	return {
		async open(path) {
			const file = await open(path)
			const change = planned.get(file.place.real)
			return { ...file, now: change ? change.after : file.before }
		},
		set({ place, before }, after, movedFrom) {
			const origin = movedFrom && { movedFrom: movedFrom.place.real }
			planned.set(place.real, { place, before, after, ...origin })
		},
		changes: () => [...planned.values()],
	}
}

/** @returns what keeps the operation from being done */
async function plan(operation: PatchOperation, planned: PlannedFiles): Promise<Problem | undefined> {
	const file = await planned.open(operation.path)
	const { shown } = file.place
	if (operation.kind === 'add') {
		if (file.now) return problem`${shown} exists already, so it cannot be added${advice('; update it')}`
		planned.set(file, encodeText(operation.content))
		return undefined
	}
	if (!file.now) return problem`there is no file ${shown} to ${operation.kind}`
	if (operation.kind === 'delete') {
		planned.set(file, undefined)
		return undefined
	}
	return planUpdate(operation, { ...file, now: file.now }, planned)
}

async function planUpdate(
	{ hunks, moveTo }: Extract<PatchOperation, { kind: 'update' }>,
	file: OpenedFile & { now: Uint8Array },
	planned: PlannedFiles,
): Promise<Problem | undefined> {
	let after = file.now
	if (hunks.length > 0) {
		if (file.unread) return file.unread
		const text = decodeText(file.now)
		if (text === undefined) return problem`${file.place.shown} is no UTF-8 text, so it cannot be patched`
		const patched = applyHunks(text, hunks)
		if ('problem' in patched) return problem`${file.place.shown}: ${patched.problem}`
		after = encodeText(patched.text, encodingOf(file.now))
	}
	if (moveTo === undefined) {
		planned.set(file, after)
		return undefined
	}
	const target = await planned.open(moveTo)
	const isSame = target.place.real === file.place.real
	if (target.now && !isSame)
		return problem`${target.place.shown} exists already, so ${file.place.shown} cannot move there`
	// In this order a file that moves onto itself is kept.
	planned.set(file, undefined)
	planned.set(target, after, file)
	return undefined
}
