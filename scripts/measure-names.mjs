// Two figures about the sources: type names that are declared more than once, and how long functions are. Part of
// `npm run measure`; on its own, `node scripts/measure-names.mjs` prints them and the names.
//
// A scanner, not a parser: comments, strings and regular expressions are blanked out, then declarations and braces
// are counted. It needs nothing but Node, and the code it reads is formatted by one tool.

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { argv } from 'node:process'
import { fileURLToPath, pathToFileURL } from 'node:url'

/**
 * @param {readonly { path: string; text: string }[]} files
 * @returns {{ repeated: readonly { name: string; paths: readonly string[] }[]; functions: number; p90: number;
 * longest: readonly { path: string; line: number; lines: number }[] }} `repeated`: most often declared first
 */
export function measureNames(files) {
	const declared = new Map()
	const functions = []
	for (const { path, text } of files) {
		const code = blanked(text)
		for (const [, name] of code.matchAll(TYPE)) declared.set(name, [...(declared.get(name) ?? []), path])
		for (const at of functionStarts(code)) {
			const end = bodyEnd(code, at)
			if (end !== undefined)
				functions.push({ path, line: lineOf(code, at), lines: lineOf(code, end) - lineOf(code, at) + 1 })
		}
	}
	const repeated = [...declared]
		.filter(([, paths]) => paths.length > 1)
		.map(([name, paths]) => ({ name, paths }))
		.sort((a, b) => b.paths.length - a.paths.length || a.name.localeCompare(b.name))
	const longest = functions.toSorted((a, b) => b.lines - a.lines)
	return {
		repeated,
		functions: functions.length,
		p90: longest[Math.floor(longest.length * 0.1)]?.lines ?? 0,
		longest: longest.slice(0, 10),
	}
}

/** @returns {{ path: string; text: string }[]} every source below a folder */
export function readSources(folder) {
	return readdirSync(folder, { recursive: true })
		.filter(name => /\.tsx?$/.test(name))
		.sort()
		.map(name => ({ path: name, text: readFileSync(join(folder, name), 'utf8') }))
}

const TYPE =
	/^[ \t]*(?:export )?(?:declare )?(?:abstract )?(?:type|interface|class) ([A-Z]\w*)\b(?! *,| as )/gm

/** A named function, a method, or an arrow function with a name: what a reader would count as one. */
const FUNCTION =
	/(?:\bfunction\b\*? *\w*|^[ \t]*(?:(?:private|protected|public|static|override|async|get|set) )*\*?#?(?!(?:if|for|while|switch|catch|return|await|function|new|typeof|with)\b)\w+|\b(?:const|let) \w+(?:: [^=\n]+)? = (?:async )?)(?=[(<])/gm

function* functionStarts(code) {
	for (const { index, 0: head } of code.matchAll(FUNCTION)) yield index + head.search(/\S/)
}

/** @returns the offset of the brace that ends the body, or undefined: a call, a signature, or a body without braces */
function bodyEnd(code, at) {
	const open = code.indexOf('(', at)
	const close = open === -1 ? -1 : closing(code, open)
	if (close === -1) return undefined
	const head = code.slice(at, open)
	const isArrow = /^(?:const|let)\b/.test(head)
	let from = close + 1
	// A return type may hold braces of its own; the body is the last one that begins before the statement ends.
	if (/^\s*:/.test(code.slice(from, from + 20))) from = afterType(code, from)
	const body = /^\s*(=>\s*)?\{/.exec(code.slice(from, from + 200))
	if (!body || (isArrow && !body[1]) || (!isArrow && body[1])) return undefined
	const end = closing(code, from + body[0].length - 1)
	return end === -1 ? undefined : end
}

function afterType(code, colon) {
	let at = code.indexOf(':', colon) + 1
	for (; at < code.length; at++) {
		const rest = code.slice(at, at + 2)
		if (rest === '=>' && !/^=>\s*(?:\w|\(|\{[^\n]*\}\s*[{;\n])/.test(code.slice(at, at + 60))) return at
		if (code[at] === '{') {
			// `: Promise<{ … }> {`, `: { … } {`: a type's brace is followed by what goes on with the type.
			const end = closing(code, at)
			const before = code.slice(0, at).trimEnd().at(-1)
			if (before !== undefined && /[:<|&(,]/.test(before) && end !== -1) {
				at = end
				continue
			}
			return at
		}
		if (code[at] === '(') at = Math.max(at, closing(code, at))
		if (code[at] === ';' || (code[at] === '\n' && /^\n[\t ]*[}\w]/.test(code.slice(at, at + 20)))) return at
	}
	return at
}

function closing(code, open) {
	let depth = 0
	for (let at = open; at < code.length; at++) {
		if ('([{'.includes(code[at])) depth++
		else if (')]}'.includes(code[at]) && --depth === 0) return at
	}
	return -1
}

function lineOf(code, at) {
	let line = 1
	for (let index = code.indexOf('\n'); index !== -1 && index < at; index = code.indexOf('\n', index + 1))
		line++
	return line
}

/** The same text with blanks for what is no code, so that every offset and line stays. */
function blanked(text) {
	return text.replaceAll(
		NO_CODE,
		(whole, lead = '') => lead + whole.slice(lead.length).replaceAll(/[^\n]/g, ' '),
	)
}

const NO_CODE =
	/\/\*[\s\S]*?\*\/|\/\/[^\n]*|'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\[\s\S])*`|((?:[=(,:[!&|?;]|=>|return)\s*)\/(?![*/])(?:[^/\\\n[]|\\.|\[(?:[^\]\\\n]|\\.)*\])+\/[a-z]*/g

if (argv[1] !== undefined && import.meta.url === pathToFileURL(argv[1]).href) {
	const { repeated, functions, p90, longest } = measureNames(
		readSources(fileURLToPath(new URL('../src', import.meta.url))),
	)
	console.log(`type names declared more than once  ${repeated.length}`)
	for (const { name, paths } of repeated) console.log(`  ${name} ×${paths.length}  ${paths.join('  ')}`)
	console.log(`functions                           ${functions}, p90 ${p90} lines`)
	for (const { path, line, lines } of longest) console.log(`  ${lines}  ${path}:${line}`)
}
