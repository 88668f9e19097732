// Path scope of a command: from which folders, through which home and inside which roots its paths lead.

import { posix } from 'node:path'
import type { SimpleCommand } from '../../shell-parser/bash-syntax.ts'
import { literal, type Word } from '../../shell-parser/bash-words.ts'
import { type AnalysisBudget, spend } from './analysis-budget.ts'

export type Scope = {
	/** Every folder that may be the current one when the command runs. */
	folders: readonly string[]
	/** What counts as inside the workspace. */
	roots: readonly string[]
	/** Outside the roots, and still read without asking. */
	readableRoots: readonly string[]
	home: string
	/** It may still run where the script began, whatever `cd` came before it: that may have failed, or been in a subshell. */
	mayHaveStayed?: boolean
	/** How much more may be looked at before it is too much; see `analysis-budget.ts`. */
	budget?: AnalysisBudget | undefined
}

/** A step of a path that stands for all that lies below, however deep. No shell has such a pattern. */
export const ANY_DEPTH = '***'

export type Target = {
	/** Absolute and normalised, as far as the text tells. */
	paths: readonly string[]
	/** No variable or pattern is part of them. */
	isWhole: boolean
	/** `a/..` is where it started only as long as `a` is no link. */
	climbs: boolean
}

/**
 * Where a word leads when it is taken as a path, from each folder the command may run in. Links are not followed.
 * @returns undefined when it begins with something that is only known when it runs
 */
export function targetOf(word: Word, scope: Scope): Target | undefined {
	const paths: string[] = []
	let isWhole = true
	let climbs = false
	spend(scope.budget, scope.folders.length * (word.pieces.length + (lengthOf(word) >> 5)))
	for (const folder of scope.folders) {
		let text = ''
		for (const piece of word.pieces) {
			const known = knownText(piece, folder, scope.home)
			if (known === undefined && text === '') return undefined
			if (known === undefined || piece.kind === 'pattern') isWhole = false
			text += known ?? UNKNOWN
		}
		climbs ||= climbsBack(text)
		paths.push(isPlainName(text) ? join(folder, text) : posix.resolve(folder, text))
	}
	return { paths, isWhole, climbs }
}

/** Most words are, and need not be taken apart. */
function isPlainName(text: string): boolean {
	return text !== '' && !text.includes('/') && text !== '.' && text !== '..'
}

function join(folder: string, name: string): string {
	return folder === '/' ? `/${name}` : `${folder}/${name}`
}

function lengthOf({ pieces }: Word): number {
	let length = 0
	for (const piece of pieces)
		if (piece.kind === 'literal') length += piece.value.length
		else if (piece.kind === 'pattern') length += piece.text.length
	return length
}

export function isInside(path: string, roots: readonly string[]): boolean {
	return roots.some(root => isWithin(root, path))
}

/** Both absolute and normalised, so that no more is needed than to compare their beginnings. */
export function isWithin(folder: string, path: string): boolean {
	if (path === folder || folder === '/') return true
	return path.length > folder.length && path[folder.length] === '/' && path.startsWith(folder)
}

/** Whether it may lead outside, from any of the folders, taking what may be read without asking as inside. */
export function leadsOutside(target: Target, scope: Scope): boolean {
	const roots = [...scope.roots, ...scope.readableRoots]
	return target.climbs || target.paths.some(path => !isInside(path, roots) || MAY_BE_PARENT.test(path))
}

/**
 * Folders only ever get more: after `cd a` a command may run in `a`, or where it was when that failed or happened in a
 * subshell. A path has to be harmless from all of them.
 */
export function foldersAfter(
	{ words, keyword, assignments }: SimpleCommand,
	scope: Scope,
): readonly string[] {
	if (keyword) return scope.folders
	// `builtin cd` and `command cd` are `cd`.
	const from = words.findIndex(({ text }) => !/^(?:builtin|command|-p|--)$/.test(text))
	const [program, ...rest] = from > 0 ? words.slice(from) : words
	const name = program && literal(program)
	// Nobody goes to so many places: from now on it may be anywhere.
	if (scope.folders.length >= MAX_FOLDERS) return scope.folders
	if (name !== 'cd' && name !== 'pushd') return scope.folders
	const folder = rest.find(word => !/^-./.test(word.text))
	const target = folder ? targetOf(folder, scope) : { paths: [scope.home] }
	// From an unknown folder the worst is as likely as anything: the root.
	const isKnown = target && folder?.text !== '-' && !assignments.some(each => each.name === 'CDPATH')
	const added = isKnown ? target.paths : ['/']
	const all = [...new Set([...scope.folders, ...added])]
	return all.length > MAX_FOLDERS ? [...all.slice(0, MAX_FOLDERS - 1), '/'] : all
}

// Each `cd` doubles them at worst, and every path is followed from all of them.
const MAX_FOLDERS = 16

function climbsBack(path: string): boolean {
	if (!path.includes('..')) return false
	const steps = path.split('/').filter(step => step !== '' && step !== '.')
	return steps.lastIndexOf('..') > steps.findIndex(step => step !== '..') && steps.some(step => step !== '..')
}

// A file name cannot hold a NUL, so no real path is ever mistaken for this one.
const UNKNOWN = '\0'

// `.*` also stands for `..`.
const MAY_BE_PARENT = /(?:^|\/)\.{1,2}[*?[]/

function knownText(piece: Word['pieces'][number], folder: string, home: string): string | undefined {
	switch (piece.kind) {
		case 'literal':
			return piece.value
		case 'pattern':
			return piece.text
		case 'home':
			return home
		case 'variable':
			if (piece.name === 'HOME') return home
			return piece.name === 'PWD' ? folder : undefined
		case 'opaque':
			return undefined
	}
}
