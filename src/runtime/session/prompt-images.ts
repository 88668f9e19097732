// Images in a prompt: those pasted into it, and those it points at, as in `what is wrong in @screen.png?`.

import { join, resolve } from 'node:path'
import { AgentError, messageOf } from '../../core/errors.ts'
import type { Host } from '../../core/host.ts'
import { type ImagePart, textOf, type UserMessage } from '../../core/messages.ts'
import type { ModelInfo } from '../../core/model.ts'
import { modelName } from '../../core/model-ref.ts'
import { imageKind, MAX_IMAGE_BYTES } from '../../tools/files/file-kind.ts'

export type ImagePlace = {
	cwd: string
	/** What `~` stands for. */
	home: string
	/** Of the model that reads the prompt first. */
	model: ModelInfo
	host: Pick<Host, 'files' | 'media'>
	/** The user's rule against reading a file: it also holds for what a prompt names, which may have been pasted. */
	deniedBy?(path: string): Promise<{ text: string; scope: string } | undefined>
}

/**
 * @returns the same message when it names no picture
 * @throws AgentError `usage` for a picture that this model, or any, would not take
 */
export async function withImages(message: UserMessage, place: ImagePlace): Promise<UserMessage> {
	const pasted = message.content.filter(part => part.type === 'image')
	const tooLarge = pasted.find(image => image.sizeBytes > MAX_IMAGE_BYTES)
	if (tooLarge) throw tooManyBytes('the pasted image', tooLarge.sizeBytes)
	const named: ImagePart[] = []
	for (const path of namedPictures(textOf(message.content))) {
		const image = await readImage(path, place)
		// A prompt that comes back out of the queue has its pictures with it already.
		if (image && !pasted.some(({ uri }) => uri === image.uri)) named.push(image)
	}
	if (pasted.length + named.length > 0 && !place.model.images) throw takesNone(place.model)
	return named.length > 0 ? { ...message, content: [...message.content, ...named] } : message
}

/** Paths behind an `@` that begins a word, by what they end in. Punctuation behind a path belongs to the sentence. */
export function namedPictures(text: string): readonly string[] {
	const mentions = text.matchAll(/(?<=^|[\s([{,;:'"])@(?:"([^"\n]+)"|([^\s"]+))/g)
	const paths = Array.from(
		mentions,
		([, quoted, plain = '']) => quoted ?? plain.replace(/[\])},.;:!?']+$/, ''),
	)
	return [...new Set(paths.filter(path => /\.(?:png|jpe?g|gif|webp)$/i.test(path)))]
}

/** A picture that is to go with a prompt, by its path. @throws AgentError `usage` */
export async function pictureAt(
	path: string,
	place: Omit<ImagePlace, 'model'>,
): Promise<Omit<ImagePart, 'type'> | undefined> {
	const image = await readImage(path, place, path)
	if (!image) return undefined
	const { type: _type, ...picture } = image
	return picture
}

/** @returns undefined for what is not there or no picture after all: then it is just a word */
async function readImage(
	path: string,
	{ cwd, home, host, deniedBy }: Omit<ImagePlace, 'model'>,
	name = `@${path}`,
): Promise<ImagePart | undefined> {
	const absolute = path.startsWith('~/') ? join(home, path.slice(2)) : resolve(cwd, path)
	const stat = await host.files.stat(absolute).catch(() => undefined)
	if (stat?.kind !== 'file') return undefined
	const rule = await deniedBy?.(absolute)
	if (rule) throw new AgentError('usage', `${name}: the rule ${rule.text} in ${rule.scope} denies reading it`)
	if (stat.sizeBytes > MAX_IMAGE_BYTES) throw tooManyBytes(name, stat.sizeBytes)
	const bytes = await host.files.read(absolute).catch((cause: unknown) => {
		const why = messageOf(cause)
		throw new AgentError('usage', `${name} cannot be read: ${why}`, { cause })
	})
	const kind = bytes && imageKind(bytes)
	if (!kind) return undefined
	const uri = await host.media.put(bytes)
	return { type: 'image', mediaType: kind.mediaType, uri, sizeBytes: bytes.length }
}

function tooManyBytes(what: string, sizeBytes: number): AgentError {
	return new AgentError('usage', `${what} has ${sizeBytes} bytes; models take at most ${MAX_IMAGE_BYTES}`)
}

function takesNone({ ref }: ModelInfo): AgentError {
	const name = modelName(ref)
	return new AgentError(
		'usage',
		`${name} takes no images. Choose another model, or send the prompt without the picture. ` +
			`If it does take them, set models.${name}.images to true`,
	)
}
