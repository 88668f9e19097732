// An image on the clipboard, by whatever program of this system can hand it over.

import type { Host } from '../../core/host.ts'
import type { MediaUri } from '../../core/messages.ts'

/** @returns undefined when there is no image, no clipboard, or no program that reads it */
export async function clipboardImage(
	host: Pick<Host, 'media'>,
	env: Readonly<Record<string, string | undefined>>,
): Promise<{ uri: MediaUri; mediaType: string; sizeBytes: number } | undefined> {
	const { execa } = await import('execa')
	for (const [program, ...args] of READERS) {
		// Our own environment: a clipboard needs DISPLAY, WAYLAND_DISPLAY and XDG_RUNTIME_DIR, nothing of a key.
		const { DISPLAY, WAYLAND_DISPLAY, XDG_RUNTIME_DIR, XAUTHORITY, PATH, HOME } = env
		const read = await execa(program, args, {
			encoding: 'buffer',
			reject: false,
			timeout: 2_000,
			stdin: 'ignore',
			extendEnv: false,
			env: { DISPLAY, WAYLAND_DISPLAY, XDG_RUNTIME_DIR, XAUTHORITY, PATH, HOME },
		})
		if (read.failed || read.stdout.length === 0) continue
		const bytes = new Uint8Array(read.stdout)
		return { uri: await host.media.put(bytes), mediaType: 'image/png', sizeBytes: bytes.length }
	}
	return undefined
}

const READERS: readonly [program: string, ...args: string[]][] = [
	['wl-paste', '--type', 'image/png'],
	['xclip', '-selection', 'clipboard', '-target', 'image/png', '-out'],
	['pngpaste', '-'],
]
