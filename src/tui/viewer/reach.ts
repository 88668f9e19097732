// The reach of the viewer: what it can do beyond itself.

import type { RuntimeQueries } from '../../core/runtime-port.ts'
import type { ShellOutput } from '../state/tui-options.ts'
import type { BlockLook } from '../transcript/block-rows.ts'

/** Each left out where there is no such thing. */
export type ViewerReach = Pick<RuntimeQueries, 'readLog' | 'readArtefact'> & {
	/** @returns what to say of it */
	copy(text: string): Promise<string>
	edit?(text: string): Promise<unknown>
	/** @returns where it was written */
	exportSession?(ending: 'md' | 'html' | 'jsonl'): Promise<string>
	/** To before the run that a prompt began, by the number of its event. It closes the viewer when it can be done. */
	rewind?(promptSeq: number): Promise<string | undefined>
	fork?(promptSeq: number): Promise<string | undefined>
	/** The files there are, as paths are written in the session. */
	files?(): Promise<readonly string[]>
	editFile?(path: string, line: number): Promise<unknown>
	/** @returns what to say of it */
	openPage?(url: string): Promise<string>
	/** A command of the user's own, with a text on its stdin. */
	runShell?(command: string, signal: AbortSignal, stdin: string): Promise<ShellOutput>
	/** How blocks are drawn. */
	look?(): BlockLook
	/** Less or more of each call. @returns what to say of it */
	cycleDetail?(): string
	/** Diffs in one column, or side by side. @returns what to say of it */
	nextDiffStyle?(columns: number): string
}
