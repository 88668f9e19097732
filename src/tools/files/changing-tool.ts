// The frame of every tool that changes files: planned and judged once, shown as a diff, and carried out whole or not
// at all, if the files are still what the plan was made from.

import { messageOf } from '../../core/errors.ts'
import type { Files } from '../../core/host.ts'
import type { CheckSchema, JsonSchema } from '../../core/json.ts'
import type { PermissionDecision } from '../../core/permission.ts'
import { advice, problem } from '../../core/problems/problem.ts'
import {
	failedResult,
	okResult,
	type Problem,
	resultWithout,
	type ToolContext,
	type ToolResult,
} from '../../core/tool.ts'
import {
	judgeWrite,
	locate,
	type ResolvedPath,
	stillLeadsThere,
	type Workspace,
} from '../../safety/paths/paths.ts'
import { defineTool } from '../executor/define-tool.ts'
import { invalidPlan } from '../executor/hopeless.ts'
import type { Tool } from '../executor/tool.ts'
import { type FileDiff, unifiedDiff } from './diff.ts'
import { checkChange, type FileChange, unreadProblem } from './file-change.ts'
import type { FileToolDeps } from './reading-tool.ts'
import { type SeenFiles, sha256Of } from './seen-files.ts'
import { decodeText } from './text-file.ts'

export type ChangingTool<Input> = {
	name: string
	description: string
	inputSchema: JsonSchema
	/** What a call is about, for the row that shows it. */
	subject(input: Input): string
	/** Reads what it needs and changes nothing. */
	plan(input: Input, open: OpenFile): Promise<readonly FileChange[] | { problem: Problem }>
}

/** Looks at a file the plan is about. */
export type OpenFile = (path: string) => Promise<OpenedFile>

/**
 * `before` is undefined when there is no such file. `unread` says why the model does not know what is in it; a plan must
 * not tell of the content before it has been read, because that is what an approval may have been needed for.
 */
export type OpenedFile = { place: ResolvedPath; before: Uint8Array | undefined; unread: Problem | undefined }

export function defineChangingTool<Input extends object>(
	tool: ChangingTool<Input>,
	{ workspace, seen, checkSchema }: FileToolDeps & { checkSchema: CheckSchema },
): Tool {
	return defineTool<Input>({
		name: tool.name,
		description: tool.description,
		inputSchema: tool.inputSchema,
		checkSchema,
		facts: { access: 'write', phase: 'act', forOthers: true },
		guidance: GUIDANCE,
		subject: tool.subject,
		prepare: input => ({
			tier: 'side-effecting',
			async assess({ host }) {
				const plan = await makePlan(tool, input, { workspace, seen, files: host.files })
				if ('problem' in plan) return invalidPlan(tool.name, plan.problem)
				return {
					permission: assessPlan(tool.name, plan, workspace),
					touches: { places: plan.changes.map(({ place }) => place) },
					run: context => carryOut(plan, seen, context),
				}
			},
		}),
	})
}

const GUIDANCE = `# Changing files
- Read a file before you change it. Copy the text to replace exactly, with enough lines around it to be unique.
- Change existing files in place; create files only when needed.
- Text shown as [REDACTED…] was masked. Never write it back.`

type ChangePlan = ValidChangePlan | { problem: Problem }
type ValidChangePlan = { changes: readonly FileChange[]; diff: string; added: number; removed: number }

async function makePlan<Input>(
	tool: ChangingTool<Input>,
	input: Input,
	{ workspace, seen, files }: { workspace: Workspace; seen: SeenFiles; files: Files },
): Promise<ChangePlan> {
	const planned = await tool.plan(input, async path => {
		const place = await locate(path, workspace, files)
		const isFile = (await files.stat(place.real))?.kind === 'file'
		const before = isFile ? await files.checked.read(place.real) : undefined
		return { place, before, unread: before && unreadProblem(place, before, seen) }
	})
	if ('problem' in planned) return planned
	for (const change of planned) {
		const found = await checkChange(change, seen, files)
		if (found) return { problem: found }
	}
	const changes = planned.filter(change => !sameBytes(change.before, change.after))
	const diffs = await Promise.all(changes.map(diffOf))
	return {
		changes,
		diff: diffs.map(({ diff }) => diff).join(''),
		added: diffs.reduce((sum, { added }) => sum + added, 0),
		removed: diffs.reduce((sum, { removed }) => sum + removed, 0),
	}
}

function assessPlan(name: string, plan: ValidChangePlan, workspace: Workspace): PermissionDecision {
	const judgements = plan.changes.map(({ place }) => judgeWrite(place, workspace))
	const hard = judgements.filter(({ outcome }) => outcome === 'ask-always')
	const isHard = hard.length > 0
	const onlyWritesOutside = isHard && hard.every(judgement => judgement.onlyWritesOutside)
	const isInside = judgements.every(judgement => judgement.isInside)
	const byWeight = [...judgements].sort((a, b) => weight(b) - weight(a))
	return {
		tier: isInside && !isHard ? 'side-effecting' : 'privileged',
		outcome: plan.changes.length === 0 ? 'allow' : isHard ? 'ask-always' : 'ask',
		isWorkspaceEdit: isInside && !isHard,
		title: `${name} ${summary(plan)}`,
		reasons: [...new Set(byWeight.flatMap(({ reasons }) => reasons))],
		diff: plan.diff,
		sessionKeys:
			isHard && !onlyWritesOutside ? [] : [...new Set(judgements.flatMap(({ sessionKeys }) => sessionKeys))],
		...(onlyWritesOutside && plan.changes.length > 0 && { onlyWritesOutside: true as const }),
	}
}

/** The strictest part decides, so its reason comes first. */
function weight({ outcome, isInside }: { outcome: string; isInside: boolean }): number {
	return (outcome === 'ask-always' ? 2 : 0) + (isInside ? 0 : 1)
}

function summary({ changes, added, removed }: ValidChangePlan): string {
	const names = changes.map(({ place }) => place.shown)
	const shown =
		names.length <= 3 ? names.join(', ') : `${names.slice(0, 3).join(', ')} and ${names.length - 3} more`
	return changes.length === 0 ? 'nothing: the content is already so' : `${shown} (+${added} −${removed})`
}

async function carryOut(
	plan: ValidChangePlan,
	seen: SeenFiles,
	{ host, signal }: ToolContext,
): Promise<ToolResult> {
	for (const change of plan.changes) {
		if (!(await isAsPlanned(change, host.files)))
			return failedResult(
				problem`${change.place.shown} changed while the call was waiting. Nothing was written${advice('; read it again')}.`,
			)
	}
	if (signal.aborted) return resultWithout('cancelled', 'nothing was written')
	const failed = await writeAll(plan.changes, host.files)
	if (failed !== undefined) return failedResult(failed)
	const known = plan.changes.flatMap(({ place, after }) =>
		after ? [{ path: place.real, sha256: sha256Of(after) }] : [],
	)
	for (const { path, sha256 } of known) seen.mark(path, sha256)
	const { diff, added, removed } = plan
	return okResult(report(plan), { type: 'files', seen: known, diff, added, removed })
}

async function isAsPlanned({ place, before }: FileChange, files: Files): Promise<boolean> {
	return (await stillLeadsThere(place, files)) && sameBytes(await files.checked.read(place.real), before)
}

/** Writes come before removals: when one fails, every file that was there still is. */
async function writeAll(changes: readonly FileChange[], files: Files): Promise<string | undefined> {
	const ordered = [...changes].sort((a, b) => Number(a.after === undefined) - Number(b.after === undefined))
	const done: FileChange[] = []
	for (const change of ordered) {
		try {
			await put(change.place.real, change.after, files, change.movedFrom)
			done.push(change)
		} catch (error) {
			const lost = await takeBack(done, files)
			const state = lost.length === 0 ? 'Nothing was changed' : `Could not be put back: ${lost.join(', ')}`
			return `${change.place.shown} could not be written: ${messageOf(error)}. ${state}.`
		}
	}
	return undefined
}

async function takeBack(done: readonly FileChange[], files: Files): Promise<string[]> {
	const lost: string[] = []
	for (const { place, before } of [...done].reverse()) {
		await put(place.real, before, files).catch(() => lost.push(place.shown))
	}
	return lost
}

function put(path: string, bytes: Uint8Array | undefined, files: Files, movedFrom?: string): Promise<void> {
	return bytes ? files.checked.writeAtomic(path, bytes, movedFrom) : files.checked.remove(path)
}

/** The diff goes back to the model only for files it knew before: of a new one it has just written every line. */
function report(plan: ValidChangePlan): string {
	const lines = plan.changes.map(({ place, before, after }) => {
		const verb = !before ? 'created' : !after ? 'deleted' : 'changed'
		return `${verb} ${place.shown}`
	})
	if (lines.length === 0) return 'nothing to do: the content is already so'
	const head = `${lines.join('\n')} (+${plan.added} −${plan.removed})`
	const isUpdate = plan.changes.every(({ before, after }) => before && after)
	return isUpdate && plan.diff.length <= REPORTED_DIFF_CHARACTERS ? `${head}\n${plan.diff}` : head
}

const REPORTED_DIFF_CHARACTERS = 3_000

async function diffOf({ place, before, after }: FileChange): Promise<FileDiff> {
	const old = before && decodeText(before)
	const next = after && decodeText(after)
	if ((before && old === undefined) || (after && next === undefined))
		return { diff: `Binary file ${place.shown} changes\n`, added: 0, removed: 0 }
	return unifiedDiff({ path: place.shown, before: old, after: next })
}

function sameBytes(a: Uint8Array | undefined, b: Uint8Array | undefined): boolean {
	if (!a || !b) return a === b
	return Buffer.compare(a, b) === 0
}
