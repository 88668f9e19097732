// The file system without what a sandbox has put up to keep names free: to our own tools those names are free.

import { join } from 'node:path'
import type { Files } from '../core/host.ts'
import type { Sandbox } from './sandbox.ts'

type HeldFiles = Pick<Sandbox, 'isPlaceholder' | 'makeWay'>

export function unheldFiles(files: Files, sandbox: HeldFiles): Files {
	const { stat, list, realPath } = files
	// Each function by its name: one that is added has to be thought about here.
	return {
		...unheldContents(files, sandbox),
		checked: {
			...unheldContents(files.checked, sandbox),
			load: async (path, limitBytes) =>
				sandbox.isPlaceholder(path) ? { kind: 'missing' } : files.checked.load(path, limitBytes),
			scan: async (path, take) =>
				sandbox.isPlaceholder(path) ? { kind: 'missing' } : files.checked.scan(path, take),
		},
		stat: async path => (sandbox.isPlaceholder(path) ? undefined : stat(path)),
		list: async path => (await list(path))?.filter(({ name }) => !sandbox.isPlaceholder(join(path, name))),
		realPath,
		...(files.linkTarget && { linkTarget: files.linkTarget }),
		...(files.saved && { saved: files.saved }),
	}
}

type FileContents = Pick<Files, 'read' | 'writeAtomic' | 'remove'>

function unheldContents({ read, writeAtomic, remove }: FileContents, sandbox: HeldFiles): FileContents {
	return {
		read: async path => (sandbox.isPlaceholder(path) ? undefined : read(path)),
		writeAtomic: async (path, bytes, like) => {
			// Somebody has allowed this. Commands that still run see the file from now on like any other.
			sandbox.makeWay(path)
			return writeAtomic(path, bytes, like)
		},
		remove: async path => (sandbox.isPlaceholder(path) ? undefined : remove(path)),
	}
}
