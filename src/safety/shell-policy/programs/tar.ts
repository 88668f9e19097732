// Archive listings: tar unpacks, runs programs on the way and fetches from other machines, so only the two ways in
// which people write a listing pass.

import { literal, type Word } from '../../shell-parser/bash-words.ts'
import { judgeReads } from '../analysis/reads.ts'
import type { Scope } from '../analysis/scope.ts'
import { asks, type Evaluation } from '../analysis/verdict.ts'

/** `tar tzf x.tgz [name…]`, `tar -tvf x.tar`, `tar -t -f x.tar`, `tar --list --file=x.tar`. */
export function judgeTar(words: readonly Word[], scope: Scope): Evaluation {
	const texts = words.map(literal)
	const [first = '', second = ''] = texts
	const isCluster = /^-?[tvzjJ]*f$/.test(first) && first.includes('t')
	const at = isCluster
		? 1
		: /^(?:-[tvzjJ]+|--list)$/.test(first) && /t/.test(first) && second === '-f'
			? 2
			: -1
	const archive = words[at]
	const name = texts[at]
	// `host:file` is fetched from another machine.
	const isPlain =
		archive !== undefined &&
		name !== undefined &&
		/^[\w./][^:]*$/.test(name) &&
		texts.slice(at + 1).every(isMemberName)
	return isPlain
		? {
				...judgeReads([archive], scope, { name: 'read-only/tar', why: 'lists what is packed' }),
				programs: ['gzip', 'bzip2', 'xz'],
			}
		: asks('options/tar', 'tar: it is only known to be harmless when it lists one archive.')
}

function isMemberName(text: string | undefined): boolean {
	return text !== undefined && !text.startsWith('-')
}
