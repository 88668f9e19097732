// The reach of the viewer: what it can do beyond itself.

import type { RuntimeQueries } from '../../core/runtime-port.ts'

/** Each left out where there is no such thing. */
export type ViewerReach = Pick<RuntimeQueries, 'readLog' | 'readArtefact'> & {
	/** @returns what to say of it */
	copy(text: string): string
	edit?(text: string): Promise<unknown>
	/** @returns where it was written */
	exportSession?(): Promise<string>
	/** To before the run that a prompt began, by the number of its event. It closes the viewer when it can be done. */
	rewind?(promptSeq: number): Promise<string | undefined>
	fork?(promptSeq: number): Promise<string | undefined>
}
