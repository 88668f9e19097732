// The file system without what a sandbox has put up to keep names free: to our own tools those names are free.

import { join } from 'node:path'
import type { Files } from '../../core/host.ts'
import type { Sandbox } from './sandbox.ts'

export function unheldFiles(files: Files, sandbox: Pick<Sandbox, 'isPlaceholder' | 'makeWay'>): Files {
	return {
		...files,
		read: async path => (sandbox.isPlaceholder(path) ? undefined : files.read(path)),
		stat: async path => (sandbox.isPlaceholder(path) ? undefined : files.stat(path)),
		list: async path =>
			(await files.list(path))?.filter(({ name }) => !sandbox.isPlaceholder(join(path, name))),
		writeAtomic: async (path, bytes) => {
			// Somebody has allowed this. Commands that still run see the file from now on like any other.
			sandbox.makeWay(path)
			return files.writeAtomic(path, bytes)
		},
	}
}
