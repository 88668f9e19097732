// Sure changes of folder: each `cd` at the top of a script, or of a group there, behind which nothing in it runs unless
// it has succeeded, because the shell ends otherwise: `cd a || exit 1`, and `cd a` under `set -e`. Not `cd a || return`,
// which outside a function says that it cannot and goes on.

import type * as Bash from 'unbash'
import type { SyntaxNode } from 'unbash'

/** @returns none where a name may have been given another meaning */
export function sureChanges(script: Bash.Script, source: string): ReadonlySet<Bash.Command> {
	const sure = new Set<Bash.Command>()
	if (MAY_MEAN_ELSE.test(source)) return sure
	addSure(script, sure, !mayTakeBack(source))
	return sure
}

/** `set +e`: a word behind any `set` begins with a plus. Found in two steps, for one pattern would take the square. */
function mayTakeBack(source: string): boolean {
	const at = source.search(/\bset\s/)
	return at !== -1 && /\s\+/.test(source.slice(at))
}

/** @param mayEndOnFailure - `set -e` means what it says: not in a list of `&&` and `||`, nor where it is taken back */
function addSure(
	{ commands }: Pick<Bash.CompoundList, 'commands'>,
	sure: Set<Bash.Command>,
	mayEndOnFailure: boolean,
): void {
	let endsOnFailure = false
	for (const { command, background } of commands) {
		if (background) continue
		if (isCall(command, 'set') && mayEndOnFailure) endsOnFailure ||= setsErrexit(command)
		else if (isCall(command, 'cd') && endsOnFailure) sure.add(command)
		else if (isGroup(command)) addSure(command.body, sure, mayEndOnFailure)
		else if (command.type === 'AndOr') {
			const [first, second] = command.commands
			if (command.operators.join() === '||' && first && second && isCall(first, 'cd') && endsShell(second))
				sure.add(first)
			for (const each of command.commands) if (isGroup(each)) addSure(each.body, sure, false)
		}
	}
}

const MAY_MEAN_ELSE =
	/\(\s*\)|(?:^|[\s;&|({`])(?:function|alias|eval|source|\.|enable|trap|unset|shopt)(?:\s|$)/

function isGroup(node: SyntaxNode): node is Bash.Subshell | Bash.BraceGroup {
	return node.type === 'Subshell' || node.type === 'BraceGroup'
}

function isCall(node: SyntaxNode, name: string): node is Bash.Command {
	return node.type === 'Command' && node.name?.text === name && node.prefix.length === 0
}

function setsErrexit({ args }: Bash.Command): boolean {
	const texts = args.map(({ text }) => text)
	return (
		!texts.includes('--') &&
		texts.some((text, index) => {
			const before = texts[index - 1] ?? ''
			return /^-[a-zA-Z]*e/.test(text) || (/^-[a-zA-Z]*o$/.test(before) && text === 'errexit')
		})
	)
}

/** `exit 1 2` says that this is too much, and goes on; so does one whose output can go nowhere. */
function endsShell(node: SyntaxNode): boolean {
	if (isCall(node, 'exit'))
		return node.redirects.length === 0 && /^\d*$/.test(node.args.map(({ text }) => text).join(' '))
	if (node.type !== 'BraceGroup') return false
	const last = node.body.commands.at(-1)
	return last !== undefined && !last.background && endsShell(last.command)
}
