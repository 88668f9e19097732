// Media that end with their process.

import type { Media } from '../core/host.ts'
import type { MediaOf } from '../core/services/media.ts'
import { mediaUri } from './media-names.ts'

export function createInMemoryMedia(): MediaOf {
	const tenants = new Map<string, Media>()
	return ({ app, user }) => {
		const tenant = JSON.stringify([app, user])
		const media = tenants.get(tenant) ?? mediaInMemory()
		tenants.set(tenant, media)
		return media
	}
}

function mediaInMemory(): Media {
	const kept = new Map<string, Uint8Array>()
	return {
		async put(bytes) {
			const uri = mediaUri(bytes)
			kept.set(uri, bytes.slice())
			return uri
		},
		get: async uri => kept.get(uri)?.slice(),
	}
}
