// What a runtime can be composed of, and what of it may differ from agent to agent.

import type { ApprovalMode } from '../../core/approval.ts'
import type { Effort, Provider, ReviewRequest } from '../../core/model.ts'
import type { AuthContext } from '../../core/services/auth-context.ts'
import type { KeyValues } from '../../core/services/key-values.ts'
import type { Logging, LogLevel } from '../../core/services/logging.ts'
import type { SessionStore } from '../../sessions/session-store.ts'
import type { Settings } from '../../workspace/settings/settings-schema.ts'
import type { Callbacks } from '../session/session.ts'
import type { DefinedTool } from '../tools/define-tool.ts'

/**
 * All of it may be left out: then the runtime goes by the settings, keys, rules and trust of the user, in the folder of the
 * process, exactly as `agent run` does there. What is given here wins over every settings file.
 */
export type CreateRuntimeOptions = AgentOptions & {
	/** The folder to work in. Left out, that of the process. */
	cwd?: string
	/** Further folders that may be changed. */
	addDirs?: readonly string[]
	/**
	 * Where keys, proxies and `KEELSON_…` are read from, and what commands get of it. Left out, `process.env`. With `{ PATH }`
	 * and a `home` of its own, a runtime has nothing of the user's.
	 */
	env?: Readonly<Record<string, string | undefined>>
	/** Keelson's own folder: settings, logins, sessions. Left out, the user's (`KEELSON_HOME`, or the XDG folders). */
	home?: string
	/** A profile of the settings. */
	profile?: string
	/** As in a settings file, one section in another: `{ budget: { maxTurns: 20 } }`. */
	settings?: SettingsChoice
	/** Beside those of the settings, or in the place of one with the same id: your own code, or a server. */
	providers?: readonly (Provider | ProviderServer)[]
	/** `false`: nothing is kept, and sessions end with the runtime. */
	stored?: boolean
	/** Where sessions are kept, in the place of files. */
	store?: SessionStore
	/** What the handlers of tools are given. Left out, values are kept in files (with `stored: false` in memory), and nobody reads a log. */
	services?: { keyValues?: KeyValues; logging?: Logging }
	/** Writes down what happens, without secrets. Left out, nothing is: `log.level` of the settings is for the program. */
	log?: LogChoice
	/**
	 * Whose sessions these are. Left out, the user of this machine. Settings and keys stay those of `home`; everything that is
	 * kept is kept apart, and a foreign session answers like one that does not exist.
	 */
	auth?: AuthContext
	/**
	 * Looks at every request to a model before it leaves, summaries and sub-agents included: lets it go with `'allow'`, or ends
	 * the run with `{ deny: 'the reason' }`. One that throws denies.
	 */
	beforeRequest?: ReviewRequest
	/** No AGENTS.md, notes, skills, commands, hooks or MCP servers: a prompt is only text, whatever it begins with. */
	bare?: boolean
} & Callbacks & {
		/**
		 * Somebody reads the envelopes and answers with `session.approve` and `session.answer`. Left out, only `approve` and
		 * `answer` are asked, and without them nobody is: what needs an approval is refused.
		 */
		interactive?: boolean
	}

/**
 * `true`: as `log.level` of the settings says, if it does. `file`: instead of `agent.log` beside those of the program, relative
 * to the folder of the process. Files rotate, five of 5 MiB.
 */
export type LogChoice = true | LogLevel | { level?: LogLevel; file: string }

/** What one agent of a runtime is. */
export type AgentOptions = {
	/** When to give it a task, for whoever chooses among the agents of a server. */
	description?: string
	/** `provider/model`, or several of them: the next answers when the first cannot. */
	model?: string | readonly string[]
	/** How much the model thinks. */
	effort?: Effort
	/** What it is told beside our system prompt. Authored text only: nothing in it is expanded, and no prompt gets in. */
	instructions?: string
	/** In the place of our system prompt. */
	systemPrompt?: string
	/** Your own, from `defineTool`. Beside the built-in ones. */
	tools?: readonly DefinedTool[]
	/** Which built-in tools there are: all (left out), none, or these. */
	builtInTools?: boolean | readonly string[]
	/** Who may do what unasked: a mode, or its word. Left out, as in the settings. */
	approvals?: ApprovalMode | 'ask' | 'all' | 'none' | 'auto-edit' | 'plan'
}

/** A server with one of the three wire formats. */
export type ProviderServer = {
	id: string
	/** `responses` and `chat` are OpenAI's, `messages` Anthropic's. */
	api: 'responses' | 'chat' | 'messages'
	/** Usually ends in `/v1`; Anthropic's does not. */
	baseUrl: string
	/** Asked for with each request where it is a function. Left out, the server wants none. */
	apiKey?: string | (() => string | Promise<string>)
	headers?: Readonly<Record<string, string>>
}

/** Any part of the settings; docs/settings.md has all of them. */
export type SettingsChoice = {
	readonly [Section in keyof Settings]?: Settings[Section] extends readonly unknown[] | string | undefined
		? Settings[Section]
		: Partial<Settings[Section]>
}
