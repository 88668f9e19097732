// Written words: which of the words of a command are files or folders that it writes, as far as its program and options tell.
// Good for asking harder and for nothing else.

import { literal, literalPiece, type Word } from '../../shell-parser/bash-words.ts'
import type { ProgramCall } from './hard-rule.ts'

/** What is written by an option, by a second operand, or by a program in its own language. */
export function writtenBesides({ program, facts, texts, operands, command }: ProgramCall): readonly Word[] {
	if (facts.kind === 'grep' || facts.kind === 'searcher' || facts.kind === 'shell') return []
	if (program === 'script') return operands.filter(({ text }) => !/\s/.test(text))
	if (facts.kind === 'filter') return texts.flatMap(text => filesInScript(program, text)).map(wordOf)
	const second = SECOND_IS_WRITTEN.has(program) ? operands.slice(1, 2) : []
	if (!texts.some(text => text.startsWith('-'))) return second
	const option = program === 'find' ? FIND_WRITES : (OPTIONS.get(program) ?? OUTPUT)
	const named = texts.flatMap((text, index) => {
		const word = command.words[index + 1]!
		const before = texts[index - 1] ?? ''
		if (before.startsWith('-') && option.test(before)) return [word]
		if (!text.startsWith('-')) return []
		const [, name = '', value = ''] =
			/^(--[\w-]+)=(.+)$/s.exec(word.text) ?? /^(-[a-zA-Z])(.+)$/s.exec(word.text) ?? []
		return value !== '' && option.test(name) ? [behind(word, word.text.length - value.length)] : []
	})
	return [...named, ...second]
}

const FIND_WRITES = /^-f(?:print[0f]?|ls)$/
const OUTPUT = /^(?:-o|--out|--output(?:-file|-dir(?:ectory)?)?|--outfile)$/
const OPTIONS: ReadonlyMap<string, RegExp> = new Map([
	['openssl', /^-(?:key)?out$/],
	['unzip', /^-d$/],
	...['tar', 'bsdtar', 'gtar', 'make', 'ninja'].map(name => [name, /^(?:-C|--directory)$/] as const),
	...[
		'kubectl',
		'helm',
		'ps',
		'ssh',
		'scp',
		'sftp',
		'sshfs',
		'mount',
		'lsblk',
		'set',
		'shopt',
		'bash',
		'column',
	].map(name => [name, /^$(?!)/] as const),
])

const SECOND_IS_WRITTEN: ReadonlySet<string> = new Set(['uniq', 'xxd', 'split', 'csplit', 'ptx'])

/** `print > "file"` of awk, `w file` of sed. */
function filesInScript(program: string, code: string): readonly string[] {
	const looked = code.slice(0, MAX_CODE)
	return [...looked.matchAll(program === 'sed' || program === 'gsed' ? SED_WRITES : AWK_WRITES)].map(
		([, file = '']) => file,
	)
}

const MAX_CODE = 20_000
const AWK_WRITES = />>?\s{0,9}"([^"\n]{1,300})"/g
const SED_WRITES = /(?:^|[\s;{}\d$/|,!gpIe])[wW]\s{1,9}([^\n;}]{1,300})/g

function wordOf(text: string): Word {
	return { text, pieces: [literalPiece(text)] }
}

function behind(word: Word, from: number): Word {
	const text = literal(word)
	if (text !== undefined) return pathWord(text.slice(from))
	const [first, ...rest] = word.pieces
	return first?.kind === 'literal' && first.value.length >= from
		? {
				text: word.text,
				pieces: [literalPiece(first.value.slice(from)), ...rest].filter(
					piece => piece.kind !== 'literal' || piece.value !== '',
				),
			}
		: word
}

function pathWord(text: string): Word {
	return {
		text,
		pieces: /^~(?:\/|$)/.test(text) ? [{ kind: 'home' }, literalPiece(text.slice(1))] : [literalPiece(text)],
	}
}
