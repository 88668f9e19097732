// Opens the hooks of a session. Loaded only where somebody has any.

import { join } from 'node:path'
import type { Host } from '../../../core/host.ts'
import type { SessionId } from '../../../core/ids.ts'
import type { ExtensionConfig } from '../../../extensions/extension-files.ts'
import { readHooks } from '../../../extensions/hooks/read-hooks.ts'
import { projectName } from '../../../sessions/store/jsonl-store.ts'
import type { RuntimeOptions } from '../../options.ts'
import { HookRunner } from './hook-runner.ts'
import { SessionHooks } from './session-hooks.ts'

export type OpenedSession = {
	sessionId: SessionId
	/** The folder the session was begun in, under which its log is kept. */
	begunIn: string
	host: Host
	scrub(text: string): string
	warn(text: string): void
}

export function openSessionHooks(
	configs: readonly ExtensionConfig[],
	options: RuntimeOptions,
	{ sessionId, begunIn, host, scrub, warn }: OpenedSession,
): SessionHooks {
	const { cwd, home, env, folders, secrets, permissions, yolo, isInteractive } = options
	const { hooks, problems } = readHooks(configs)
	const place = { cwd, home }
	return new SessionHooks({
		runner: new HookRunner({
			hooks,
			place,
			projectRoot: permissions?.root ?? cwd,
			env,
			knownSecrets: secrets.known,
			logger: options.log?.logger,
			scrub,
		}),
		scene: {
			sessionId,
			transcriptPath: join(folders.sessions, projectName(begunIn), `${sessionId}.jsonl`),
			cwd,
			yolo,
		},
		place,
		host,
		scrub,
		isInteractive,
		problems,
		warn,
		settings: { approvals: options.approvals.mode, chain: options.chain.models },
	})
}
