// An editor in front of `agent acp` of the built program.

import { type ChildProcess, spawn } from 'node:child_process'
import { Readable, Writable } from 'node:stream'
import { type ClientContext, type InitializeResponse, methods, ndJsonStream } from '@agentclientprotocol/sdk'
import { AGENT, baseEnvironment, type Desk } from '../run-agent.ts'
import { type EditorSetup, editorApp, type HeardUpdates, initialRequest } from './editor-app.ts'

export type Editor = HeardUpdates & {
	agent: ClientContext
	initialized: InitializeResponse
	child: ChildProcess
	/** Every line of stdout that was not JSON. */
	stray: readonly string[]
	ended: Promise<number | null>
	/** Ends stdin, and waits for the process. */
	close(): Promise<number | null>
}

export type StartedEditorSetup = EditorSetup & {
	args?: readonly string[]
	env?: Readonly<Record<string, string>>
}

export async function startEditor(desk: Desk, setup: StartedEditorSetup = {}): Promise<Editor> {
	const { args = [], env = {} } = setup
	const child = spawn(process.execPath, [AGENT, 'acp', ...args], {
		// The editor's own folder is nothing to the agent.
		cwd: '/',
		stdio: ['pipe', 'pipe', 'pipe'],
		env: { ...baseEnvironment(desk), ...env },
	})
	let said = ''
	child.stderr.setEncoding('utf8').on('data', (text: string) => {
		said += text
	})
	const stray: string[] = []
	let line = ''
	child.stdout.on('data', (bytes: Buffer) => {
		const lines = (line + bytes.toString('utf8')).split('\n')
		line = lines.pop() ?? ''
		for (const each of lines)
			try {
				JSON.parse(each)
			} catch {
				stray.push(each)
			}
	})
	const ended = new Promise<number | null>(resolve => child.once('close', resolve))
	const { app, heard } = editorApp(setup)
	const { agent } = app.connect(
		ndJsonStream(Writable.toWeb(child.stdin), Readable.toWeb(child.stdout) as ReadableStream<Uint8Array>),
	)
	const initialized: InitializeResponse = await agent.request(methods.agent.initialize, initialRequest(setup))
	return {
		...heard,
		// Who waits for what never comes hears why.
		until: fits =>
			Promise.race([
				heard.until(fits),
				ended.then(() => Promise.reject(new Error(`the agent ended before that came: ${said}`))),
			]),
		agent,
		initialized,
		child,
		stray,
		ended,
		close: () => {
			child.stdin.end()
			return ended
		},
	}
}
