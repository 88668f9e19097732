// What has been learnt of the models behind one server: what each lacks, how its history is written, and what its last
// request began with. What a server has refused once it is not asked again, and what would be the same is not made anew.

import type { Media } from '../../core/host.ts'
import type { JsonObject } from '../../core/json.ts'
import type { MediaUri } from '../../core/messages.ts'
import type { ModelInfo, ModelPart, ModelRequest, ProviderConfig } from '../../core/model.ts'
import { type ModelRef, modelName } from '../../core/model-ref.ts'
import { type ParameterFallback, UNSTREAMED } from './fallback-parameters.ts'
import { createHistoryWriter, type HistoryWriter } from './history-bytes.ts'
import { loadImages, oldest, refusesAmount, refusesPicture, seesNone, suspects, unseen } from './images.ts'
import { refusesReasoning, sealsIn } from './replay.ts'
import type { ThoughtMark } from './thought-marks.ts'
import { toolsInPrompt } from './tools-in-prompt.ts'
import type { RequestFormat } from './wire-format.ts'

export type ModelMemo = {
	format: RequestFormat
	writeHistory: HistoryWriter
	takesTools: boolean
	/** What of the history its server would not have. */
	withheld: Withheld
	/** What it has been found to lack. */
	fallbacks: readonly ParameterFallback[]
	/** Without streaming nothing came either: until something does, that takes no requests from the next model. */
	isUnstreamedInVain: boolean
	/** Its server puts this mark into the prompt, so that replies begin behind it. */
	startsInside?: ThoughtMark
	/** What the last request began with, and what that was made of. */
	last?: { about: HeadOrigin; head: JsonObject } | undefined
}

export type RefusedHistory = {
	model: ModelMemo
	ref: ModelRef
	request: ModelRequest
	/** What the server said. */
	refusal: string
	/** Undefined where the refusal is an event. */
	status?: number
	mayAskAgain(): boolean
}

type Withheld = { pictures: ReadonlySet<MediaUri>; seals: ReadonlySet<string> }

type HeadOrigin = Omit<ModelRequest, 'messages' | 'endAfterTokens'> & { info: string }

/** @param usual - how a request is written to a model that lacks nothing */
export function createModelMemos(
	usual: RequestFormat,
	{ config, media, info }: { config: ProviderConfig; media: Media; info: (ref: ModelRef) => ModelInfo },
) {
	const models = new Map<string, ModelMemo>()

	function known(ref: ModelRef): ModelMemo {
		const before = models.get(ref.model)
		if (before) return before
		const now = {
			...writtenIn(usual, ref, NOTHING),
			takesTools: true,
			withheld: NOTHING,
			fallbacks: [],
			isUnstreamedInVain: false,
		}
		models.set(ref.model, now)
		return now
	}

	function writtenIn(
		format: RequestFormat,
		ref: ModelRef,
		withheld: Withheld,
	): Pick<ModelMemo, 'format' | 'writeHistory'> {
		// A model that cannot see is told that there was a picture.
		const sees = info(ref).images
		const writeHistory = createHistoryWriter({
			format,
			target: ref,
			withheldSeals: withheld.seals,
			loadImages: async messages => (sees ? loadImages(messages, media, withheld.pictures) : new Map()),
		})
		return { format, writeHistory }
	}

	/** @returns what the user is told of it */
	function putToolsIntoPrompt(model: ModelMemo, ref: ModelRef): ModelPart {
		Object.assign(model, writtenIn(toolsInPrompt(usual), ref, model.withheld))
		model.takesTools = false
		model.last = undefined
		const text = `${modelName(ref)} takes no tools; it is told of them in its prompt instead`
		return { type: 'notice', text }
	}

	/**
	 * The history without what this refusal is about.
	 * @param refused - `mayAskAgain` is asked only where there is something that could be left out
	 * @returns what the user is told of it, or undefined where nothing was left out
	 */
	function withhold({
		model,
		ref,
		request,
		refusal,
		status,
		mayAskAgain,
	}: RefusedHistory): ModelPart | undefined {
		const { pictures, seals } = model.withheld
		const { messages } = request
		const leaveOut = (more: Partial<Withheld>, text: string): ModelPart | undefined => {
			if (!mayAskAgain()) return undefined
			model.withheld = { pictures, seals, ...more }
			Object.assign(model, writtenIn(model.format, ref, model.withheld))
			return { type: 'notice', text }
		}
		if (refusesReasoning(refusal)) {
			const more = sealsIn(messages, ref).filter(seal => !seals.has(seal))
			const text = `${modelName(ref)} refused its earlier reasoning, which is no longer sent to it`
			return more.length > 0 ? leaveOut({ seals: new Set([...seals, ...more]) }, text) : undefined
		}
		if (refusesAmount(refusal, status)) {
			const more = info(ref).images ? oldest(messages, pictures) : []
			const what = more.length === 1 ? 'oldest picture is' : `${more.length} oldest pictures are`
			const text = `the request was too large for ${modelName(ref)}; its ${what} no longer sent to it`
			return more.length > 0 ? leaveOut({ pictures: new Set([...pictures, ...more]) }, text) : undefined
		}
		const isBlind = seesNone(refusal)
		if (!(isBlind || refusesPicture(refusal)) || !info(ref).images) return undefined
		const more = isBlind ? unseen(messages, pictures) : suspects(messages, pictures)
		if (more.length === 0) return undefined
		const what = more.length === 1 ? 'a picture, which is' : `one of ${more.length} pictures, which are`
		const text = isBlind
			? `${modelName(ref)} sees no pictures; it is told of them in words instead`
			: `${modelName(ref)} refused ${what} no longer sent to it`
		return leaveOut({ pictures: new Set([...pictures, ...more]) }, text)
	}

	/** The same object as for the request before, as long as it would say the same. */
	function headOf(request: ModelRequest, model: ModelMemo, modelInfo: ModelInfo): JsonObject {
		const { messages, endAfterTokens, ...asked } = request
		const about = { ...asked, info: JSON.stringify(modelInfo) }
		if (model.last && hasSameFields(model.last.about, about)) return model.last.head
		const head = model.format.head(request, { config, info: modelInfo })
		model.last = { about, head }
		return head
	}

	return { known, putToolsIntoPrompt, withhold, headOf }
}

const NOTHING: Withheld = { pictures: new Set(), seals: new Set() }

/** Once, and for good only if that was the reason. @returns whether there is still something to try */
export function goUnstreamed(model: ModelMemo, head: JsonObject): boolean {
	if (head.stream !== true || model.isUnstreamedInVain) return false
	const isTried = model.fallbacks.includes(UNSTREAMED)
	model.isUnstreamedInVain = isTried
	model.fallbacks = isTried
		? model.fallbacks.filter(fallback => fallback !== UNSTREAMED)
		: [...model.fallbacks, UNSTREAMED]
	return !isTried
}

/** Lists and objects in them are the same when they are one object. */
function hasSameFields(one: HeadOrigin, other: HeadOrigin): boolean {
	const values = new Map<string, unknown>(Object.entries(other))
	const entries = Object.entries(one)
	return (
		entries.length === values.size && entries.every(([name, value]) => Object.is(values.get(name), value))
	)
}
