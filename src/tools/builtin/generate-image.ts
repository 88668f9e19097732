// Has a picture drawn, keeps it where the model can see it, and puts a copy into the workspace when asked to.

import { basename, extname } from 'node:path'
import { type ErrorInfo, errorInfo } from '../../core/errors.ts'
import type { Files } from '../../core/host.ts'
import type { ImagePart } from '../../core/messages.ts'
import { type ModelRef, modelName } from '../../core/model-ref.ts'
import type { PermissionDecision } from '../../core/permission.ts'
import { problem } from '../../core/problems/problem.ts'
import { failedResult, type Problem, type ToolResult } from '../../core/tool.ts'
import {
	type CostMicroUsd,
	NO_USAGE,
	type RateLimits,
	type RequestEstimate,
	type Usage,
} from '../../core/usage.ts'
import {
	judgeWrite,
	locate,
	type ResolvedPath,
	stillLeadsThere,
	type Workspace,
} from '../../safety/paths/paths.ts'
import { defineTool } from '../executor/define-tool.ts'
import { invalidPlan } from '../executor/hopeless.ts'
import type { CallContext, Tool } from '../executor/tool.ts'
import { checkChange } from '../files/file-change.ts'
import { imageKind } from '../files/file-kind.ts'
import type { FileToolDeps } from '../files/reading-tool.ts'
import { sha256Of } from '../files/seen-files.ts'

export type GenerateImageInput = { prompt: string; size?: string; path?: string }

/** @throws AgentError when there is no picture, with the reason */
export type DrawImage = (
	order: { prompt: string; size?: string; format: Format },
	signal: AbortSignal,
) => Promise<{
	bytes: Uint8Array
	usage: Usage | undefined
	costMicroUsd: CostMicroUsd
	rateLimits?: RateLimits
}>

/** Who draws, and what that costs. */
export type Drawing = { model: ModelRef; draw: DrawImage; estimateCost(prompt: string): RequestEstimate }

type Format = 'png' | 'jpeg' | 'webp'

export const GENERATE_IMAGE = 'generate_image'

export function createGenerateImageTool(deps: FileToolDeps, drawing: Drawing): Tool {
	return defineTool<GenerateImageInput>({
		name: GENERATE_IMAGE,
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
				const by = modelName(drawing.model)
				const plan = await makePlan(input, deps, host.files)
				if ('problem' in plan) return invalidPlan(GENERATE_IMAGE, plan.problem)
				return {
					permission: assessImage(input, plan, by, deps.workspace),
					touches: { places: plan.copy ? [plan.copy.place] : [] },
					run: context => carryOut(input, plan, { ...drawing, by, deps, context }),
				}
			},
		}),
	})
}

type ImagePlan = ValidImagePlan | { problem: Problem }
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
	if (!format) return { problem: problem`${path} must end in .png, .jpg, .jpeg or .webp. Nothing was drawn.` }
	const place = await locate(path, workspace, files)
	const isFile = (await files.stat(place.real))?.kind === 'file'
	const before = isFile ? await files.checked.read(place.real) : undefined
	const found = await checkChange({ place, before, after: new Uint8Array() }, seen, files)
	return found ? { problem: found } : { format, copy: { place, before } }
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
	const onlyWritesOutside = isHard && writing.onlyWritesOutside === true
	const spends = `${by} is sent the description and charges for the picture.`
	return {
		tier: writing && (isHard || !writing.isInside) ? 'privileged' : 'side-effecting',
		outcome: isHard ? 'ask-always' : 'ask',
		// It costs money, so leave to edit files is not enough.
		isWorkspaceEdit: false,
		title: `generate_image ${shortenPrompt(prompt)}${copy ? ` → ${copy.place.shown}` : ''}`,
		reasons: isHard ? [...writing.reasons, spends] : [spends, ...(writing?.reasons ?? [])],
		sessionKeys: isHard && !onlyWritesOutside ? [] : ['tool:generate_image', ...(writing?.sessionKeys ?? [])],
		...(onlyWritesOutside && { onlyWritesOutside }),
	}
}

function shortenPrompt(prompt: string): string {
	const line = prompt.replace(/\s+/g, ' ').trim()
	return line.length > 100 ? `${line.slice(0, 99)}…` : line
}

type Work = Drawing & { by: string; deps: FileToolDeps; context: CallContext }

async function carryOut(
	{ prompt, size }: GenerateImageInput,
	{ format, copy }: ValidImagePlan,
	work: Work,
): Promise<ToolResult> {
	const { by, deps, context } = work
	const { host } = context
	const over = context.run?.exceeded(() => work.estimateCost(prompt))
	if (over) return failedResult(`nothing was drawn: ${over.message}`)
	let bytes: Uint8Array
	try {
		bytes = await drawPaid({ prompt, format, ...(size !== undefined && { size }) }, work)
	} catch (error) {
		return failedResult(`${by} drew nothing: ${errorInfo(error).message}`)
	}
	const kind = imageKind(bytes)
	if (!kind) return failedResult(`${by} answered with ${bytes.length} bytes that are no picture`)
	const uri = await host.media.put(bytes)
	const image: ImagePart = { type: 'image', mediaType: kind.mediaType, uri, sizeBytes: bytes.length }
	const drawn = `${kind.name} of ${bytes.length} bytes by ${by}`
	const name = copy ? basename(copy.place.shown) : `picture.${kind.mediaType.split('/')[1]}`
	const artifacts = [{ name, mediaType: kind.mediaType, content: { uri, sizeBytes: bytes.length } }]
	if (!copy) return { outcome: 'ok', content: [{ type: 'text', text: drawn }, image], artifacts }

	const { place } = copy
	const failed = await put(bytes, copy, host.files)
	if (failed !== undefined)
		return {
			outcome: 'failed',
			content: [{ type: 'text', text: `${failed} The picture itself: ${drawn}` }, image],
			artifacts,
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
		artifacts,
	}
}

/** What it costs is told whatever becomes of the picture; one that fails costs nothing. */
async function drawPaid(
	order: Parameters<DrawImage>[0],
	{ model, draw, context }: Work,
): Promise<Uint8Array> {
	const { run, host, signal } = context
	const startedMs = host.clock.monotonicMs()
	const paid = async (
		usage: Usage,
		costMicroUsd: CostMicroUsd,
		more: { error?: ErrorInfo; rateLimits?: RateLimits },
	) => {
		run?.spend(usage, costMicroUsd)
		const durationMs = host.clock.monotonicMs() - startedMs
		const end = { model, usage, costMicroUsd, durationMs, ...more }
		await run?.store({ type: 'attempt-end', attempt: 1, spender: 'picture', ...end })
	}
	const drawn = await draw(order, signal).catch(async error => {
		await paid(NO_USAGE, 0, { error: errorInfo(error) })
		throw error
	})
	const { rateLimits } = drawn
	await paid(drawn.usage ?? NO_USAGE, drawn.costMicroUsd, rateLimits ? { rateLimits } : {})
	return drawn.bytes
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
