// A whole runtime on a temporary folder, with a scripted model in the place of the provider and real tools on
// real files. Scenarios speak only commands and envelopes.

import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { ApprovalMode } from '../../../src/core/approval.ts'
import type { SessionSelector } from '../../../src/core/commands.ts'
import type { AgentEvent, Envelope } from '../../../src/core/events.ts'
import type { RunId } from '../../../src/core/ids.ts'
import { userText } from '../../../src/core/messages.ts'
import type { Provider } from '../../../src/core/model.ts'
import type { RuntimePort } from '../../../src/core/runtime-port.ts'
import { createRuntime } from '../../../src/runtime/compose/create-runtime.ts'
import type { RuntimeOptions } from '../../../src/runtime/options.ts'
import { homeFolders } from '../../../src/workspace/places/home-folders.ts'
import { DEFAULT_SETTINGS } from '../../../src/workspace/settings/settings-schema.ts'
import { longer } from '../soak.ts'

export type StartedRuntime = {
	port: RuntimePort
	cwd: string
	home: string
	envelopes: readonly Envelope[]
	prompt(text: string, whenBusy?: 'steer' | 'queue'): Promise<void>
	/** The first event of this type after the ones already waited for with this function. */
	until<Type extends AgentEvent['type']>(type: Type): Promise<Extract<AgentEvent, { type: Type }>>
	/** The run that was started last. */
	runId(): RunId
	stop(): Promise<void>
}

export type StartOptions = {
	/** Left out, the real ones are asked that `runtime.providers` describes. */
	provider?: Provider
	files?: Readonly<Record<string, string | Uint8Array>>
	approvals?: ApprovalMode
	isInteractive?: boolean
	/** Goes on in the folders of an earlier runtime. */
	in?: Pick<StartedRuntime, 'cwd' | 'home'>
	selector?: SessionSelector
	fork?: boolean
	/** Whatever else a runtime can be told. */
	runtime?: Partial<RuntimeOptions>
}

export async function startRuntime(options: StartOptions): Promise<StartedRuntime> {
	const root = options.in ? undefined : await realpath(await mkdtemp(join(tmpdir(), 'keelson-scenario-')))
	const cwd = options.in?.cwd ?? join(root!, 'project')
	const home = options.in?.home ?? join(root!, 'home')
	await mkdir(cwd, { recursive: true })
	for (const [name, text] of Object.entries(options.files ?? {})) {
		await mkdir(dirname(join(cwd, name)), { recursive: true })
		await writeFile(join(cwd, name), text)
	}
	const env = { KEELSON_HOME: home }
	const { provider } = options
	const port = await createRuntime({
		version: '0.0.0-test',
		cwd,
		addDirs: [],
		home,
		env,
		folders: homeFolders({ env, home, cwd }),
		settings: DEFAULT_SETTINGS,
		providers: [],
		secrets: { known: () => [] },
		chain: { models: provider ? [{ provider: provider.id, model: 'scripted' }] : [], isChosen: true },
		approvals: { mode: options.approvals ?? { kind: 'ask' }, isChosen: true },
		yolo: false,
		isInteractive: options.isInteractive ?? true,
		session: { selector: options.selector ?? { kind: 'new' }, fork: options.fork ?? false, isStored: true },
		tools: { only: undefined, without: [] },
		systemPrompt: { replacement: undefined, addition: undefined },
		bare: false,
		notices: [],
		...(provider && { provider: async () => provider }),
		...options.runtime,
	})
	const reading = new AbortController()
	const story = follow(port, reading.signal)
	return {
		port,
		cwd,
		home,
		envelopes: story.envelopes,
		prompt: (text, whenBusy = 'queue') => port.send({ type: 'prompt', message: userText(text), whenBusy }),
		until: story.until,
		runId: () => story.envelopes.findLast(envelope => envelope.event.type === 'run-start')!.runId!,
		stop: async () => {
			await port.send({ type: 'shutdown' }).catch(() => undefined)
			reading.abort()
			if (root && !options.in) await rm(root, { recursive: true, force: true, maxRetries: 5 })
		},
	}
}

function follow(port: RuntimePort, signal: AbortSignal): Pick<StartedRuntime, 'envelopes' | 'until'> {
	const envelopes: Envelope[] = []
	const next = new Map<string, number>()
	const waiting: (() => void)[] = []
	void (async () => {
		for await (const envelope of port.events(0, signal)) {
			envelopes.push(envelope)
			for (const look of waiting.splice(0)) look()
		}
	})()
	return {
		envelopes,
		until: async type => {
			for (;;) {
				const from = next.get(type) ?? 0
				const at = envelopes.findIndex((envelope, index) => index >= from && envelope.event.type === type)
				if (at !== -1) {
					next.set(type, at + 1)
					return envelopes[at]!.event as never
				}
				await new Promise<void>((resolve, reject) => {
					const none = () => reject(new Error(`no ${type} came:\n${newest(envelopes)}`))
					const late = setTimeout(none, PATIENCE_MS)
					signal.addEventListener('abort', () => clearTimeout(late), { once: true })
					waiting.push(() => {
						clearTimeout(late)
						resolve()
					})
				})
			}
		},
	}
}

/** Below what a test may take in all, so that whoever waited in vain is told what came instead. */
const PATIENCE_MS = longer(25_000)

function newest(envelopes: readonly Envelope[]): string {
	return envelopes
		.slice(-20)
		.map(({ seq, at, event }) => `${seq} ${at} ${JSON.stringify(event).slice(0, 400)}`)
		.join('\n')
}
