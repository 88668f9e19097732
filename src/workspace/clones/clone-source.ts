// A git repository at one commit, as a task names it: `https://host/repository@COMMIT`, `ssh://`, `git://`, `file://` or
// `git@host:repository@COMMIT`, and whether a server takes from there.

import { AgentError } from '../../core/errors.ts'

export type CloneSource = {
	/** For git. */
	url: string
	/** The whole id. */
	commit: string
	/** What `--allow-git` would have to name: `host`, `host:port`, or the folder of a `file://` URL. */
	place: string
}

/** Whether it is meant as one, right or wrong. */
export function isCloneSource(workspace: string): boolean {
	return /^(?:[a-z][a-z+.-]*:\/\/|[\w.-]+@[\w.-]+:)/i.test(workspace)
}

/** @throws AgentError `usage` with what is wrong with it */
export function cloneSource(workspace: string): CloneSource {
	const wrong = (why: string) => new AgentError('usage', `workspace ${withoutSecrets(workspace)}: ${why}`)
	const [, url = '', commit = ''] = /^(.*)@([^@/:]*)$/s.exec(workspace) ?? []
	if (!/^(?:[0-9a-f]{40}|[0-9a-f]{64})$/i.test(commit))
		throw wrong('a git URL ends in @ and the whole id of a commit (git rev-parse says it)')
	if (/[\s\p{Cc}]/u.test(url)) throw wrong('there is a blank in the URL')
	const short = /^[\w.-]+@(?<host>[A-Za-z0-9][\w.-]*):(?<path>[^-].*)$/.exec(url)?.groups
	if (short) return { url, commit: commit.toLowerCase(), place: (short.host ?? '').toLowerCase() }
	if (!URL.canParse(url)) throw wrong('that is no URL')
	const { protocol, username, password, hostname, port, host, pathname } = new URL(url)
	if (!PROTOCOLS.includes(protocol))
		throw wrong(`it may begin with ${PROTOCOLS.map(each => `${each}//`).join(', ')}`)
	if (password !== '' || (username !== '' && protocol !== 'ssh:'))
		throw wrong('a URL with a password or a token in it would be stored with the task; leave it out')
	if (protocol === 'file:') {
		if (hostname !== '') throw wrong('a file:// URL names no machine')
		return { url, commit: commit.toLowerCase(), place: decodeURIComponent(pathname) }
	}
	if (!/^[a-z0-9[]/i.test(hostname)) throw wrong('it names no machine')
	return { url, commit: commit.toLowerCase(), place: (port === '' ? hostname : host).toLowerCase() }
}

/** @param allowed - hosts, `host:port`, or absolute folders for `file://` */
export function isAllowed({ place }: Pick<CloneSource, 'place'>, allowed: readonly string[]): boolean {
	if (place.split('/').includes('..')) return false
	return allowed.some(each => place === each || (each.startsWith('/') && place.startsWith(`${each}/`)))
}

/** The queue in which servers look that take from there. */
export function clonePlace(workspace: string): string {
	return `git:${cloneSource(workspace).place}`
}

/** @throws AgentError `usage` for what names neither a host nor a folder */
export function allowedPlace(text: string): string {
	if (/^\/./.test(text)) return text.replace(/\/+$/, '')
	if (/^[A-Za-z0-9][A-Za-z0-9.-]*(?::\d{1,5})?$/.test(text)) return text.toLowerCase()
	throw new AgentError(
		'usage',
		`--allow-git ${text}: expected a host such as github.com, host:port, or an absolute folder for file:// URLs`,
	)
}

function withoutSecrets(workspace: string): string {
	return workspace.replace(/^([a-z][a-z+.-]*:\/\/)[^/@]*:[^/@]*@/i, '$1…@').slice(0, 300)
}

const PROTOCOLS = ['https:', 'http:', 'ssh:', 'git:', 'file:']
