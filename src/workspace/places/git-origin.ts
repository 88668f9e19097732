// The project's identity: by its git origin, which a work tree, a clone elsewhere and one in a container share, else by
// its path. Read from git's files: starting git would take longer, and run what the repository names.

import { dirname, isAbsolute, join, resolve } from 'node:path'
import { findProject, type Project } from './project.ts'
import { readTextFile } from './text-file.ts'

/**
 * What two folders have in common when they are of one project.
 * @param cwd - absolute
 * @returns `host/owner/name` of the origin; else the folder of the repository, or `cwd` where there is none
 */
export async function projectIdentity(cwd: string): Promise<string> {
	const project = await findProject(cwd)
	if (project.gitFolder === undefined) return project.root
	const common = await commonFolder(project.gitFolder)
	const config = await readTextFile(join(common, 'config')).catch(() => undefined)
	const url = config === undefined ? undefined : originIn(config)
	const origin = url === undefined ? undefined : originName(url, project.root)
	return origin ?? ownFolder(common, project)
}

/** A work tree shares the repository it was made of. */
async function commonFolder(gitFolder: string): Promise<string> {
	const text = (await readTextFile(join(gitFolder, 'commondir')).catch(() => undefined))?.trim()
	return text ? resolve(gitFolder, text) : gitFolder
}

function ownFolder(common: string, { root, gitFolder }: Project): string {
	return common !== gitFolder && common.endsWith('/.git') ? dirname(common) : root
}

/** The URL of `origin`, or of the only remote there is. */
export function originIn(config: string): string | undefined {
	const urls = new Map<string, string>()
	let remote: string | undefined
	for (const raw of config.replaceAll(/\\\r?\n/g, '').split(/\r?\n/)) {
		const line = raw.trim()
		const header = /^\[\s*([\w.-]+)(?:\s+"((?:[^"\\]|\\.)*)")?\s*\](.*)$/.exec(line)
		if (header)
			remote = header[1]!.toLowerCase() === 'remote' ? header[2]?.replaceAll(/\\(.)/g, '$1') : undefined
		const given = /^url\s*=\s*(.*)$/i.exec((header ? header[3]! : line).trim())?.[1]
		if (remote !== undefined && given && !urls.has(remote)) urls.set(remote, plainValue(given))
	}
	return urls.get('origin') ?? (urls.size === 1 ? [...urls.values()][0] : undefined)
}

/** Without quotes and a comment at its end. */
function plainValue(given: string): string {
	let value = ''
	let isQuoted = false
	for (let at = 0; at < given.length; at++) {
		const character = given[at]!
		if (character === '"') isQuoted = !isQuoted
		else if (character === '\\') value += given[++at] ?? ''
		else if (!isQuoted && (character === '#' || character === ';')) break
		else value += character
	}
	return value.trim()
}

/**
 * A repository however it is reached: without scheme, user, password, the protocol's own port and `.git`.
 * @param root - what a path is relative to
 */
export function originName(url: string, root: string): string | undefined {
	const remote =
		/^(?:git\+)?(https?|ssh|git|ftps?)(?:\+git|\+ssh)?:\/\/(?:[^@/]*@)?(\[[^\]]+\]|[^/:]+)(?::(\d*))?\/(.*)$/i.exec(
			url,
		)
	if (remote) {
		const [, scheme = '', host = '', port = '', path = ''] = remote
		const hasOwnPort = /^https?$/i.test(scheme) && port !== '' && port !== '80' && port !== '443'
		return nameOf(hasOwnPort ? `${host}:${port}` : host, path)
	}
	if (/^[a-z][a-z0-9+.-]*:(?::|\/\/)/i.test(url) && !/^file:/i.test(url)) return undefined
	// `host:path`, as ssh and scp have it; with a slash before the colon it is a path.
	const short = /^(?:[^@/]+@)?(\[[^\]]+\]|[^/:]{2,}):(?!\/\/)(.*)$/.exec(url)
	if (short) return nameOf(short[1]!, short[2]!)
	const path = decoded(url.replace(/^file:\/\/[^/]*/i, ''))
	if (path === '') return undefined
	return (isAbsolute(path) ? resolve(path) : resolve(root, path)).replace(/(?:\/\.git|\.git)$/, '')
}

function nameOf(host: string, path: string): string | undefined {
	const known = host.toLowerCase().replace(/\.$/, '')
	const name = HOSTS.get(known) ?? known
	const plain = decoded(path)
		.replace(/[?#].*$/, '')
		.replaceAll(/\/{2,}/g, '/')
		.replaceAll(/^\/|\/$/g, '')
		.replace(/\.git$/i, '')
		// Azure names one repository in two ways.
		.replace(name === 'dev.azure.com' ? /^v3\/|(?<=\/)_git\// : '', '')
	if (plain === '') return undefined
	return `${name}/${CASELESS.has(name) ? plain.toLowerCase() : plain}`
}

/** Other names of the same, for networks that let through little. */
const HOSTS: ReadonlyMap<string, string> = new Map([
	['ssh.github.com', 'github.com'],
	['www.github.com', 'github.com'],
	['altssh.gitlab.com', 'gitlab.com'],
	['altssh.bitbucket.org', 'bitbucket.org'],
	['ssh.dev.azure.com', 'dev.azure.com'],
])
const CASELESS: ReadonlySet<string> = new Set(['github.com', 'gitlab.com', 'bitbucket.org', 'dev.azure.com'])

function decoded(path: string): string {
	try {
		return decodeURIComponent(path)
	} catch {
		return path
	}
}
