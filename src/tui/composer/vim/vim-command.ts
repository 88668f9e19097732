// Vim's commands as they are typed: register, count, operator, and what it is about.

import { OBJECTS } from './text-objects.ts'

export type VimCommand = {
	register: string | undefined
	/** Undefined: none was typed. */
	count: number | undefined
	operator: Operator | undefined
	about:
		| { kind: 'motion'; keys: string }
		| { kind: 'find'; key: 'f' | 'F' | 't' | 'T'; character: string }
		| { kind: 'object'; keys: string }
		/** The operator twice: `dd`. */
		| { kind: 'lines' }
		/** What an operator does to what is selected. */
		| { kind: 'selection' }
		| { kind: 'command'; keys: string; character?: string }
}

export type Operator = 'd' | 'c' | 'y' | '>' | '<' | 'g~' | 'gu' | 'gU'

export type Typed = { kind: 'command'; command: VimCommand } | { kind: 'open' } | { kind: 'wrong' }

const WRONG: Typed = { kind: 'wrong' }
const OPEN: Typed = { kind: 'open' }

const OPERATORS: readonly string[] = ['d', 'c', 'y', '>', '<', 'g~', 'gu', 'gU']
const MOTIONS = 'hjkl wWbBeE0^$_|+-;,%G{}()'
const COMMANDS = 'xXsSDCYpPJ~uiaIAoOvVR.'

/** @param keys - since the last command; one each, `Backspace` and the like by name */
export function typedCommand(keys: readonly string[], isVisual: boolean): Typed {
	const reader = { keys, at: 0 }
	let register: string | undefined
	let count: number | undefined
	const readCount = () => {
		const digits = number(reader)
		if (digits !== undefined) count = (count ?? 1) * digits
	}
	readCount()
	if (peek(reader) === '"') {
		reader.at++
		register = take(reader)
		if (register === undefined) return OPEN
		readCount()
	}
	const key = longKey(reader)
	if (key === undefined) return OPEN
	const done = (about: VimCommand['about'], operator?: Operator): Typed => ({
		kind: 'command',
		command: { register, count, operator, about },
	})
	if (isOperator(key)) {
		if (isVisual) return done({ kind: 'selection' }, key)
		readCount()
		const target = longKey(reader)
		if (target === undefined) return OPEN
		if (target === key || (key.length === 2 && target === key[1])) return done({ kind: 'lines' }, key)
		const about = objectOf(target, reader) ?? motionOf(target, reader)
		return about === 'open' ? OPEN : about ? done(about, key) : WRONG
	}
	if (isVisual) {
		const object = objectOf(key, reader)
		if (object === 'open') return OPEN
		if (object) return done(object)
	}
	const motion = motionOf(key, reader)
	if (motion === 'open') return OPEN
	if (motion) return done(motion)
	if (key === 'r') {
		const character = take(reader)
		return character === undefined ? OPEN : done({ kind: 'command', keys: 'r', character })
	}
	const isCommand =
		(key.length === 1 && (COMMANDS.includes(key) || (isVisual && 'U'.includes(key)))) ||
		['Ctrl+R', 'gJ', 'gv'].includes(key)
	return isCommand ? done({ kind: 'command', keys: key }) : WRONG
}

type CommandReader = { keys: readonly string[]; at: number }

function peek({ keys, at }: CommandReader): string | undefined {
	return keys[at]
}

function take(reader: CommandReader): string | undefined {
	return reader.keys[reader.at++]
}

function number(reader: CommandReader): number | undefined {
	let digits = ''
	for (let key = peek(reader); key !== undefined; key = peek(reader)) {
		if (!(digits === '' ? /^[1-9]$/ : /^\d$/).test(key)) break
		digits += key
		reader.at++
	}
	return digits === '' ? undefined : Math.min(Number(digits), MOST_TIMES)
}

/** More would be a mistake, and hold everything up. */
const MOST_TIMES = 10_000

/** `g` begins a key of two. */
function longKey(reader: CommandReader): string | undefined {
	const key = take(reader)
	if (key !== 'g') return key
	const second = take(reader)
	return second === undefined ? undefined : key + second
}

function isOperator(key: string): key is Operator {
	return OPERATORS.includes(key)
}

function motionOf(key: string, reader: CommandReader): VimCommand['about'] | 'open' | undefined {
	if (key === 'f' || key === 'F' || key === 't' || key === 'T') {
		const character = take(reader)
		return character === undefined ? 'open' : { kind: 'find', key, character }
	}
	const isMotion =
		(key.length === 1 && MOTIONS.includes(key)) || ['gg', 'ge', 'gE', 'Backspace'].includes(key)
	return isMotion ? { kind: 'motion', keys: key } : undefined
}

function objectOf(key: string, reader: CommandReader): VimCommand['about'] | 'open' | undefined {
	if (key !== 'i' && key !== 'a') return undefined
	const object = take(reader)
	if (object === undefined) return 'open'
	return OBJECTS.includes(object) ? { kind: 'object', keys: key + object } : undefined
}
