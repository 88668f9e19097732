// Written words: which of the words of a command are files or folders that it writes, as far as its program and options tell.
// Good for asking harder and for nothing else.

import { literal, literalPiece, type Word } from '../../shell-parser/bash-words.ts'
import { isKind } from '../programs/facts.ts'
import type { ProgramCall } from './hard-rule.ts'

/** What is written by an option, by a second operand, or by a program in its own language. */
export function writtenBesides({ program, texts, operands, command }: ProgramCall): readonly Word[] {
	const words = command.words.slice(1)
	if (isKind(program, 'grep', 'searcher', 'shell')) return []
	if (program === 'script') return operands.filter(({ text }) => !/\s/.test(text))
	if (isKind(program, 'filter')) return texts.flatMap(text => filesInScript(program, text)).map(wordOf)
	if (program === 'find')
		return words.filter((_, index) => /^-f(?:print[0f]?|ls)$/.test(texts[index - 1] ?? ''))
	const option = OPTIONS.get(program) ?? OUTPUT
	const named = words.flatMap((word, index) => {
		if (option.test(texts[index - 1] ?? '')) return [word]
		const [, name = '', value = ''] =
			/^(--[\w-]+)=(.+)$/s.exec(word.text) ?? /^(-[a-zA-Z])(.+)$/s.exec(word.text) ?? []
		return value !== '' && option.test(name) ? [behind(word, word.text.length - value.length)] : []
	})
	return [...named, ...(SECOND_IS_WRITTEN.has(program) ? operands.slice(1, 2) : [])]
}

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
