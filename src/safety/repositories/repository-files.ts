// What a repository says of itself on disk, read as git reads it, and remembered for as long as a file has not changed.

import type { FileStat, Files } from '../../core/host.ts'
import { Doubt } from './doubt.ts'
import { type GitSetting, readGitConfig } from './git-config.ts'
import { linkedRepositories } from './git-index.ts'
import { type RepositoryMemory, remembered } from './remembered-files.ts'

/** Every one of them throws a `Doubt` where it cannot tell. */
export type RepositoryFiles = {
	real(path: string): Promise<string>
	/** The first line of a file as a path, from a folder. */
	path(file: string, folder: string): Promise<string | undefined>
	/** What `.git` in a folder is or leads to; undefined when there is none. */
	gitFolder(folder: string): Promise<string | undefined>
	sharedFolder(own: string): Promise<string>
	/** Git would not go on to look above it. */
	isRepository(own: string, shared: string): Promise<boolean>
	/** Without a `.git`, git may take the folder itself for a repository. */
	isBare(folder: string): Promise<boolean>
	/** Of these files and of all they include, under whatever condition. */
	settings(files: readonly string[], home: string): Promise<readonly GitSetting[]>
	config(file: string): Promise<readonly GitSetting[]>
	/** Where it borrows objects. Real paths. */
	alternates(objects: string): Promise<readonly string[]>
	/** The work trees that its index names. */
	linkedPaths(repository: { own: string; shared: string }): Promise<readonly string[]>
	/** Links where git prints what is in a file that is not what it expects. */
	linksIn(gitFolder: string): Promise<readonly string[]>
}

export function createRepositoryFiles(files: Files, memory: RepositoryMemory): RepositoryFiles {
	const read = async (path: string, stat: FileStat, limitBytes: number): Promise<Uint8Array> => {
		if (stat.kind !== 'file' || stat.sizeBytes > limitBytes)
			throw new Doubt(`${path} is not a file that can be read.`)
		// An editor's unsaved text is not what git reads.
		return (await (files.saved ?? files).read(path)) ?? new Uint8Array()
	}
	const textAt = async (path: string): Promise<string | undefined> => {
		const stat = await files.stat(path)
		return stat && new TextDecoder().decode(await read(path, stat, MAX_TEXT_BYTES))
	}
	const path = async (file: string, folder: string): Promise<string | undefined> => {
		const text = await textAt(file)
		return text === undefined ? undefined : placeIn(text, folder, file)
	}
	const config = async (file: string): Promise<readonly GitSetting[]> => {
		const stat = await files.stat(file)
		if (!stat) return []
		return remembered(memory.settings, file, stat, async () => {
			const bytes = await read(file, stat, MAX_TEXT_BYTES)
			const found = readGitConfig(Buffer.from(bytes).toString('latin1'))
			if (!found) throw new Doubt(`${file} is not a settings file as git writes it.`)
			return found
		})
	}
	const linksOf = async (folder: string): Promise<readonly string[]> => {
		const stat = await files.stat(folder)
		if (stat?.kind !== 'folder') return []
		return remembered(memory.links, folder, stat, async () => {
			const entries = (await files.list(folder)) ?? []
			return entries.flatMap(({ name, kind }) => (kind === 'link' ? [`${folder}/${name}`] : []))
		})
	}
	const linkedPaths = async (index: string, lengths: readonly (20 | 32)[]): Promise<readonly string[]> => {
		const stat = await files.stat(index)
		if (!stat) return []
		return remembered(memory.linked, `${index} ${lengths}`, stat, async () => {
			const bytes = Buffer.from(await read(index, stat, MAX_INDEX_BYTES))
			const readings = lengths.map(length => linkedRepositories(bytes, length))
			if (readings.every(found => found === undefined))
				throw new Doubt(`${index} is not an index that can be read.`)
			return readings.flatMap(found => found ?? []).map(utf8Path)
		})
	}
	return {
		real: files.realPath,
		path,
		async gitFolder(folder) {
			const marked = `${folder}/.git`
			const stat = await files.stat(marked)
			if (!stat) return undefined
			if (stat.kind === 'folder') return files.realPath(marked)
			const text = (await textAt(marked)) ?? ''
			if (!text.startsWith(GITDIR)) throw new Doubt(`${marked} does not name a repository.`)
			return files.realPath(placeIn(text.slice(GITDIR.length), folder, marked))
		},
		async sharedFolder(own) {
			const shared = await path(`${own}/commondir`, own)
			return shared === undefined ? own : files.realPath(shared)
		},
		async isRepository(own, shared) {
			const entries = (await files.list(own)) ?? []
			if (entries.find(({ name }) => name === 'HEAD')?.kind !== 'file') return false
			const head = (await textAt(`${own}/HEAD`)) ?? ''
			// One step further in, so that a folder that may not be entered throws.
			const [objects, refs] = await Promise.all(
				['objects', 'refs'].map(async name => {
					await files.stat(`${shared}/${name}/heads`)
					return files.stat(`${shared}/${name}`)
				}),
			)
			return (
				/^(?:ref:[ \t\r\n]*refs\/|[0-9a-f]{40})/i.test(head) &&
				objects?.kind === 'folder' &&
				refs?.kind === 'folder'
			)
		},
		async isBare(folder) {
			const [head, objects, shared] = await Promise.all(
				['HEAD', 'objects', 'commondir'].map(name => files.stat(`${folder}/${name}`)),
			)
			if (!objects && !shared) return false
			// A link to a branch that has no commit leads nowhere.
			return head !== undefined || ((await files.list(folder)) ?? []).some(({ name }) => name === 'HEAD')
		},
		async settings(begin, home) {
			const queue = [...begin]
			const found: GitSetting[] = []
			for (let at = 0; at < queue.length; at++) {
				if (at > MAX_INCLUDED) throw new Doubt('Its settings include too many files.')
				const file = queue[at]!
				for (const setting of await config(file)) {
					found.push(setting)
					const included = INCLUDES.test(setting.name) ? includedPath(setting, file, home) : undefined
					if (included !== undefined && !queue.includes(included)) queue.push(included)
				}
			}
			return found
		},
		config,
		async alternates(objects) {
			const text = (await textAt(`${objects}/info/alternates`)) ?? ''
			const lines = text.split('\n').filter(line => line !== '' && !line.startsWith('#'))
			if (lines.some(line => line.startsWith('"') || line.includes(NO_TEXT)))
				throw new Doubt(`${objects}/info/alternates names a place that cannot be read.`)
			return Promise.all(lines.map(line => files.realPath(from(objects, line))))
		},
		async linkedPaths({ own, shared }) {
			const lengths = objectNameBytes(await config(`${shared}/config`))
			const names = ((await files.list(own)) ?? []).map(({ name }) => name)
			const indexes = names.filter(name => name === 'index' || name.startsWith('sharedindex.'))
			return [
				...new Set((await Promise.all(indexes.map(name => linkedPaths(`${own}/${name}`, lengths)))).flat()),
			]
		},
		async linksIn(gitFolder) {
			const trees = ((await files.list(`${gitFolder}/worktrees`)) ?? []).map(
				({ name }) => `worktrees/${name}`,
			)
			const folders = [...SHOWN, ...trees].map(name => (name === '' ? gitFolder : `${gitFolder}/${name}`))
			return (await Promise.all(folders.map(linksOf))).flat().filter(link => link !== `${gitFolder}/hooks`)
		},
	}
}

const GITDIR = 'gitdir: '
const MAX_TEXT_BYTES = 1 << 20
const MAX_INDEX_BYTES = 1 << 28
const MAX_INCLUDED = 50
const INCLUDES = /^include(?:if\..*)?\.path$/s

const SHOWN = [
	...['', 'info', 'logs', 'logs/refs', 'logs/refs/heads', 'objects', 'objects/info', 'objects/pack', 'refs'],
	...[
		'refs/heads',
		'refs/tags',
		'remotes',
		'branches',
		'rebase-merge',
		'rebase-apply',
		'sequencer',
		'worktrees',
	],
]

/** Read with the wrong one, an index names what is not there. Where the settings are at odds, both count. */
function objectNameBytes(settings: readonly GitSetting[]): readonly (20 | 32)[] {
	const formats = new Set(
		settings.filter(({ name }) => name === 'extensions.objectformat').map(({ value }) => value),
	)
	if (formats.size === 0 || (formats.size === 1 && formats.has('sha1'))) return [20]
	return formats.size === 1 && formats.has('sha256') ? [32] : [20, 32]
}

/** In its place stands what was no UTF-8. */
const NO_TEXT = '\uFFFD'

function placeIn(text: string, folder: string, file: string): string {
	const path = text.replace(/[\r\n]+$/, '')
	if (path === '' || path.includes(NO_TEXT) || path.includes('\0'))
		throw new Doubt(`${file} names a place that cannot be read.`)
	return from(folder, path)
}

function includedPath({ value = '' }: GitSetting, file: string, home: string): string {
	const path = utf8Path(value)
	if (path.startsWith('~/')) return `${home}${path.slice(1)}`
	if (/^(?:~|%\()/.test(path)) throw new Doubt(`${file} includes ${path}, which cannot be found.`)
	return from(file.slice(0, file.lastIndexOf('/')), path)
}

function utf8Path(bytes: string): string {
	const path = Buffer.from(bytes, 'latin1').toString()
	if (path.includes(NO_TEXT) || path.includes('\0')) throw new Doubt('It names a path that is no text.')
	return path
}

function from(folder: string, path: string): string {
	return path.startsWith('/') ? path : `${folder}/${path}`
}
