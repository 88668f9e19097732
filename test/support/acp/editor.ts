// An editor in front of `agent acp` of the built program.

import { Writable } from 'node:stream'
import { type ClientContext, type InitializeResponse, methods, ndJsonStream } from '@agentclientprotocol/sdk'
import { type Desk, type StartedAgent, startAgent } from '../run-agent.ts'
import { type TalkingAgent, talkAgent } from '../talk/talk-agent.ts'
import { type EditorSetup, editorApp, type HeardUpdates, initialRequest } from './editor-app.ts'

export type Editor = HeardUpdates & {
	agent: ClientContext
	initialized: InitializeResponse
	/** Every line of stdout that was not JSON. */
	stray: readonly string[]
	ended: Promise<number | null>
	endInput(): void
	/** Ends stdin, and waits for the agent. */
	close(): Promise<number | null>
	/** Nothing where it has ended. */
	kill(): void
}

export type StartedEditorSetup = EditorSetup & {
	args?: readonly string[]
	env?: Readonly<Record<string, string>>
}

export async function startEditor(desk: Desk, setup: StartedEditorSetup = {}): Promise<Editor> {
	return connect(talkAgent(...starting(desk, setup)), setup)
}

/** Where a test is about the process of the agent. */
export async function startEditorProcess(
	desk: Desk,
	setup: StartedEditorSetup = {},
): Promise<Editor & Pick<StartedAgent, 'child'>> {
	const [args, options] = starting(desk, setup)
	const { child, ended } = startAgent(args, { ...options, stdin: 'open' })
	const { stdin, stdout, stderr } = child
	const editor = await connect({ stdin, stdout, stderr, ended, kill: () => child.kill('SIGKILL') }, setup)
	return { ...editor, child }
}

function starting(desk: Desk, { args = [], env = {} }: StartedEditorSetup) {
	// The editor's own folder is nothing to the agent.
	return [['acp', ...args], { desk: { ...desk, cwd: '/' }, env }] as const
}

async function connect(started: TalkingAgent, setup: StartedEditorSetup): Promise<Editor> {
	const { stdin, stdout } = started
	if (!stdin || !stdout) throw new Error('an agent that nobody can talk with')
	let line = ''
	const stray: string[] = []
	const bytes = new ReadableStream<Uint8Array>({
		start(controller) {
			const encoder = new TextEncoder()
			stdout.on('data', (text: string) => {
				controller.enqueue(encoder.encode(text))
				const lines = (line + text).split('\n')
				line = lines.pop() ?? ''
				for (const each of lines)
					try {
						JSON.parse(each)
					} catch {
						stray.push(each)
					}
			})
			stdout.once('end', () => controller.close())
		},
	})
	const { app, heard } = editorApp(setup)
	const { agent } = app.connect(ndJsonStream(Writable.toWeb(stdin), bytes))
	const initialized: InitializeResponse = await agent.request(methods.agent.initialize, initialRequest(setup))
	const ended = started.ended.then(({ code }) => code)
	return {
		...heard,
		// Who waits for what never comes hears why.
		until: fits =>
			Promise.race([
				heard.until(fits),
				started.ended.then(({ stderr }) =>
					Promise.reject(new Error(`the agent ended before that came: ${stderr}`)),
				),
			]),
		agent,
		initialized,
		stray,
		ended,
		endInput: () => void stdin.end(),
		close: () => {
			stdin.end()
			return ended
		},
		kill: started.kill,
	}
}
