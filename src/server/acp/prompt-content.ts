// Prompts from an editor: its content blocks as a message of ours, and back for a session that is loaded. What is embedded
// stands in front of what was typed, between tags; links are mentions in the text.

import { isAbsolute, relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { ContentBlock, EmbeddedResource, ResourceLink } from '@agentclientprotocol/sdk'
import { AgentError } from '../../core/errors.ts'
import type { Media } from '../../core/host.ts'
import type { ImagePart, UserMessage, UserPart } from '../../core/messages.ts'
import { promptText } from '../../core/messages.ts'
import { wrapForeign } from '../../extensions/foreign-text.ts'
import { imageKind } from '../../tools/files/file-kind.ts'

type PromptPlace = { cwd: string; media: Media }

/** @throws AgentError `usage` for content that no model here takes */
export async function promptMessage(
	blocks: readonly ContentBlock[],
	place: PromptPlace,
): Promise<UserMessage> {
	const before: UserPart[] = []
	const images: ImagePart[] = []
	let typed = ''
	for (const block of blocks) {
		switch (block.type) {
			case 'text':
				typed += block.text
				break
			case 'image':
				images.push(await imagePart(block.data, block.mimeType, place.media))
				break
			case 'resource_link':
				typed += linkText(block, place.cwd)
				break
			case 'resource': {
				const part = await resourcePart(block, place.media)
				if (part.type === 'image') images.push(part)
				else before.push(part)
				typed += mention(block.resource.uri, place.cwd) ?? `[${block.resource.uri}]`
				break
			}
			case 'audio':
				throw new AgentError('usage', 'audio in a prompt cannot be used; send text or images')
		}
	}
	const text: UserPart[] = typed === '' ? [] : [{ type: 'text', text: typed }]
	return { role: 'user', content: [...before, ...text, ...images] }
}

/** What of a message was the user's: what memory, commands and skills have put into it is left out. */
export async function promptBlocks(message: UserMessage, media: Media): Promise<readonly ContentBlock[]> {
	const embedded = message.content.flatMap(part => (part.type === 'text' ? embeddedIn(part.text) : []))
	const text = promptText(message)
	const isTyped = text !== '' && embeddedIn(text).length === 0
	const images = message.content.filter(part => part.type === 'image')
	return [
		...embedded,
		...(isTyped ? [{ type: 'text' as const, text }] : []),
		...(await Promise.all(images.map(image => imageBlock(image, media)))),
	]
}

export async function imageBlock({ uri, mediaType }: ImagePart, media: Media): Promise<ContentBlock> {
	const bytes = await media.get(uri)
	if (!bytes) return { type: 'text', text: '[an image that is no longer there]' }
	return { type: 'image', data: Buffer.from(bytes).toString('base64'), mimeType: mediaType }
}

async function imagePart(data: string, mimeType: string, media: Media): Promise<ImagePart> {
	const bytes = new Uint8Array(Buffer.from(data, 'base64'))
	const kind = imageKind(bytes)
	if (!kind)
		throw new AgentError('usage', `an image of the prompt (${mimeType}) is no PNG, JPEG, GIF or WebP`)
	const uri = await media.put(bytes)
	return { type: 'image', mediaType: kind.mediaType, uri, sizeBytes: bytes.length }
}

async function resourcePart({ resource }: EmbeddedResource, media: Media): Promise<UserPart> {
	const { uri, mimeType } = resource
	if ('text' in resource) return { type: 'text', text: wrapForeign(RESOURCE, { uri }, resource.text) }
	if (mimeType?.startsWith('image/')) return imagePart(resource.blob, mimeType, media)
	throw new AgentError(
		'usage',
		`${uri} (${mimeType ?? 'of no known type'}) comes as bytes, which a prompt cannot hold; send it as text or as a link`,
	)
}

function embeddedIn(text: string): readonly ContentBlock[] {
	const [, uri, content] = EMBEDDED.exec(text) ?? []
	return uri === undefined || content === undefined
		? []
		: [{ type: 'resource', resource: { uri, text: content } }]
}

function linkText({ uri, name }: ResourceLink, cwd: string): string {
	return mention(uri, cwd) ?? `[${name}](${uri})`
}

/** A file as a prompt at our own screen would name it. The lines of a selection stand behind it, as in `src/a.ts:3-9`. */
function mention(uri: string, cwd: string): string | undefined {
	if (!URL.canParse(uri)) return isAbsolute(uri) ? atPath(uri, cwd) : undefined
	const url = new URL(uri)
	if (url.protocol !== 'file:') return undefined
	const [, first, last] = /^#L(\d+)(?:[-:]L?(\d+))?$/.exec(url.hash) ?? []
	const lines = first === undefined ? '' : `:${first}${last === undefined ? '' : `-${last}`}`
	url.hash = ''
	url.search = ''
	try {
		return atPath(fileURLToPath(url), cwd) + lines
	} catch {
		return undefined
	}
}

function atPath(path: string, cwd: string): string {
	const inside = relative(cwd, path)
	const isInside = inside !== '' && inside !== '..' && !inside.startsWith(`..${sep}`) && !isAbsolute(inside)
	const shown = isInside ? inside : path
	return /[\s"]/.test(shown) ? `@"${shown.replaceAll('"', '')}"` : `@${shown}`
}

const RESOURCE = 'resource'
const EMBEDDED = /^<resource uri="([^"]*)">\n([\s\S]*)\n<\/resource>$/
