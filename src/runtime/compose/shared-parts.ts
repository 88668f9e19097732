// Shared services of all sessions of one runtime: the machine, the models, the store, and what is known of the
// folder.

import { randomBytes } from 'node:crypto'
import { Mailbox } from '../../core/async/mailbox.ts'
import { once } from '../../core/async/once.ts'
import type { Host } from '../../core/host.ts'
import { createScrubber } from '../../safety/redaction/scrub.ts'
import { unheldFiles } from '../../sandbox/files-without-placeholders.ts'
import { lazySandbox } from '../../sandbox/lazy-sandbox.ts'
import { createSandboxedChoice } from '../../sandbox/sandboxed-choice.ts'
import { createMedia } from '../../services/embedded/media.ts'
import { createIdSource } from '../../sessions/ids.ts'
import type { SessionStore } from '../../sessions/session-store.ts'
import { createInMemoryStore } from '../../sessions/store/in-memory-store.ts'
import { createJsonlStore } from '../../sessions/store/jsonl-store.ts'
import { agentList } from '../agents/agent-kinds.ts'
import { readPreamble } from '../context/context-preamble.ts'
import { createKnownModels } from '../context/known-models.ts'
import { createWindowWatch } from '../context/window-watch.ts'
import { openServers } from '../extensions/mcp/open-servers.ts'
import { readExtensions } from '../extensions/read-extensions.ts'
import { skillNote } from '../extensions/skill-note.ts'
import { createCheckSchema } from '../host/check-schema.ts'
import { childEnvironment } from '../host/child-environment.ts'
import { nodeClock } from '../host/clock.ts'
import { createNodeFiles } from '../host/files.ts'
import { createNodeShell } from '../host/shell.ts'
import { createNotes } from '../memory/memory-notes.ts'
import { openMemory } from '../memory/open-memory.ts'
import type { RuntimeOptions } from '../options.ts'
import { openRepositoryMaps } from '../repository-map/repository-maps.ts'
import { EventSubscribers } from '../session/subscribers.ts'
import { imageDrawing } from './image-drawing.ts'
import { createModelStreams } from './reply-streams.ts'

export type SharedParts = ReturnType<typeof createSharedParts>

export function createSharedParts(options: RuntimeOptions) {
	const { folders, settings, cwd } = options
	const clock = options.clock ?? nodeClock
	const { info, learnWindow } = createKnownModels(settings)
	const searchPath = childEnvironment(options.env).PATH ?? ''
	const sandbox = lazySandbox(async () => {
		const { createSandbox } = await import('../../sandbox/sandbox.ts')
		const hosts = {
			allowed: settings.sandbox.allowedHosts,
			...(options.internet && { internet: options.internet }),
		}
		const notFrom = [cwd, ...options.addDirs]
		const { maxProcesses, maxMemoryMb, maxFileMb, keepFreeMb } = settings.sandbox
		const limits = { maxProcesses, maxMemoryMb, maxFileMb, keepFreeMb }
		return createSandbox({ searchPath, notFrom, stateFolder: folders.state, hosts, limits })
	})
	const shell = createNodeShell({ env: options.env, knownSecrets: options.secrets.known, sandbox })
	const disk = createNodeFiles()
	const base: Omit<Host, 'artefacts'> = {
		clock,
		shell,
		files: unheldFiles(disk, sandbox),
		media: options.media ?? createMedia(folders.media),
		secrets: options.secrets,
		checkSchema: createCheckSchema(),
	}
	const scrub = createScrubber(options.secrets.known)
	const extensions = once(() => readExtensions(options.extensions))
	const models = createModelStreams(options, { media: base.media, info, clock })
	const notes = createNotes({ cwd, folders, clock, scrub })
	/** What is to be told in whichever session is open by then. */
	const warnings = new Mailbox<string>()
	const warn = (text: string) => warnings.put(text)
	options.log?.onFailure(warn)
	const preambleIn = async (folder: string) =>
		readPreamble({
			cwd: folder,
			home: options.home,
			folders,
			platform: process.platform,
			now: clock.now(),
			withInstructions: settings.instructions.enabled && !options.bare,
			listed: [
				skillNote((await extensions()).skills, options, info),
				settings.agents.maxDepth > 0 ? agentList((await extensions()).agents) : undefined,
			],
		})
	return {
		clock,
		ids: createIdSource({ clock, random: randomBytes }),
		store: createStore(options),
		info,
		learnWindow,
		watchWindow: createWindowWatch({ clock, providers: options.providers, info, learn: learnWindow }),
		searchPath,
		sandbox,
		sandboxed: createSandboxedChoice(
			options.sandboxed ?? { commands: settings.approvals.sandboxed ?? 'ask' },
			warn,
		),
		base,
		toolFiles: options.toolFiles ? unheldFiles(options.toolFiles(disk), sandbox) : base.files,
		/** Ends every command that still runs. */
		endCommands: () => shell.killAll(),
		models,
		streamFor: models.streamFor,
		drawing: imageDrawing(options, { clock, info }),
		scrub,
		servers: openServers({
			options,
			clock,
			waitMs: settings.mcp.waitMs,
			scrub,
			warn,
			fetchFor: options.serverLogins?.fetchFor,
		}),
		subscribers: new EventSubscribers(),
		runtimeLog: options.log,
		telemetry: options.telemetry,
		notes,
		warnings,
		memory: openMemory(options, { clock, info, notes, scrub, notify: warn }),
		maps: openRepositoryMaps(options, { clock, scrub }),
		extensions,
		/** Read once, when the first session asks for it. */
		preamble: once(() => preambleIn(cwd)),
		preambleIn,
		compactAt: settings.context.autoCompact ? settings.context.compactAt : undefined,
	}
}

function createStore({ session, folders, store }: RuntimeOptions): SessionStore {
	if (store) return store
	if (!session.isStored) return createInMemoryStore()
	return createJsonlStore({ folder: folders.sessions, belongings: [folders.artefacts, folders.checkpoints] })
}
