// The two files by which programs of the same user find the server that runs here.

import { join } from 'node:path'
import type { HomeFolders } from '../../../workspace/places/home-folders.ts'

/** The token of whoever works on this machine. */
export function ownTokenFile({ config }: Pick<HomeFolders, 'config'>): string {
	return join(config, 'server-token')
}

/** Where the server listens that has this home, as long as it does. */
export function runningServerFile({ data }: Pick<HomeFolders, 'data'>): string {
	return join(data, 'tasks', '.listening')
}
