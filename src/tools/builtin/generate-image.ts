// Has a picture drawn, keeps it where the model can see it, and puts a copy into the workspace when asked to.

import { extname } from 'node:path'
import { errorInfo } from '../../core/errors.ts'
import type { Files } from '../../core/host.ts'
import type { ImagePart } from '../../core/messages.ts'
import type { PermissionDecision } from '../../core/permission.ts'
import { failedResult, type ToolContext, type ToolResult } from '../../core/tool.ts'
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
import { checkChange } from '../files/file-change.ts'
import { imageKind } from '../files/file-kind.ts'
import type { FileToolDeps } from '../files/reading-tool.ts'
import { sha256Of } from '../files/seen-files.ts'

export type GenerateImageInput = { prompt: string; size?: string; path?: string }

/** @throws AgentError when there is no picture, with the reason */
export type DrawImage = (
	order: { prompt: string; size?: string; format: Format },
	signal: AbortSignal,
) => Promise<Uint8Array>

type Format = 'png' | 'jpeg' | 'webp'

/** @param drawing.by - who draws, for the one who is asked: the provider and its model */
export function createGenerateImageTool(deps: FileToolDeps, drawing: { by: string; draw: DrawImage }): Tool {
	return defineTool<GenerateImageInput>({
		name: 'generate_image',
		description:
			'Has a picture drawn from a description and shows it to you. With a path it is also written there ' +
			'(.png, .jpg or .webp).',
		inputSchema: {
			type: 'object',
			properties: {
				prompt: { type: 'string', minLength: 1 },
				size: { type: 'string', pattern: '^\\d+x\\d+$', description: 'Width x height: 1536x1024' },
				path: { type: 'string', minLength: 1 },
			},
			required: ['prompt'],
			additionalProperties: false,
		},
		checkSchema: deps.checkSchema,
		subject: ({ prompt, path }) => (path === undefined ? prompt : `${prompt} → ${path}`),
		facts: { access: 'write', phase: 'act' },
		prepare: input => ({
			tier: 'side-effecting',
			async assess({ host }) {
				const plan = await makePlan(input, deps, host.files)
				if ('problem' in plan) return invalidPlan('generate_image', plan.problem)
				return {
					permission: assessImage(input, plan, drawing.by, deps.workspace),
					touches: { places: plan.copy ? [plan.copy.place] : [] },
					run: context => carryOut(input, plan, { ...drawing, deps, context }),
				}
			},
		}),
	})
}

type ImagePlan = ValidImagePlan | { problem: string }
type ValidImagePlan = { format: Format; copy: Copy | undefined }
/** `before` is what the copy replaces. */
type Copy = { place: ResolvedPath; before: Uint8Array | undefined }

async function makePlan(
	{ path }: GenerateImageInput,
	{ workspace, seen }: FileToolDeps,
	files: Files,
): Promise<ImagePlan> {
	if (path === undefined) return { format: 'png', copy: undefined }
	const format = FORMATS.get(extname(path).toLowerCase())
	if (!format) return { problem: `${path} must end in .png, .jpg, .jpeg or .webp. Nothing was drawn.` }
	const place = await locate(path, workspace, files)
	const isFile = (await files.stat(place.real))?.kind === 'file'
	const before = isFile ? await files.checked.read(place.real) : undefined
	const problem = await checkChange({ place, before, after: new Uint8Array() }, seen, files)
	return problem === undefined ? { format, copy: { place, before } } : { problem }
}

const FORMATS: ReadonlyMap<string, Format> = new Map([
	['.png', 'png'],
	['.jpg', 'jpeg'],
	['.jpeg', 'jpeg'],
	['.webp', 'webp'],
])

function assessImage(
	{ prompt }: GenerateImageInput,
	{ copy }: ValidImagePlan,
	by: string,
	workspace: Workspace,
): PermissionDecision {
	const writing = copy && judgeWrite(copy.place, workspace)
	const isHard = writing?.outcome === 'ask-always'
	const spends = `${by} is sent the description and charges for the picture.`
	return {
		tier: writing && (isHard || !writing.isInside) ? 'privileged' : 'side-effecting',
		outcome: isHard ? 'ask-always' : 'ask',
		// It costs money, so leave to edit files is not enough.
		isWorkspaceEdit: false,
		title: `generate_image ${shortenPrompt(prompt)}${copy ? ` → ${copy.place.shown}` : ''}`,
		reasons: isHard ? [...writing.reasons, spends] : [spends, ...(writing?.reasons ?? [])],
		sessionKeys: isHard ? [] : ['tool:generate_image', ...(writing?.sessionKeys ?? [])],
	}
}

function shortenPrompt(prompt: string): string {
	const line = prompt.replace(/\s+/g, ' ').trim()
	return line.length > 100 ? `${line.slice(0, 99)}…` : line
}

type Work = { by: string; draw: DrawImage; deps: FileToolDeps; context: ToolContext }

async function carryOut(
	{ prompt, size }: GenerateImageInput,
	{ format, copy }: ValidImagePlan,
	{ by, draw, deps, context }: Work,
): Promise<ToolResult> {
	const { host, signal } = context
	let bytes: Uint8Array
	try {
		bytes = await draw({ prompt, format, ...(size !== undefined && { size }) }, signal)
	} catch (error) {
		return failedResult(`${by} drew nothing: ${errorInfo(error).message}`)
	}
	const kind = imageKind(bytes)
	if (!kind) return failedResult(`${by} answered with ${bytes.length} bytes that are no picture`)
	const uri = await host.media.put(bytes)
	const image: ImagePart = { type: 'image', mediaType: kind.mediaType, uri, sizeBytes: bytes.length }
	const drawn = `${kind.name} of ${bytes.length} bytes by ${by}`
	if (!copy) return { outcome: 'ok', content: [{ type: 'text', text: drawn }, image] }

	const { place } = copy
	const problem = await put(bytes, copy, host.files)
	if (problem !== undefined)
		return {
			outcome: 'failed',
			content: [{ type: 'text', text: `${problem} The picture itself: ${drawn}` }, image],
		}
	const sha256 = sha256Of(bytes)
	deps.seen.mark(place.real, sha256)
	return {
		outcome: 'ok',
		content: [
			{ type: 'text', text: `${copy.before ? 'changed' : 'created'} ${place.shown}: ${drawn}` },
			image,
		],
		detail: { type: 'files', seen: [{ path: place.real, sha256 }] },
	}
}

/** @returns what went wrong, as a whole sentence */
async function put(bytes: Uint8Array, { place, before }: Copy, files: Files): Promise<string | undefined> {
	const now =
		(await files.stat(place.real))?.kind === 'file' ? await files.checked.read(place.real) : undefined
	if (!(await stillLeadsThere(place, files)) || !isSame(now, before))
		return `${place.shown} changed while the picture was being drawn. Nothing was written.`
	try {
		await files.checked.writeAtomic(place.real, bytes)
		return undefined
	} catch (error) {
		return `${place.shown} could not be written: ${errorInfo(error).message}.`
	}
}

function isSame(a: Uint8Array | undefined, b: Uint8Array | undefined): boolean {
	return a && b ? Buffer.compare(a, b) === 0 : a === b
}
