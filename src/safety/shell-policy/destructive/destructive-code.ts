// What a line of another language does to files by itself, as far as its calls and the paths in quotes tell: a net
// with wide meshes, under what asks anyway.

import { literalPiece, type Piece, type Word } from '../../shell-parser/bash-words.ts'
import type { Scope } from '../analysis/scope.ts'
import { secretAt } from '../analysis/sensitive-paths.ts'
import { quotedIn } from '../nested/hidden-commands.ts'
import { destructiveEffectAt, destructiveEffectBeyondWorkspace, protectionOf } from './destructive-effects.ts'

/** @returns why it asks whatever the mode, a whole sentence, or undefined */
export function destructiveCodeEffect(code: string, scope: Scope): string | undefined {
	const looked = code.slice(0, MAX_CODE)
	if (REMOVES_HOME.test(looked) || REMOVES_FOUND_AT_HOME.test(looked)) return 'It removes the home folder.'
	if (RUNS_FETCHED.test(looked) || INVOKES_FETCHED.test(looked)) return 'It runs what it downloads.'
	if (OPENS_SOCKET.test(looked) && HANDS_SHELL.test(looked)) return 'It hands a shell to another machine.'
	if (FORKS.test(looked)) return 'It starts itself over and over.'
	return (
		firstOf(looked, REMOVES, path => destructiveEffectAt(wordOf(path), scope), 'It removes') ??
		firstOf(looked, REMOVES_BARE, path => destructiveEffectAt(wordOf(path), scope), 'It removes') ??
		firstOf(looked, REMOVES_OF_VIM, path => destructiveEffectAt(wordOf(path), scope), 'It removes') ??
		(REMOVES_EACH.test(looked)
			? firstOf(
					looked,
					LISTS,
					path => destructiveEffectBeyondWorkspace(wordOf(path), scope),
					'It removes from',
				)
			: undefined) ??
		firstOf(looked, WRITES, path => protectionOf(wordOf(path), scope), 'It writes to') ??
		firstOf(looked, OPENS, path => protectionOf(wordOf(path), scope), 'It writes to') ??
		firstOf(looked, OPENS_OF_PERL, path => protectionOf(wordOf(path), scope), 'It writes to') ??
		secretNamed(looked, scope)
	)
}

const MAX_CODE = 20_000
const MAX_CALLS = 20
const MAX_PATHS = 60

const REMOVE =
	'(?:rmtree|rmSync|rmdirSync|unlinkSync|rimraf|rimraf\\.sync|rm_rf|rm_r|remove_tree|removedirs|os\\.remove|Deno\\.remove|Deno\\.removeSync|truncateSync|File\\.delete|File\\.unlink|delete-directory|delete-file|rm(?=\\()|RemoveAll|unlink|rmdir|fs\\.rm|FileUtils\\.rm|Remove-Item)'
const REMOVES = new RegExp(
	String.raw`(?:\b|\.)${REMOVE}\b[^'"\x60\n]{0,60}(['"\x60])([^'"\x60\n]{1,300})\1`,
	'g',
)
const HOME =
	'(?:os\\.homedir\\(|homedir\\(\\)|Path\\.home\\(|process\\.env\\.HOME|Dir\\.home|os\\.environ\\[.HOME|ENV[\\[{].?HOME|getenv\\(.HOME|expanduser\\(.~)'
const REMOVES_HOME = new RegExp(
	String.raw`(?:rmtree|rmSync|rm_rf|rimraf|unlinkSync|unlink|rmdirSync|removeSync|truncateSync|remove_tree|\.rm|os\.remove)\s{0,9}\([^;\n]{0,60}${HOME}|${HOME}[^;\n]{0,80}\.(?:unlink|rmdir|rmtree)\(`,
)
/** `unlink <~/*>`, `unlink glob("$ENV{HOME}/*")` */
const REMOVES_FOUND_AT_HOME =
	/\b(?:unlink|rmdir|rmtree|remove_tree)\b[\s(]{0,9}(?:glob[\s(]{0,9})?["'<\s]{0,3}(?:~\/|\$ENV\{.?HOME|\$HOME)/
const FETCH = String.raw`urlopen\(|requests\.get\(|httpx\.get\(|\bfetch\(|\bURI(?:\.parse\([^)]{1,200}\))?\.(?:open|read)|\bHTTP\.get|https?\.get\(|file_get_contents\(\s{0,9}["']https?:|\bget\s{0,9}\(?\s{0,9}["']https?:`
const RUN = '(?:exec|eval|instance_eval|class_eval|Function|runInThisContext)'
const RUNS_FETCHED = new RegExp(
	String.raw`\b${RUN}\b[^;\n]{0,80}(?:${FETCH})|(?:${FETCH})[^;\n]{0,120}\b${RUN}\b`,
)
/** `iex (iwr …)`, `irm … | iex` */
const INVOKES_FETCHED =
	/\b(?:iex|Invoke-Expression)\b[^;\n]{0,80}\b(?:iwr|irm|Invoke-WebRequest|Invoke-RestMethod|DownloadString)\b|\b(?:iwr|irm|curl|wget|Invoke-WebRequest|Invoke-RestMethod|DownloadString)\b[^;\n]{0,200}\|\s{0,9}(?:iex|Invoke-Expression)\b/i
const OPENS_SOCKET =
	/\bsocket\b|\bTCPSocket\b|\bfsockopen\b|\bnet\b["')\s]{0,4}\.(?:Socket|connect|createConnection|createServer)\b|\bTCPClient\b/i
const HANDS_SHELL =
	/\bdup2\b|\bpty\.spawn\b|(?:exec|spawn|popen|proc_open|system|call|run)\w{0,12}[^;\n]{0,40}["'`](?:\/bin\/)?(?:ba|z|da|k)?sh\b(?:\s{0,3}-i)?["'`]|["'`](?:\/bin\/)?(?:ba|z|da|k)?sh\s{0,3}-i\b|\bcmd\.exe\b/
/** `fork while 1`, `while 1: os.fork()` */
const FORKS =
	/\bfork(?:\(\))?\s{1,9}(?:while|until)\s{0,9}\(?(?:1|true)\b|\b(?:while\s{0,9}\(?\s{0,9}(?:1|true)\b|loop\b|for\s?\(;;\))[\s:{()]{0,20}(?:os\.|Process\.)?fork\b/i
/** `Remove-Item -Recurse ~`, without quotes. */
const REMOVES_BARE = /\bRemove-Item\b[^;|\n'"]{0,60}?\s()([~/.][^\s;|'"]{0,200})/g
/** `call delete("/home/ada", "rf")` */
const REMOVES_OF_VIM = /\bdelete\(\s{0,9}(['"])([^'"\n]{1,300})\1\s{0,9},\s{0,9}['"]rf?['"]/g
/** What a loop goes over, to remove it. */
const LISTS =
	/(?:(?:glob|listdir|readdir(?:Sync)?|iterdir|walk|Path)\s{0,9}\(|\bDir\s?\[)\s{0,9}(['"`])([^'"`\n]{1,300})\1/g
const REMOVES_EACH = new RegExp(
	String.raw`(?:\b|\.)(?:${REMOVE}|remove|unlinkSync)\b\s{0,9}\(\s{0,9}[a-zA-Z_|)]|\b(?:File\.(?:delete|unlink)|unlink)\s{1,9}[a-z_$]`,
)
const WRITES =
	/\b(?:writeFile|writeFileSync|appendFile|appendFileSync|createWriteStream|File\.write)\s{0,9}\(\s{0,9}(['"`])([^'"`\n]{1,300})\1/g

/** `open("…", "w")`: a mode that writes. */
const OPENS = /\bopen\(\s{0,9}(['"`])([^'"`\n]{1,300})\1\s{0,9},[^)'"`\n]{0,60}['"`][wax]/g
/** `open F, ">…"`, `open(my $f, '>', "…")` */
const OPENS_OF_PERL =
	/\bopen[\s(]{1,9}[^,;\n]{1,40},\s{0,9}(?:['"]\+?>{1,2}[^'"\n]{0,20}['"]\s{0,9},\s{0,9})?(['"])(?:\+?>{1,2}\s{0,9})?([^'"\n>]{1,300})\1/g

function firstOf(
	code: string,
	calls: RegExp,
	reasonFor: (path: string) => string | undefined,
	lead: string,
): string | undefined {
	let left = MAX_CALLS
	for (const [, , path = ''] of code.matchAll(calls)) {
		if (left-- <= 0) return undefined
		const reason = reasonFor(path)
		if (reason !== undefined) return `${lead} ${path}. ${reason}`
	}
	return undefined
}

/** Only what looks like a path: a `key` of an object is none. */
function secretNamed(code: string, scope: Scope): string | undefined {
	const paths = quotedIn(code).filter(text => /^(?:[~.]|.{0,200}\/)/.test(text) && /^\S{1,300}$/.test(text))
	for (const path of paths.slice(0, MAX_PATHS))
		for (const folder of path.startsWith('/') ? [''] : scope.folders.map(folder => `${folder}/`)) {
			const reason = secretAt(`${folder}${path}`, scope)
			if (reason !== undefined) return `It names ${path}. ${reason}`
		}
	return undefined
}

function wordOf(path: string): Word {
	const pieces: readonly Piece[] = /^~(?:\/|$)/.test(path)
		? [{ kind: 'home' }, literalPiece(path.slice(1))]
		: [literalPiece(path)]
	return { text: path, pieces }
}
