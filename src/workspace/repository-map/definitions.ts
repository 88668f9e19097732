// Definitions by line patterns: what a file declares, found by one pass of a regular expression for each of its
// language's forms. It takes a hundredth of the time of reading brackets, and a map needs names and lines only.

/** Lines count from 1. */
export type Definition = { name: string; line: number }

export function isLanguageKnown(path: string): boolean {
	return formsOf(path) !== undefined
}

/**
 * Patterns are made when the first file of their language is read: all of them take longer than a small folder.
 * @returns what finds the patterns of a path, undefined when its language is not known
 */
export function createDefinitionPatterns(): (path: string) => readonly RegExp[] | undefined {
	const made = new Map<Forms, readonly RegExp[]>()
	return path => {
		const forms = formsOf(path)
		if (!forms) return undefined
		const patterns = made.get(forms) ?? forms()
		made.set(forms, patterns)
		return patterns
	}
}

function formsOf(path: string): Forms | undefined {
	const name = path.slice(path.lastIndexOf('/') + 1).toLowerCase()
	const extension = name.slice(name.lastIndexOf('.') + 1)
	return extension === name ? undefined : FORMS_BY_EXTENSION.get(extension)
}

export function definitionsIn(text: string, patterns: readonly RegExp[]): readonly Definition[] {
	const found: { name: string; at: number }[] = []
	for (const pattern of patterns)
		for (const match of text.matchAll(pattern)) {
			const name = match[1]
			if (name === undefined || STATEMENTS.has(name)) continue
			found.push({ name: ownText(name), at: match.index + match[0].length - 1 })
			if (found.length >= MOST) break
		}
	return withLines(
		text,
		found.sort((a, b) => a.at - b.at),
	)
}

/** A piece of a text keeps all of it in memory, which a map of many files cannot. */
export function ownText(piece: string): string {
	return Buffer.from(piece).toString()
}

/** What is declared behind that nobody looks for in a map. */
const MOST = 400

function withLines(text: string, found: readonly { name: string; at: number }[]): readonly Definition[] {
	let line = 1
	let from = 0
	return found.map(({ name, at }) => {
		for (let next = text.indexOf('\n', from); next !== -1 && next < at; next = text.indexOf('\n', from)) {
			line++
			from = next + 1
		}
		return { name, line }
	})
}

/** What looks like the head of a function. */
const STATEMENTS = new Set(
	'if for while switch catch return else do throw new await super with elif elsif unless until sizeof constructor'.split(
		' ',
	),
)

const NAME = '([\\p{L}_$][\\p{L}\\p{N}_$]*)'
const line = (source: string) => new RegExp(source.replaceAll('NAME', NAME), 'gmu')

type Forms = () => readonly RegExp[]

const SCRIPT: Forms = () => [
	line(
		'^[ \\t]*(?:export[ ]+)?(?:default[ ]+)?(?:declare[ ]+)?(?:abstract[ ]+|async[ ]+)*(?:class|interface|enum|namespace|type|function\\*?)[ ]+NAME',
	),
	line('^(?:export[ ]+)?(?:declare[ ]+)?(?:const|let|var)[ ]+NAME'),
	line(
		'^(?:\\t| {2,4})(?:(?:public|private|protected|static|override|async|get|set|readonly)[ ]+)*\\*?#?NAME(?:<[^>\\n]*>)?\\([^;\\n]*\\{[ ]*$',
	),
	line('^(?:module\\.)?exports\\.NAME[ ]*='),
	line('^[\\w$]+\\.prototype\\.NAME[ ]*='),
]
const MODIFIERS =
	'(?:public|private|protected|internal|static|final|abstract|override|virtual|sealed|async|synchronized|native|suspend|open|inline|data|partial|readonly|unsafe|extern|default|fileprivate|mutating|lazy|case|implicit)'
const CLASSES: Forms = () => [
	line(
		`^[ \\t]*(?:@\\w+[ ]+)*(?:${MODIFIERS}[ ]+)*(?:class|interface|enum|record|struct|trait|object|protocol|extension|actor|namespace|@interface)[ ]+NAME`,
	),
	line(`^[ \\t]*(?:${MODIFIERS}[ ]+)*(?:fun|func|def)[ ]+(?:<[^>\\n]*>[ ]*)?(?:[\\w.]+\\.)?NAME`),
	line(
		`^[ \\t]+(?:${MODIFIERS}[ ]+)+(?:<[^>\\n]*>[ ]*)?[\\w.<>\\[\\],?]+(?:[ ][\\w.<>\\[\\],?]+)*[ ]+NAME[ ]*\\(`,
	),
]
const C: Forms = () => [
	line('^(?:[\\p{L}_][\\w \\t*&:<>,~\\[\\]]*[ \\t*&])?(?:\\w+::)*~?NAME[ \\t]*\\((?![^\\n]*;[ \\t]*$)'),
	line(
		'^[ \\t]*(?:typedef[ ]+)?(?:template[ ]*<[^\\n]*>[ ]*)?(?:enum[ ]+class|struct|enum|union|class|namespace)[ ]+(?:[A-Z_]+[ ]+)?NAME[ \\t]*(?:final[ ]*)?(?:\\{|:|$)',
	),
	line('^[ \\t]*#[ \\t]*define[ \\t]+NAME'),
]
const FORMS: readonly (readonly [extensions: string, forms: Forms])[] = [
	['ts tsx mts cts js jsx mjs cjs vue svelte astro', SCRIPT],
	[
		'py pyi pyx',
		() => [line('^[ \\t]*(?:async[ ]+)?(?:def|class)[ ]+NAME'), line('^([A-Z][A-Z0-9_]+)[ ]*[:=]')],
	],
	[
		'go',
		() => [
			line('^func[ ]+(?:\\([^)\\n]*\\)[ ]*)?NAME'),
			line('^(?:type|var|const)[ ]+NAME'),
			line('^\\tNAME[ ]+(?:struct|interface)[ ]*\\{'),
		],
	],
	[
		'rs',
		() => [
			line(
				'^[ \\t]*(?:pub(?:\\([^)\\n]*\\))?[ ]+)?(?:(?:default|const|async|unsafe|extern(?:[ ]+"[^"\\n]*")?)[ ]+)*(?:fn|struct|enum|union|trait|mod|type|static|const)[ ]+(?:mut[ ]+)?NAME',
			),
			line('^[ \\t]*macro_rules![ ]*NAME'),
		],
	],
	['java kt kts cs scala sc swift groovy dart', CLASSES],
	['c h cc cpp cxx hpp hh hxx m mm ino cu cuh', C],
	[
		'rb rake gemspec',
		() => [
			line('^[ \\t]*(?:class|module|def)[ ]+(?:self\\.)?(?:\\w+::)*NAME'),
			line('^[ \\t]*([A-Z][A-Z0-9_]+)[ ]*='),
		],
	],
	[
		'php inc phtml',
		() => [
			line('^[ \\t]*(?:(?:abstract|final|readonly)[ ]+)*(?:class|interface|trait|enum)[ ]+NAME'),
			line('^[ \\t]*(?:(?:public|private|protected|static|abstract|final)[ ]+)*function[ ]+&?NAME'),
			line('^[ \\t]*(?:(?:public|private|protected|final)[ ]+)*const[ ]+NAME'),
		],
	],
	[
		'sh bash zsh ksh',
		() => [/^[ \t]*(?:function[ ]+)?([\w:.-]+)[ ]*\([ ]*\)/gm, /^[ \t]*function[ ]+([\w:.-]+)/gm],
	],
	['ps1 psm1', () => [/^[ \t]*(?:function|filter|class)[ ]+([\w-]+)/gim]],
	['pl pm t', () => [line('^[ \\t]*(?:sub|package)[ ]+(?:\\w+::)*NAME')]],
	['lua', () => [/^[ \t]*(?:local[ ]+)?function[ ]+(?:[\w]+[.:])*(\w+)/gm]],
	['ex exs', () => [line('^[ \\t]*(?:defmodule|defp?|defmacrop?|defprotocol)[ ]+(?:\\w+\\.)*NAME')]],
	['erl hrl', () => [/^([a-z]\w*)\(/gm]],
	['hs', () => [line('^NAME[ ]*::'), line('^(?:data|newtype|type|class)[ ]+NAME')]],
	[
		'ml mli fs fsi',
		() => [line('^[ \\t]*(?:let(?:[ ]+rec)?|type|module|val|exception|member)[ ]+(?:\\w+\\.)?NAME')],
	],
	['clj cljs cljc', () => [/^[ \t]*\(def\w*-?[ ]+(?:\^\S+[ ]+)*([\w*!?<>=+-]+)/gm]],
	['el lisp lsp scm', () => [/^[ \t]*\((?:cl-)?def\w*[ ]+\(?([\w*!?<>=+:/-]+)/gm]],
	['zig', () => [line('^[ \\t]*(?:pub[ ]+)?(?:fn|const|var)[ ]+NAME')]],
	['nim', () => [line('^(?:proc|func|method|template|macro|iterator|type)[ ]+NAME')]],
	['jl', () => [line('^[ \\t]*(?:function|struct|mutable struct|macro|module|abstract type)[ ]+NAME')]],
	['r', () => [/^([\w.]+)[ ]*(?:<-|=)[ ]*function/gm]],
	[
		'sql',
		() => [
			/^[ \t]*create[ ]+(?:or[ ]+replace[ ]+)?(?:table|view|function|procedure|type|index)[ ]+(?:if[ ]+not[ ]+exists[ ]+)?["`]?([\w.]+)/gim,
		],
	],
	[
		'proto thrift graphql gql',
		() => [line('^[ \\t]*(?:message|service|enum|rpc|struct|type|input|interface|union)[ ]+NAME')],
	],
	['tf hcl', () => [/^(?:resource|data|module|variable|output)[ ]+"[\w-]+"(?:[ ]+"([\w-]+)")/gm]],
	['vim', () => [/^[ \t]*fu(?:nction)?!?[ ]+([\w:#]+)/gm]],
	[
		'f90 f95 f03 f for',
		() => [/^[ \t]*(?:[\w()*= ]+[ ])?(?:subroutine|function|module|program)[ ]+(\w+)/gim],
	],
	['asm s', () => [/^([A-Za-z_][\w.$]*):/gm]],
	['sol', () => [line('^[ \\t]*(?:contract|interface|library|function|struct|event|modifier|enum)[ ]+NAME')]],
	['v sv vhd', () => [/^[ \t]*(?:module|entity|function|task|class|interface|package)[ ]+(\w+)/gim]],
	['pas pp', () => [/^[ \t]*(?:procedure|function|unit|program)[ ]+(?:\w+\.)?(\w+)/gim]],
	['d', () => [...CLASSES(), ...C()]],
]

const FORMS_BY_EXTENSION: ReadonlyMap<string, Forms> = new Map(
	FORMS.flatMap(([extensions, forms]) =>
		extensions.split(' ').map((extension): [string, Forms] => [extension, forms]),
	),
)
