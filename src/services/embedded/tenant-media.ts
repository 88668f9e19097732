// The media of each tenant in its own folder of this machine: all there is of them, or copies of what all servers have.

import type { MediaOf } from '../../core/services/media.ts'
import type { HomeFolders } from '../../workspace/places/home-folders.ts'
import { createMedia, withLocalCopies } from './media.ts'
import { tenantFolders } from './tenant-folders.ts'

export function folderMedia(folders: HomeFolders): MediaOf {
	return auth => createMedia(tenantFolders(folders, auth).media)
}

export function copiedMedia(folders: HomeFolders, shared: MediaOf): MediaOf {
	return auth => withLocalCopies(folderMedia(folders)(auth), shared(auth))
}
