// Hard rules about files: what removes, replaces or opens up more than a workspace gets over, and what writes to files
// that are obeyed later.

import type { SimpleCommand } from '../../shell-parser/bash-syntax.ts'
import type { Word } from '../../shell-parser/bash-words.ts'
import { type Scope, targetOf } from '../analysis/scope.ts'
import { programName, withInnerCommands } from '../nested/wrappers.ts'
import { factsOf, isKind } from '../programs/facts.ts'
import { programRule } from '../programs/known-programs.ts'
import { specialJudge } from '../programs/special-programs.ts'
import {
	criticalPlace,
	destructiveEffectAt,
	destructiveEffectBeyondWorkspace,
	isReceivingFolder,
	protectionOf,
} from './destructive-effects.ts'
import { firstReason, type HardRule, knownText, ofOperand, type ProgramCall } from './hard-rule.ts'
import { writtenBesides } from './written-words.ts'

const FIND_ACTION = /^-(?:delete|(?:exec|ok)(?:dir)?)$/

export const FILE_RULES: readonly HardRule[] = [
	{
		rule: 'remove-outside',
		// A copy of `rm`, a link to it, or another name for it: nobody else is given these letters and the home folder.
		when: ({ program, facts, texts, operands }, scope) =>
			facts.kind === undefined &&
			texts.some(text => /^-(?:[rR]f|f[rR])$/.test(text)) &&
			Object.keys(facts).length === 0 &&
			programRule(program) === undefined &&
			specialJudge(program) === undefined
				? firstReason(operands, word => criticalPlace(word, scope), 'It may remove')
				: undefined,
	},
	{
		rule: 'remove-outside',
		when: ({ program, facts, texts, operands }, scope) => {
			// `$x -rf /` is what it looks like, whatever is in x.
			const isUnknown =
				program === '' && texts.some(text => /^-(?:[a-zA-Z]*r[a-zA-Z]*f|[a-zA-Z]*f[a-zA-Z]*r)/.test(text))
			if (facts.kind !== 'remover' && !isUnknown) return undefined
			const isSweeping = texts.some(text => /^-[a-zA-Z]*[rRf]|^--(?:rec|for)/.test(text))
			// Losing one file that is only known when it runs is bad luck; losing a tree is more.
			const known = isSweeping ? operands : operands.filter(word => targetOf(word, scope))
			return firstReason(known, word => destructiveEffectAt(word, scope), 'It removes')
		},
	},
	{
		rule: 'remove-outside',
		when: ({ program, texts, command }, scope) => {
			if (program !== 'find' || !texts.some(text => FIND_ACTION.test(text))) return undefined
			const inner = withInnerCommands(command, scope.budget).slice(1)
			const destroys =
				texts.includes('-delete') ||
				inner.some(
					each =>
						/^(?:truncate|mv)$/.test(programName(each) ?? '') || isKind(programName(each) ?? '', 'remover'),
				)
			const changes = inner.some(each => isKind(programName(each) ?? '', 'permissions'))
			if (!destroys && !changes) return undefined
			const lead = destroys ? 'It removes from' : 'It changes permissions in'
			const named = command.words.filter((_, index) => /^-i?(?:name|path)$/.test(texts[index - 2] ?? ''))
			const starts = findStarts(command)
			const effect = destroys && !narrowsFind(texts) ? destructiveEffectAt : destructiveEffectBeyondWorkspace
			return (
				firstReason(starts, word => effect(word, scope), lead) ??
				firstReason(destroys ? named : [], word => protectionOf(word, scope), 'It removes')
			)
		},
	},
	{
		rule: 'remove-all-found',
		when: ({ program, texts, operands }, scope) => {
			const action = texts.findIndex(text => /^(?:-[xX]|--exec(?:-batch)?)$/.test(text))
			const isFd = program === 'fd' || program === 'fdfind'
			if (!isFd || action === -1 || !isKind(texts[action + 1] ?? '', 'remover')) return undefined
			const own = operands.filter(word => !texts.slice(action).includes(word.text))
			const beyond = firstReason(
				own.slice(1),
				word => destructiveEffectBeyondWorkspace(word, scope),
				'It removes from',
			)
			if (beyond !== undefined) return beyond
			return own.every(word => /^[.*^$]*$/.test(word.text)) &&
				!texts.some(text => /^(?:-e|--extension)/.test(text))
				? 'It removes all that it finds.'
				: undefined
		},
	},
	{
		rule: 'truncate-outside',
		when: ({ program, operands, texts }, scope) => {
			if (program !== 'truncate') return undefined
			const files = operands.filter(word => !/^-(?:s|-size)$/.test(texts[texts.indexOf(word.text) - 1] ?? ''))
			return firstReason(files, word => destructiveEffectAt(word, scope), 'It empties')
		},
	},
	{
		rule: 'remove-outside',
		when: ({ program, texts, operands }, scope) =>
			program === 'rsync' &&
			texts.some(text => /^--del/.test(text)) &&
			!texts.some(text => /^-[a-zA-Z]*n|^--dry-run$/.test(text))
				? (firstReason(operands.slice(-1), word => destructiveEffectAt(word, scope), 'It removes from') ??
					(operands.some(word => /^[\w.@-]+:|^rsync:/.test(word.text))
						? 'It removes from another machine.'
						: undefined))
				: undefined,
	},
	{
		rule: 'remove-outside',
		when: listedRemoval,
	},
	{
		rule: 'overwrite-critical',
		when: ({ program, facts, texts, operands }, scope) => {
			const to = operands.slice(-1).filter(word => !isReceivingFolder(word, scope))
			const replaced =
				program === 'dd'
					? ofOperand(operands)
					: program === 'mv'
						? [...operands.slice(0, -1), ...to]
						: facts.replacesLast
							? to
							: []
			if (program === 'mv' && texts.at(-1) === '/dev/null') return 'What is moved to /dev/null is lost.'
			return firstReason(replaced, word => criticalPlace(word, scope), 'It replaces or moves')
		},
	},
	{
		rule: 'permissions-outside',
		when: ({ facts, texts, operands }, scope) => {
			if (facts.kind !== 'permissions') return undefined
			if (!texts.some(text => /^-[a-zA-Z]*[rR]|^--rec/.test(text))) return undefined
			// The first operand is the mode or the owner.
			return firstReason(
				operands.slice(1),
				word => destructiveEffectBeyondWorkspace(word, scope),
				'It changes permissions in',
			)
		},
	},
	{
		rule: 'write-protected',
		when: ({ facts: { writes, replacesLast }, texts, operands }, scope) => {
			const isWriter =
				writes === 'operands' ||
				(writes === 'option' && texts.some(text => /^-[a-zA-Z]*[io]|^--(?:in-pl|out|wri)/.test(text)))
			// What is only copied from stays as it is, unless an option names the target.
			const isCopy = replacesLast && !texts.some(text => /^-[a-zA-Z]*t|^--ta/.test(text))
			const written = isCopy ? operands.slice(-1) : [...operands, ...ofOperand(operands)]
			if (!isWriter) return undefined
			return firstReason(written, word => protectionOf(word, scope), 'It touches')
		},
	},
	{
		rule: 'write-protected',
		when: (call, scope) =>
			firstReason(writtenBesides(call), word => protectionOf(word, scope), 'It writes to'),
	},
	{
		rule: 'write-protected',
		when: ({ command }, scope) => {
			const written = command.redirections.flatMap(({ operator, target }) =>
				operator.includes('>') && target ? [target] : [],
			)
			return firstReason(written, word => protectionOf(word, scope), 'It writes to')
		},
	},
]

/** `find / | xargs rm -rf`: what is removed is what the other one lists. */
function listedRemoval({ program, command }: ProgramCall, scope: Scope): string | undefined {
	if (program !== 'xargs' && program !== 'parallel') return undefined
	const inner = withInnerCommands(command, scope.budget).slice(1)
	const removers = inner.filter(each => isKind(programName(each) ?? '', 'remover'))
	if (removers.length === 0) return undefined
	const texts = removers.flatMap(({ words }) => words.map(knownText))
	const isSweeping = texts.some(text => /(?:^|\s)-[a-zA-Z]*[rR]|--rec/.test(text))
	const source = sourceOf(command)
	const lists = source?.words.slice(1) ?? []
	const sourceName = source && programName(source)
	const paths = lists.filter(word => /^[~/.$]/.test(word.text))
	const beyond = firstReason(paths, word => destructiveEffectBeyondWorkspace(word, scope), 'It removes from')
	if (beyond !== undefined) return beyond
	if (sourceName === 'find') {
		const isNarrow = narrowsFind(lists.map(knownText)) || command.pipedFrom !== source
		return isNarrow ? undefined : 'It removes all that is found.'
	}
	const said = [...(source && factsOf(sourceName ?? '').says ? lists : []), ...fedWords(command)]
	if (said.length > 0) return firstReason(said, word => destructiveEffectAt(word, scope), 'It removes')
	// What a list names is only known when it runs; one file of it is bad luck, a tree is more.
	return isSweeping && (command.pipedFrom === source || source === undefined)
		? 'What it removes is only known when it runs.'
		: undefined
}

/** Where what comes out of a pipe begins: a program that lists by itself reads none of what came before. */
function sourceOf(command: SimpleCommand): SimpleCommand | undefined {
	let source = command.pipedFrom
	for (let left = MAX_PIPES; source?.pipedFrom && left > 0; left--) {
		const name = programName(source) ?? ''
		if (isKind(name, 'finder') || factsOf(name).says) break
		source = source.pipedFrom
	}
	return source
}

const MAX_PIPES = 60

/** `xargs rm <<< ~` */
function fedWords({ redirections }: SimpleCommand): readonly Word[] {
	return redirections.flatMap(({ operator, target }) => (operator === '<<<' && target ? [target] : []))
}

function findStarts({ words }: SimpleCommand): readonly Word[] {
	const behind = words.slice(1).filter(word => !/^-(?:[HLP]|O\d|D)$/.test(word.text))
	const end = behind.findIndex(word => /^[-(!]/.test(word.text) || word.text === '\\(' || word.text === "'('")
	const starts = end === -1 ? behind : behind.slice(0, end)
	return starts.length > 0 ? starts : [HERE]
}

const HERE: Word = { text: '.', pieces: [{ kind: 'literal', value: '.' }] }

/** Whether a test leaves anything out but what sort of file it is: `-name '*.pyc'`, and not `! -name keep`. */
function narrowsFind(texts: readonly string[]): boolean {
	return texts.some((text, index) => {
		if (/^(?:!|-not)$/.test(texts[index - 1] ?? '')) return false
		if (/^-(?:i?name|i?path|i?wholename|i?lname|i?regex)$/.test(text))
			return !/^[.*/?]*$/.test(texts[index + 1] ?? '')
		return /^-(?:empty|[acm]time|[acm]min|newer\w*|[acm]newer|size|user|group|uid|gid|nouser|nogroup|perm|inum|samefile|links|executable|used)$/.test(
			text,
		)
	})
}
