// `ps`, which reads its words as Unix options and, when any of them turns out to be wrong, all of them once more as BSD
// options: an `e` among them then prints the environment of every process.

import { literal } from '../../../shell-parser/bash-words.ts'
import type { Arguments } from '../arguments.ts'
import type { ProgramRule } from '../program-rule.ts'

export const PS: ProgramRule = {
	syntax: { joinsLetters: true, attachesValues: true, mixesOperands: true },
	why: 'lists processes',
	operands: 'text',
	short: 'eAf',
	shortWithValue: 'opuC',
	long: 'no-headers sort',
	check: given => {
		const { operands, options } = given
		const isListed =
			operands.every(operand => /^(?:a?u?x?f?|-?\d+)$/.test(literal(operand) ?? '-')) &&
			!options.some(({ value }) => /env/i.test(value ?? ''))
		return isListed && (!hasBsdE(given) || cannotFail(given)) ? undefined : 'it could show environments'
	},
}

/** Whether one of the words, read as a cluster of BSD options, holds an `e`. What `-o` and `-p` take is a value there, too. */
function hasBsdE({ options }: Arguments): boolean {
	return options.some(
		({ name, value }) => name === 'e' || ((name === 'u' || name === 'C') && value?.includes('e')),
	)
}

/** Nothing about it can be wrong as Unix options: no BSD option beside them, one format at most, and every value known. */
function cannotFail({ options, operands }: Arguments): boolean {
	const formats = new Set(options.flatMap(({ name }) => (name === 'f' || name === 'o' ? [name] : [])))
	return operands.length === 0 && formats.size < 2 && options.every(isKnown)
}

function isKnown({ name, value }: Arguments['options'][number]): boolean {
	switch (name) {
		case 'p':
			return /^[1-9]\d{0,8}(?:,[1-9]\d{0,8})*$/.test(value ?? '')
		case 'u':
			return /^(?:root|\d{1,5})$/.test(value ?? '')
		case 'C':
			return /^[\w.-]+$/.test(value ?? '')
		case 'o':
			return value?.split(',').every(isColumn) === true
		case 'sort':
			return value?.split(',').every(key => isColumn(key.replace(/^[-+]/, ''))) === true
		default:
			return value === undefined
	}
}

function isColumn(text: string): boolean {
	return COLUMNS.has(text.replace(/=[\w %]*$/, ''))
}

const COLUMNS: ReadonlySet<string> = new Set(
	'%cpu %mem args c class cls cmd comm command cp cputime egid egroup etime etimes euid euser fname gid group lstart lwp ni nice nlwp pcpu pgid pgrp pid pmem ppid pri psr rgid rgroup rss rssize rtprio ruid ruser s sess sgi_p sid size spid stat state start start_time stime sz thcount tid time tname tt tty ucmd ucomm uid uname user vsize vsz wchan'.split(
		' ',
	),
)
