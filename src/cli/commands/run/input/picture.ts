// Pictures in a line of `--input-format stream-json`: base64, of a kind and a size that models take.

import { AgentError } from '../../../../core/errors.ts'
import { isObject, type JsonValue } from '../../../../core/json.ts'
import { type UserMessage, userText } from '../../../../core/messages.ts'
import type { RuntimeQueries } from '../../../../core/runtime-port.ts'
import { imageKind, MAX_IMAGE_BYTES } from '../../../../tools/files/file-kind.ts'

/** `mediaType` is what the bytes are. */
export type Picture = { bytes: Uint8Array; mediaType: string }

/** The pictures behind the text, as those that a text names. @throws AgentError `storage-failed` */
export async function messageWith(
	{ text, pictures }: { text: string; pictures: readonly Picture[] },
	{ storeImage }: Pick<RuntimeQueries, 'storeImage'>,
): Promise<UserMessage> {
	const message = userText(text)
	if (pictures.length === 0) return message
	if (!storeImage) throw new AgentError('rejected', 'pictures cannot be kept here')
	const images = await Promise.all(
		pictures.map(async ({ bytes, mediaType }) => {
			const uri = await storeImage(bytes)
			return { type: 'image' as const, mediaType, uri, sizeBytes: bytes.length }
		}),
	)
	return { ...message, content: text.trim() === '' ? images : [...message.content, ...images] }
}

/** @param source - of an image part, as the Messages API has it */
export function readPicture(source: JsonValue | undefined): Picture | { problem: string } {
	if (!isObject(source) || source.type !== 'base64') {
		const given = isObject(source)
			? `not ${JSON.stringify(source.type) ?? 'one without a type'}`
			: 'and has none'
		return {
			problem: `an image has a source of the type "base64", ${given}; or name it as @path in the text`,
		}
	}
	const { media_type: declared, data } = source
	if (typeof declared !== 'string' || !MEDIA_TYPES.includes(declared))
		return {
			problem: `its media_type is ${JSON.stringify(declared) ?? 'missing'}; there are ${MEDIA_TYPES.join(', ')}`,
		}
	if (typeof data !== 'string') return { problem: 'an image has its bytes as "data", in base64' }
	// Told before 100 MB of text are turned into bytes.
	if (data.length > LONGEST_BASE64) return { problem: tooLarge(Buffer.byteLength(data, 'base64')) }
	if (!/^[A-Za-z0-9+/\s]*={0,2}\s*$/.test(data)) return { problem: 'its data is not base64' }
	const bytes = new Uint8Array(Buffer.from(data, 'base64'))
	if (bytes.length > MAX_IMAGE_BYTES) return { problem: tooLarge(bytes.length) }
	const kind = imageKind(bytes)
	// Services refuse a picture that is called another kind than it is.
	return kind
		? { bytes, mediaType: kind.mediaType }
		: {
				problem: `its ${bytes.length} bytes are no PNG, JPEG, GIF or WebP image, though it is called ${declared}`,
			}
}

const MEDIA_TYPES: readonly string[] = ['image/png', 'image/jpeg', 'image/gif', 'image/webp']

const LONGEST_BASE64 = MAX_IMAGE_BYTES * 1.5

function tooLarge(sizeBytes: number): string {
	return `the image has ${sizeBytes} bytes; models take at most ${MAX_IMAGE_BYTES}`
}
