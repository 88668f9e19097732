// The host where there is no machine: a clock, media and long outputs in memory, and neither files nor a shell.

import { AgentError } from '../../core/errors.ts'
import type { Host } from '../../core/host.ts'
import type { MediaUri } from '../../core/messages.ts'
import { hexOf } from '../../core/text/bytes.ts'
import { nodeClock } from '../../runtime/host/clock.ts'
import { checkByReading } from './check-schema.ts'

/** @param known - secrets, to be masked wherever they show up */
export function webHost(known: () => readonly string[]): Host {
	const media = new Map<MediaUri, Uint8Array>()
	const missing = async (): Promise<never> => {
		throw new AgentError('rejected', 'there are no files here')
	}
	return {
		clock: nodeClock,
		secrets: { known },
		checkSchema: checkByReading,
		media: {
			async put(bytes) {
				const uri: MediaUri = `media://sha256-${hexOf(new Uint8Array(await crypto.subtle.digest('SHA-256', new Uint8Array(bytes))))}`
				media.set(uri, bytes)
				return uri
			},
			get: async uri => media.get(uri),
		},
		artefacts: { save: async name => `${name}, which nobody keeps here` },
		files: {
			read: async () => undefined,
			writeAtomic: missing,
			stat: async () => undefined,
			realPath: async path => path,
			list: async () => undefined,
			remove: missing,
			checked: {
				read: async () => undefined,
				writeAtomic: missing,
				remove: missing,
				load: async () => ({ kind: 'missing' }),
				scan: async () => ({ kind: 'missing' }),
			},
		},
		shell: {
			start() {
				throw new AgentError('rejected', 'there is no shell here')
			},
		},
	}
}
