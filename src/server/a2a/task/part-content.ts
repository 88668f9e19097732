// Messages and their parts: what a client sends becomes a prompt, and what we say becomes parts.

import { type Message, type Part, Role } from '@a2a-js/sdk'
import { ContentTypeNotSupportedError, RequestMalformedError } from '@a2a-js/sdk/errors'
import type { JsonValue } from '../../../core/json.ts'
import type { MediaUri, UserMessage, UserPart } from '../../../core/messages.ts'
import { imageKind } from '../../../tools/files/file-kind.ts'

export function textPart(text: string): Part {
	return {
		content: { $case: 'text', value: text },
		metadata: undefined,
		filename: '',
		mediaType: 'text/plain',
	}
}

export function dataPart(value: JsonValue): Part {
	return {
		content: { $case: 'data', value },
		metadata: undefined,
		filename: '',
		mediaType: 'application/json',
	}
}

export function filePart(file: { bytes: Uint8Array; name: string; mediaType: string }): Part {
	return {
		content: { $case: 'raw', value: Buffer.from(file.bytes) },
		metadata: undefined,
		filename: file.name,
		mediaType: file.mediaType,
	}
}

/** @throws RequestMalformedError */
export function requireMessage(message: Message | undefined): Message {
	if (message === undefined) throw new RequestMalformedError('message is missing')
	if (message.messageId === '') throw new RequestMalformedError('message.messageId is missing')
	if (message.role !== Role.ROLE_USER)
		throw new RequestMalformedError('message.role has to be that of a user: what an agent says is our part')
	if (message.parts.length === 0)
		throw new RequestMalformedError('message.parts is empty; there is nothing to do')
	if (message.parts.every(part => part.content?.$case === 'text' && part.content.value.trim() === ''))
		throw new RequestMalformedError('the text of the message is empty')
	return message
}

/** Keeps the bytes of a picture where whoever works on the task finds them. */
export type KeepPicture = (bytes: Uint8Array) => Promise<MediaUri>

/** @throws ContentTypeNotSupportedError, RequestMalformedError */
export async function promptOf(message: Message, keep: KeepPicture): Promise<UserMessage> {
	const pictures: UserPart[] = []
	const texts: string[] = []
	for (const part of message.parts) {
		const content = await contentOf(part, keep)
		if (content.type === 'text') texts.push(content.text)
		else pictures.push(content)
	}
	// The last text of a prompt is what was typed, so all of it is one.
	return { role: 'user', content: [...pictures, { type: 'text', text: texts.join('\n\n') }] }
}

async function contentOf(part: Part, keep: KeepPicture): Promise<UserPart> {
	const { content, filename, mediaType } = part
	switch (content?.$case) {
		case 'text':
			return { type: 'text', text: content.value }
		case 'data':
			return { type: 'text', text: fenced('json', JSON.stringify(content.value, null, 2)) }
		case 'url':
			return { type: 'text', text: `${filename === '' ? 'A file' : filename}: ${content.value}` }
		case 'raw':
			return fileContent({ bytes: content.value, filename, mediaType }, keep)
		default:
			throw new RequestMalformedError('a part has to have one of text, data, url and raw')
	}
}

async function fileContent(
	{ bytes, filename, mediaType }: { bytes: Uint8Array; filename: string; mediaType: string },
	keep: KeepPicture,
): Promise<UserPart> {
	const picture = imageKind(bytes)
	if (picture)
		return { type: 'image', mediaType: picture.mediaType, uri: await keep(bytes), sizeBytes: bytes.length }
	if (bytes.length === 0)
		throw new RequestMalformedError(`${filename === '' ? 'a file' : filename} is empty, or not in base64`)
	// What is said to be a picture and is none is no text that was meant.
	const text = PICTURES.includes(mediaType.toLowerCase()) ? undefined : textOf(bytes)
	if (text !== undefined)
		return { type: 'text', text: `${filename === '' ? '' : `${filename}:\n`}${fenced('', text)}` }
	throw new ContentTypeNotSupportedError(
		`${filename === '' ? 'a file' : filename} (${mediaType === '' ? 'of no type' : mediaType}, ${bytes.length} bytes) ` +
			'cannot be taken: texts and PNG, JPEG, GIF and WebP pictures can',
	)
}

const PICTURES: readonly string[] = ['image/png', 'image/jpeg', 'image/gif', 'image/webp']

function textOf(bytes: Uint8Array): string | undefined {
	try {
		const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
		return text.includes('\0') ? undefined : text
	} catch {
		return undefined
	}
}

function fenced(language: string, text: string): string {
	const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([marks]) => marks.length))
	const fence = '`'.repeat(longest + 1)
	return `${fence}${language}\n${text}\n${fence}`
}
