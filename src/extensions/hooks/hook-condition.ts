// The `if` of a hook: a permission rule in Claude's words or ours, which a call has to fit before the hook is started.
// Wherever nobody can tell, the hook runs: it may be there to keep something from happening.

import { relative } from 'node:path'
import { compileGlob } from '../../safety/paths/glob-pattern.ts'
import { readScript } from '../../safety/shell-parser/bash-syntax.ts'
import { FILE_CHANGERS } from '../tool-names.ts'
import type { CallPlace, ClaudeCall } from './claude-calls.ts'

/** @param condition - `Bash(git commit *)`, `Edit(*.ts)`, `shell(npm publish)`, `WebFetch(domain:example.com)` */
export function fitsCondition(condition: string, call: ClaudeCall, place: CallPlace): boolean {
	const [, named = '', argument] = /^([\w.*-]+)(?:\(([\s\S]*)\))?$/.exec(condition.trim()) ?? []
	if (named === '') return true
	const wanted = named.endsWith('*') ? named.slice(0, -1) : undefined
	const names = FILE_CHANGERS.includes(named) ? FILE_CHANGERS : [named]
	const isTool = call.names.some(name =>
		wanted === undefined ? names.includes(name) : name.startsWith(wanted),
	)
	if (!isTool) return false
	if (argument === undefined || argument === '' || argument === '*') return true
	const { command, file_path: file, path, url } = call.input
	if (typeof command === 'string') return fitsCommand(argument, command)
	const target = file ?? path
	if (typeof target === 'string') return fitsPath(argument, target, place)
	if (typeof url === 'string') return fitsHost(argument, url)
	return true
}

/** One of its simple commands is enough. What cannot be read through may be anything. */
function fitsCommand(wanted: string, command: string): boolean {
	const pattern = commandPattern(wanted)
	if (pattern.test(command.trim())) return true
	const { commands, obstacles, isIncomplete } = readScript(command)
	if (obstacles.length > 0 || isIncomplete) return true
	return commands.some(({ text }) => pattern.test(text.replace(LEADING_ASSIGNMENTS, '').trim()))
}

const LEADING_ASSIGNMENTS = /^(?:[A-Za-z_]\w*=(?:"[^"]*"|'[^']*'|[^\s"'])*\s+)+/

/** `git commit:*` and `git commit *` both mean what begins so; `*` stands for anything elsewhere, too. */
function commandPattern(wanted: string): RegExp {
	const plain = wanted.trim().replace(/:\*$/, ' *')
	const parts = plain.replace(/ \*$/, '').split('*').map(escaped)
	const end = plain.endsWith(' *') ? '(?:\\s[\\s\\S]*)?' : ''
	return new RegExp(`^${parts.join('[\\s\\S]*')}${end}$`)
}

function escaped(text: string): string {
	return text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')
}

/** `//etc/**` from the root of the disk, `~/x` from home, `/src/**` and `src/**` from the folder, `*.ts` anywhere in it. */
function fitsPath(wanted: string, target: string, { cwd, home }: CallPlace): boolean {
	const base = wanted.startsWith('//') ? '/' : wanted.startsWith('~/') ? home : cwd
	const rest = wanted.replace(/^(?:\/\/|~\/|\.\/|\/)/, '')
	const glob = rest.endsWith('/') ? `${rest}**` : rest
	const fits = compileGlob(glob.includes('/') ? glob : `**/${glob}`)
	if (!fits) return true
	return fits(relative(base, target))
}

function fitsHost(wanted: string, url: string): boolean {
	const host = wanted.replace(/^domain:/, '').toLowerCase()
	if (!URL.canParse(url)) return true
	const { hostname } = new URL(url)
	return host.startsWith('*.') ? hostname.endsWith(host.slice(1)) : hostname === host
}
