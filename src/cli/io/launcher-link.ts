// The link to the launcher process: when the launcher is gone, killed even, this process goes too.

/** Loaded only when `KEELSON_LAUNCHER_FD` is set. Takes the marker out, so that no child of ours believes it. */
export function watchLauncher(env: Record<string, string | undefined>): void {
	const fd = Number(env.KEELSON_LAUNCHER_FD)
	delete env.KEELSON_LAUNCHER_FD
	const { Socket } = process.getBuiltinModule('node:net')
	try {
		const link = new Socket({ fd, readable: true, writable: false })
		link.on('error', () => {})
		link.on('close', end)
		link.unref()
		link.resume()
	} catch {
		// Somebody set the variable by hand, and there is no such descriptor.
	}
}

/** First the way out that stores the session and stops what runs; then, should that hang, the other one. */
function end(): void {
	process.kill(process.pid, 'SIGTERM')
	setTimeout(() => process.kill(process.pid, 'SIGKILL'), END_MS).unref()
}

const END_MS = 5_000
