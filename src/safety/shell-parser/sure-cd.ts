// Sure changes of folder: each `cd` at the top of a script behind which nothing runs unless it has succeeded, because
// the shell ends otherwise: `cd a || exit 1`, and `cd a` under `set -e`. Not `cd a || return`, which outside a function
// says that it cannot and goes on.

import type * as Bash from 'unbash'
import type { SyntaxNode } from 'unbash'

/** @returns none where a name may have been given another meaning */
export function sureChanges({ commands }: Bash.Script, source: string): ReadonlySet<Bash.Command> {
	const sure = new Set<Bash.Command>()
	if (MAY_MEAN_ELSE.test(source)) return sure
	const mayBeTakenBack = /\bset\s+(?:\S+\s+)*\+/.test(source)
	let endsOnFailure = false
	for (const { command, background } of commands) {
		if (background) continue
		if (isCall(command, 'set') && !mayBeTakenBack) endsOnFailure ||= setsErrexit(command)
		else if (isCall(command, 'cd') && endsOnFailure) sure.add(command)
		else if (command.type === 'AndOr' && command.operators.join() === '||') {
			const [first, second] = command.commands
			if (first && second && isCall(first, 'cd') && endsShell(second)) sure.add(first)
		}
	}
	return sure
}

const MAY_MEAN_ELSE =
	/\(\s*\)|(?:^|[\s;&|({`])(?:function|alias|eval|source|\.|enable|trap|unset|shopt)(?:\s|$)/

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
