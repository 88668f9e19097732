// `find … -exec PROGRAM {} +`: taken apart into the search and what is run for each file, with the files in place of `{}`.

import { literal, literalPiece, type Piece, type Word } from '../../shell-parser/bash-words.ts'
import { ANY_DEPTH } from '../analysis/scope.ts'
import { mayNotBeHanded } from './xargs.ts'

type Found = { search: readonly Word[]; readers: readonly (readonly Word[])[] } | { problem: string }

/** @param words - with `find` itself in front */
export function takeExecs(words: readonly Word[]): Found {
	const search: Word[] = []
	const runs: (readonly Word[])[] = []
	for (let index = 0; index < words.length; index++) {
		if (literal(words[index]!) !== '-exec') {
			search.push(words[index]!)
			continue
		}
		const end = words.findIndex((word, at) => at > index && isEnd(word, words[at - 1]))
		if (end === -1) return { problem: 'find: where -exec ends is not plain.' }
		const run = words.slice(index + 1, end)
		const program = run[0] && literal(run[0])
		if (program === undefined || program.includes('{}') || mayNotBeHanded(program))
			return { problem: `find: -exec ${run[0]?.text ?? ''} runs more than a plain program.` }
		runs.push(run)
		index = end
	}
	const readers = runs.flatMap(run => filesOf(search).map(files => run.map(word => inPlace(word, files))))
	return { search, readers }
}

/** A plus only ends it behind the files. */
function isEnd(word: Word, before: Word | undefined): boolean {
	const text = literal(word)
	return text === ';' || (text === '+' && before !== undefined && literal(before) === '{}')
}

/** Plain files are no links. Anything else is whatever lies below the folders, links and all. */
function filesOf(search: readonly Word[]): readonly (readonly Piece[])[] {
	const texts = search.map(word => literal(word) ?? '')
	const start = texts.findIndex((text, index) => index > 0 && /^[-(!]/.test(text))
	const folders = search.slice(1, start === -1 ? undefined : start)
	const isPlain = texts.every(text => !/^(?:-o|-or|,|!|-not|\(|-L|-H|-follow)$/.test(text))
	const areFiles = isPlain && texts.some((text, index) => text === '-type' && texts[index + 1] === 'f')
	const below: readonly Piece[] = areFiles
		? // Behind a plus they are many words, as a pattern may be.
			[
				{ kind: 'variable', name: '', isQuoted: true, data: 'files' },
				{ kind: 'pattern', text: '' },
			]
		: [{ kind: 'pattern', text: ANY_DEPTH }]
	return (folders.length > 0 ? folders : [DOT]).map(({ pieces }) => [...pieces, literalPiece('/'), ...below])
}

const DOT: Word = { text: '.', pieces: [literalPiece('.')] }

function inPlace(word: Word, files: readonly Piece[]): Word {
	const pieces = word.pieces.flatMap((piece): readonly Piece[] => {
		if (piece.kind !== 'literal' || !piece.value.includes('{}')) return [piece]
		return piece.value
			.split('{}')
			.flatMap((value, index) => [
				...(index > 0 ? files : []),
				...(value === '' ? [] : [literalPiece(value)]),
			])
	})
	return { ...word, pieces }
}
