// Folders that a recursive command searches: the files it reaches are not in its text. Here is which folders that may
// be; what lies in them is not looked at.

import type { SimpleCommand } from '../shell-parser/bash-syntax.ts'
import { literal, type Word } from '../shell-parser/bash-words.ts'
import { type Scope, targetOf } from '../shell-policy/analysis/scope.ts'
import { programName } from '../shell-policy/nested/wrappers.ts'
import { readArguments } from '../shell-policy/programs/arguments.ts'
import { factsOf, isKind } from '../shell-policy/programs/facts.ts'
import { programRule } from '../shell-policy/programs/known-programs.ts'

/** `unknown`: it may be any folder, because links are followed or the names are only known when it runs. */
export type Searched = readonly string[] | 'unknown'

/** By what would be done to the files in there. */
export type SearchedFolders = { read: Searched; edit: Searched }

/** @param commands - a simple command and those it runs */
export function searchedFolders(commands: readonly SimpleCommand[], scope: Scope): SearchedFolders {
	const reaches = commands.flatMap(command => reachOf(command) ?? [])
	const by = (use: 'reads' | 'changes') =>
		reaches.filter(reach => reach[use]).map(({ where }) => foldersOf(where, scope))
	return { read: together(by('reads')), edit: together(by('changes')) }
}

function together(all: readonly Searched[]): Searched {
	return all.includes('unknown') ? 'unknown' : [...new Set(all.flat())]
}

type Where = { words: readonly Word[]; isHere: boolean } | 'unknown'
type Reach = { where: Where; reads: boolean; changes: boolean }

const HERE: Where = { words: [], isHere: true }

function foldersOf(where: Where, scope: Scope): Searched {
	if (where === 'unknown') return 'unknown'
	const targets = where.words.map(word => targetOf(word, scope))
	if (targets.includes(undefined)) return 'unknown'
	return [...(where.isHere ? scope.folders : []), ...targets.flatMap(target => target?.paths ?? [])]
}

function reachOf(command: SimpleCommand): Reach | undefined {
	const program = programName(command)
	if (program === undefined) return undefined
	const words = command.words.slice(1)
	const { kind, carries } = factsOf(program)
	if (kind === 'grep') return reading(grepReach(program, words))
	if (kind === 'searcher') return reading(searcherReach(program, words, command))
	if (program === 'git') return reading(gitReach(words))
	if (kind === 'finder') return finderReach(program, words)
	if (program === 'xargs' || program === 'parallel') return both(fedReach(command))
	if (carries) {
		const { when, ...carried } = carries
		const isCarried = when === 'always' || hasOption(words, RECURSIVE)
		return isCarried ? { ...carried, where: operandsOf(words) } : undefined
	}
	return showsContent(program) && words.some(isOnlyKnownLater) ? reading('unknown') : undefined
}

function reading(where: Where | undefined): Reach | undefined {
	return where && { where, reads: true, changes: false }
}

function both(where: Where | undefined): Reach | undefined {
	return where && { where, reads: true, changes: true }
}

function grepReach(program: string, words: readonly Word[]): Where | undefined {
	const isRecursive =
		program === 'rgrep' || hasOption(words, /^-[a-zA-Z]*[dRr]|^--(?:dereference-)?rec|^--dir/)
	if (!isRecursive) return undefined
	return hasOption(words, /^-[a-zA-Z]*R|^--dere/) ? 'unknown' : searchedOperands('grep', words)
}

function searcherReach(
	program: string,
	words: readonly Word[],
	{ pipedFrom }: SimpleCommand,
): Where | undefined {
	if (program === 'rg' && hasOption(words, /^--(?:files|type-list|version|help)$/)) return undefined
	if (hasOption(words, /^-[a-zA-Z]*[LR]|^--(?:follow|dereference)/)) return 'unknown'
	const where = searchedOperands('rg', words)
	// Without a path it searches what is piped into it.
	return program === 'rg' && pipedFrom && where !== 'unknown' && where.isHere ? undefined : where
}

/** The first operand is a pattern, unless it cannot be told apart; then every word may be a folder. */
function searchedOperands(program: 'grep' | 'rg', words: readonly Word[]): Where {
	const rule = programRule(program)
	const given = rule && readArguments(words, rule)
	if (!given || 'problem' in given) return { words: words.filter(word => !isOption(word)), isHere: true }
	const hasPattern = given.options.some(({ name }) => /^(?:e|f|regexp|file)$/.test(name))
	const paths = hasPattern ? given.operands : given.operands.slice(1)
	return { words: paths, isHere: paths.length === 0 }
}

/** What it can be narrowed to stands behind `--`; before it a word may also be a commit, and then it is all of that. */
function gitReach(words: readonly Word[]): Where | undefined {
	const texts = words.map(word => literal(word))
	if (!texts.some(text => text === 'grep' || text === 'archive')) return undefined
	const end = texts.indexOf('--')
	const paths = end === -1 ? [] : words.slice(end + 1)
	const isNarrow = paths.length > 0 && !paths.some(({ text }) => text.startsWith(':'))
	return isNarrow ? { words: paths, isHere: false } : HERE
}

/** Names alone are no content; what it runs on them may be anything. */
function finderReach(program: string, words: readonly Word[]): Reach | undefined {
	const runs = program.startsWith('fd') ? /^-[a-zA-Z]*[xX]|^--exec/ : /^-(?:exec|ok)/
	if (hasOption(words, runs)) return both(foundIn(program, words))
	return hasOption(words, /^-delete$/)
		? { where: foundIn(program, words), reads: false, changes: true }
		: undefined
}

function foundIn(program: string, words: readonly Word[]): Where {
	if (hasOption(words, /^-(?:L|follow)$|^--follow$/)) return 'unknown'
	if (program.startsWith('fd')) return { words: words.filter(word => !isOption(word)), isHere: true }
	const starts = words.filter(word => !/^-[HPD]$|^-O\d$/.test(literal(word) ?? ''))
	const end = starts.findIndex(word => /^[-(!]/.test(literal(word) ?? ''))
	const folders = end === -1 ? starts : starts.slice(0, end)
	return { words: folders, isHere: folders.length === 0 }
}

/** The names come through the pipe: from the folders that whatever stands at its beginning looks through. */
function fedReach({ pipedFrom }: SimpleCommand): Where {
	let source = pipedFrom
	while (source?.pipedFrom) source = source.pipedFrom
	const program = source && programName(source)
	if (!source || program === undefined) return HERE
	const words = source.words.slice(1)
	if (isKind(program, 'finder')) return foundIn(program, words)
	const named = operandsOf(words)
	return program === 'ls' && named.words.length > 0 ? named : HERE
}

const RECURSIVE = /^-[a-zA-Z]*[rRa]|^--(?:recursive|archive)/

function operandsOf(words: readonly Word[]): { words: readonly Word[]; isHere: boolean } {
	return { words: words.filter(word => !isOption(word)), isHere: false }
}

function isOption(word: Word): boolean {
	return /^-./.test(literal(word) ?? '')
}

function hasOption(words: readonly Word[], pattern: RegExp): boolean {
	return words.some(word => isOption(word) && pattern.test(literal(word) ?? ''))
}

/** Of the programs that are known to only read, those that print what is in files. */
function showsContent(program: string): boolean {
	if (isKind(program, 'filter')) return true
	const rule = programRule(program)
	if (!rule || rule.showsNoContent) return false
	return rule.operands === 'paths' || rule.operands === 'pattern-then-paths'
}

/** Filled by a loop over names, or by another command. */
function isOnlyKnownLater({ pieces }: Word): boolean {
	return pieces.some(
		piece => piece.kind === 'opaque' || (piece.kind === 'variable' && piece.data !== undefined),
	)
}
