// Runtime options. Settings, flags and environment have become plain values by then.

import type { ApprovalMode } from '../core/approval.ts'
import type { SessionSelector, WhenBusy } from '../core/commands.ts'
import type { Clock, Files, Media, Secrets } from '../core/host.ts'
import type { JsonSchema } from '../core/json.ts'
import type { Effort, Provider, ProviderConfig, ReviewRequest } from '../core/model.ts'
import type { ModelRef } from '../core/model-ref.ts'
import type { SharedMemory } from '../core/services/memory.ts'
import type { ExtensionFiles } from '../extensions/extension-files.ts'
import type { ServerLogins } from '../extensions/mcp/auth/server-logins.ts'
import type { Internet } from '../sandbox/network/proxy.ts'
import type { SandboxedOption } from '../sandbox/sandboxed-choice.ts'
import type { SessionStore } from '../sessions/session-store.ts'
import type { OwnTool } from '../tools/executor/own-tool.ts'
import type { HomeFolders } from '../workspace/places/home-folders.ts'
import type { Settings } from '../workspace/settings/settings-schema.ts'
import type { RuntimeLog } from './log/runtime-log.ts'
import type { PermissionBook } from './permissions/permission-book.ts'
import type { RuntimeTelemetry } from './telemetry/runtime-telemetry.ts'

export type RuntimeOptions = {
	version: string
	/** The working folder, absolute, links resolved. */
	cwd: string
	/** What it brings along may not act: then it is not believed about its git origin either. */
	isUntrusted?: boolean
	/** Further folders that may be changed. */
	addDirs: readonly string[]
	/** The user's home folder. */
	home: string
	env: Readonly<Record<string, string | undefined>>
	folders: HomeFolders
	settings: Settings
	providers: readonly ProviderConfig[]
	secrets: Secrets
	/** `isChosen`: the user said so just now, so it also wins over what a resumed session went by. */
	chain: { models: readonly ModelRef[]; isChosen: boolean }
	approvals: { mode: ApprovalMode; isChosen: boolean }
	/** `level` left out: as much as the model thinks by itself. */
	effort?: { level: Effort | undefined; isChosen: boolean }
	/** What the final answer of a run must fit. */
	outputSchema?: JsonSchema | undefined
	/** What `generate_image` draws with. Left out, there is no such tool. */
	imageModel?: ModelRef | undefined
	yolo: boolean
	/** Whether what the sandbox holds needs a question. Left out, as the settings say. */
	sandboxed?: SandboxedOption | undefined
	/** The rules in force, and where new ones are kept. Left out, there are none. */
	permissions?: PermissionBook | undefined
	/** Hooks, servers, commands, agents and skills that may be used. Left out, there are none. */
	extensions?: ExtensionFiles | undefined
	/** Sends what goes to servers behind a URL, with their logins. Left out, it goes without one. */
	serverLogins?: ServerLogins | undefined
	/** Looks at every request to a model before it leaves; a denied one ends the run. Left out, nobody does. */
	beforeRequest?: ReviewRequest
	/** Somebody is there to answer questions. */
	isInteractive: boolean
	/** Nobody is there after a run any more, so it ends when its agents have as well. Left out, as `isInteractive` says. */
	endsWithRun?: boolean
	session: {
		selector: SessionSelector
		fork: boolean
		/** From a process of which nothing can be known here. */
		takeOver?: boolean
		isStored: boolean
		/** Left out, a session that another process has open is an error. */
		whenBusy?: WhenBusy | undefined
	}
	tools: {
		only: readonly string[] | undefined
		without: readonly string[]
		/** Those of ours that there are at all. Left out, every one. */
		builtIn?: readonly string[] | undefined
		/** Names in `only` that there is no tool for here are passed over. */
		mayBeMissing?: boolean
	}
	/** A host's own tools, asked for when a session opens and before each of its runs. */
	ownTools?: () => readonly OwnTool[]
	systemPrompt: { replacement: string | undefined; addition: string | undefined }
	/** What the file of the agent says that every session here is. Foreign text. */
	instructions?: { agent: string; path: string; text: string }
	/** No AGENTS.md, notes, skills, hooks or MCP servers. */
	bare: boolean
	/** What the user should hear once the session is open. */
	notices: readonly string[]
	/** Nothing is configured: a model server that runs on this machine is worth a word. */
	looksForServers?: boolean
	/** Stands between the tools and the disk: the buffers of an editor. Everything else sees the disk. */
	toolFiles?: (disk: Files) => Files
	/** Left out, nothing is logged. */
	log?: RuntimeLog
	/** Left out, nothing is measured. Closed with the runtime: of what several share, each is given a `close` that does nothing. */
	telemetry?: RuntimeTelemetry
	/** Where sessions are kept. Left out, in files of the home folder, or with `isStored: false` nowhere. */
	store?: SessionStore
	/** What the project is known by, where whoever made the folder knows. Left out, that is looked up. */
	project?: string | undefined
	/** Memory that other servers share, with the store's sessions. Left out, an index in the home folder. */
	memory?: SharedMemory | undefined
	/** Where pictures are kept. Left out, in files of the home folder. */
	media?: Media | undefined
	/** Stands in for the machine's, where a test wants time in its own hands. */
	clock?: Clock
	/** Stands in for the machine's, behind the proxy of the sandbox, where a test brings its own. */
	internet?: Internet
	/** Stands in for the configured providers, where a test brings its own. */
	provider?: (id: string) => Promise<Provider>
}
