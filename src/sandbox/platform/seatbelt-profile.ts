// The Seatbelt profile: the same sandbox on macOS. Rules further down win. Paths need not exist for a rule to hold,
// so nothing has to be put in the way.

import { dirname } from 'node:path'
import type { SandboxPolicy } from '../../core/sandbox.ts'
import { contains } from '../../safety/paths/paths.ts'
import type { Finds } from '../../safety/sandbox/mounts.ts'
import { namesToKeepFree } from '../protected/missing-names.ts'

/**
 * @param finds - as on Linux; names that are protected anywhere inside a root need not be among them
 * @param tmp - the command's own temporary folder
 * @param proxyPort - where our proxy listens, for `ask`
 */
export function seatbeltProfile(
	policy: SandboxPolicy,
	finds: Finds,
	own: { tmp: string; proxyPort?: number },
): string {
	const { roots, home, hidden, readable, network, mode } = policy
	const writable = mode === 'workspace-write' ? roots.filter(root => root !== '/') : []
	const hiddenFolders = [...hidden, ...finds.hiddenFolders]
	const secrets = [...hiddenFolders.map(subpath), ...finds.hiddenFiles.map(literal)]
	return [
		'(version 1)',
		'(allow default)',
		...rule('deny', 'file-write*', ['(subpath "/")']),
		...rule('allow', 'file-write*', [
			...[own.tmp, ...writable].map(subpath),
			...['/dev/null', '/dev/zero', '/dev/tty', '/dev/dtracehelper'].map(literal),
			'(regex #"^/dev/fd/")',
		]),
		...rule('deny', 'file-write*', [
			...finds.guarded.map(subpath),
			...writable.flatMap(root => protectedNames(root, root === home)),
		]),
		// A folder that holds something protected must not be moved away to make room for another one.
		...rule('deny', 'file-write-unlink', parentsOf([...finds.guarded, ...writable], writable).map(literal)),
		...rule('deny', 'file-read* file-write*', secrets),
		...rule(
			'allow',
			'file-read*',
			[...readable, ...roots.filter(root => hiddenFolders.some(each => contains(each, root)))].map(subpath),
		),
		// Commands inside talk to each other; programs outside are out of reach.
		'(deny signal)',
		'(allow signal (target same-sandbox))',
		'(deny process-info* (target others))',
		'(deny mach-lookup (global-name "com.apple.securityd.xpc"))',
		'(deny mach-lookup (global-name "com.apple.SecurityServer"))',
		'(deny appleevent-send)',
		...networkRules(network, own.proxyPort),
		'',
	].join('\n')
}

function networkRules(network: SandboxPolicy['network'], proxyPort: number | undefined): readonly string[] {
	if (network === 'on') return []
	return [
		'(deny network*)',
		...(network === 'ask' && proxyPort !== undefined
			? [`(allow network-outbound (remote ip "localhost:${proxyPort}"))`]
			: []),
	]
}

/** In every folder of the root, whether it is there or not. The file system does not tell cases apart, so we do not. */
function protectedNames(root: string, isHome: boolean): readonly string[] {
	const names = namesToKeepFree({ isHome }).filter(name => name !== '.git')
	const inside = ['hooks', 'config', 'config\\.worktree', 'info/attributes', 'commondir', 'worktrees']
	return [
		...names.map(name => `(regex ${pattern(`^${quoteText(root)}/(.*/)?${anyCase(name)}(/|$)`)})`),
		`(regex ${pattern(`^${quoteText(root)}/(.*/)?${anyCase('.git')}/(modules/.*/)?(${inside.join('|')})(/|$)`)})`,
	]
}

function anyCase(name: string): string {
	return [...name]
		.map(letter =>
			/[a-z]/i.test(letter) ? `[${letter.toLowerCase()}${letter.toUpperCase()}]` : quoteText(letter),
		)
		.join('')
}

function quoteText(text: string): string {
	return text.replaceAll(/[\\^$.|?*+()[\]{}]/g, '\\$&')
}

/** Inside `#"…"` a quotation mark would end the expression. */
function pattern(text: string): string {
	return `#"${text.replaceAll('"', '\\"')}"`
}

function parentsOf(paths: readonly string[], roots: readonly string[]): readonly string[] {
	const parents = new Set<string>()
	for (const path of paths)
		for (let parent = dirname(path); roots.some(root => contains(root, parent)); parent = dirname(parent))
			parents.add(parent)
	return [...parents]
}

function rule(verb: 'allow' | 'deny', what: string, filters: readonly string[]): readonly string[] {
	return filters.length === 0 ? [] : [`(${verb} ${what}`, ...filters.map(filter => `\t${filter}`), ')']
}

function subpath(path: string): string {
	return `(subpath ${JSON.stringify(path)})`
}

function literal(path: string): string {
	return `(literal ${JSON.stringify(path)})`
}
