// Editor buffers over the protocol: `fs/read_text_file` and `fs/write_text_file`, where the client offers them.

import { realpath } from 'node:fs/promises'
import { isAbsolute, join, relative, sep } from 'node:path'
import {
	type AgentContext,
	CLIENT_METHODS,
	type ClientCapabilities,
	type ReadTextFileRequest,
	type WriteTextFileRequest,
} from '@agentclientprotocol/sdk'
import { AgentError } from '../../core/errors.ts'
import type { Files } from '../../core/host.ts'
import type { SessionId } from '../../core/ids.ts'
import { editorFiles } from './editor-files.ts'

export type EditorPlace = {
	client: Pick<AgentContext, 'request'>
	capabilities: ClientCapabilities
	/** As the client names them; they are there. */
	folders: readonly string[]
	/** Undefined until the session is open; no tool is called before. */
	sessionId(): SessionId | undefined
}

/** @returns what stands between the tools and the disk; undefined where the client offers nothing */
export async function filesThrough({
	client,
	capabilities,
	folders,
	sessionId,
}: EditorPlace): Promise<((disk: Files) => Files) | undefined> {
	const { readTextFile, writeTextFile } = capabilities.fs ?? {}
	if (!readTextFile && !writeTextFile) return undefined
	const id = () => {
		const known = sessionId()
		if (known === undefined)
			throw new AgentError('internal', 'no tool can be called before its session is open')
		return known
	}
	const limited = () => ({
		cancellationSignal: AbortSignal.timeout(PATIENCE_MS),
		stopWaitingOnCancel: true,
	})
	const read = async (path: string): Promise<string> => {
		const wanted: ReadTextFileRequest = { sessionId: id(), path }
		return (await client.request(CLIENT_METHODS.fs_read_text_file, wanted, limited())).content
	}
	const write = async (path: string, content: string): Promise<void> => {
		const wanted: WriteTextFileRequest = { sessionId: id(), path, content }
		await client.request(CLIENT_METHODS.fs_write_text_file, wanted, limited())
	}
	const editor = { ...(readTextFile && { read }), ...(writeTextFile && { write }) }
	const known = await Promise.all(folders.map(async given => ({ given, real: await realpath(given) })))
	return disk => editorFiles(disk, editor, path => pathInEditor(path, known))
}

/** Tools know a file by its real path, an editor by the one it has opened its folder with. What is elsewhere it does not know. */
function pathInEditor(path: string, folders: readonly { given: string; real: string }[]): string | undefined {
	for (const { given, real } of folders) {
		const inside = relative(real, path)
		if (inside !== '..' && !inside.startsWith(`..${sep}`) && !isAbsolute(inside)) return join(given, inside)
	}
	return undefined
}

/** An editor that says nothing is taken for one that does not know the file. */
const PATIENCE_MS = 30_000
