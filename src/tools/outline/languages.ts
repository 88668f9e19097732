// The table of languages that can be outlined: how a file tells that it is in one, what is no code in it, what a
// declaration looks like, and how a block ends.

import {
	C_LITERALS,
	fenced,
	hereDocument,
	type Literal,
	pattern,
	quoted,
	SCRIPT_LITERALS,
} from './literals.ts'

export type Language = {
	name: string
	extensions: readonly string[]
	shebang?: RegExp
	/** How a block ends: by its closing bracket, by indentation alone, or by `end` at its own indentation. */
	blocks: 'brackets' | 'indentation' | 'end' | 'headings'
	lineComments: readonly string[]
	blockComments?: readonly (readonly [open: string, close: string])[]
	/** At these places something begins that is no code. */
	literals: readonly Literal[]
	/** At the top, and in whatever holds others. */
	symbols: readonly RegExp[]
	/** Only right inside of something that holds others. */
	members?: readonly RegExp[]
	/** What holds others. */
	holders: RegExp
	/** Every declaration ends in `;` or `}`. */
	isTerminated?: true
	/** What opens and closes; a `case` of the shell closes round brackets that nobody opened. */
	brackets?: readonly [open: string, close: string]
	/** Text outside is no code. */
	between?: readonly [open: RegExp, close: string]
}

/** By its extension; a file without one by its first line. */
export function languageOf(extension: string, firstLine: string): Language | undefined {
	return LANGUAGES.find(
		({ extensions, shebang }) =>
			extensions.includes(extension) ||
			(extension === '' && shebang !== undefined && shebang.test(firstLine)),
	)
}

const NAME = '[\\p{L}_$][\\p{L}\\p{N}_$]*'
const TYPES = '<(?:[^()<>]|<(?:[^()<>]|<[^()<>]*>)*>)*>'
const re = (source: string) => new RegExp(source.replaceAll('NAME', NAME).replaceAll('TYPES', TYPES), 'u')

const LANGUAGES: readonly Language[] = [
	{
		name: 'TypeScript/JavaScript',
		extensions: ['ts', 'tsx', 'mts', 'cts', 'js', 'jsx', 'mjs', 'cjs'],
		shebang: /^#!.*\b(?:node|deno|bun)\b/,
		blocks: 'brackets',
		lineComments: ['//'],
		blockComments: [['/*', '*/']],
		literals: SCRIPT_LITERALS,
		symbols: [
			re(
				'^(?:export\\s+)?(?:default\\s+)?(?:declare\\s+)?(?:abstract\\s+|async\\s+)*(?:class|interface|enum|namespace|module|function\\*?)\\s+NAME',
			),
			re('^(?:export\\s+)?(?:declare\\s+)?type\\s+NAME\\s*[<=]'),
			re('^(?:export\\s+)?(?:declare\\s+)?(?:const\\s+enum|const|let|var)\\s+(?:NAME|[{[])'),
			/^export\s+default\b/,
		],
		members: [
			re(
				'^(?:(?:public|private|protected|static|readonly|abstract|override|async|get|set|declare|accessor)\\s+)*\\*?\\s*#?NAME\\s*[?!]?\\s*(?:<[^>]*>)?\\s*\\(',
			),
			re(
				'^(?:(?:public|private|protected|static|readonly|abstract|override|declare|accessor)\\s+)*#?NAME\\s*[?!]?\\s*[:=;]',
			),
		],
		holders: /^(?!.*\bfunction\b).*\b(?:class|interface|namespace|module)\b/,
	},
	{
		name: 'Python',
		extensions: ['py', 'pyi'],
		shebang: /^#!.*\bpython/,
		blocks: 'indentation',
		lineComments: ['#'],
		literals: [fenced('"""'), fenced("'''"), quoted('"'), quoted("'")],
		symbols: [/^(?:async\s+)?(?:def|class)\s+[\p{L}_]/u, /^[A-Z][A-Z0-9_]+\s*(?::[^=]+)?=/],
		holders: /^class\b/,
	},
	{
		name: 'Go',
		extensions: ['go'],
		blocks: 'brackets',
		lineComments: ['//'],
		blockComments: [['/*', '*/']],
		literals: [...C_LITERALS, fenced('`', '`', false)],
		symbols: [/^func\b/, /^type\s+(?:[\p{L}_]|\()/u, /^(?:const|var)\s+(?:[\p{L}_]|\()/u],
		holders: /(?!)/,
	},
	{
		name: 'Rust',
		extensions: ['rs'],
		blocks: 'brackets',
		isTerminated: true,
		lineComments: ['//'],
		blockComments: [['/*', '*/']],
		literals: [
			fenced('r###"', '"###', false),
			fenced('r##"', '"##', false),
			fenced('r#"', '"#', false),
			fenced('r"', '"', false),
			quoted('"', true),
			pattern(/'(?:\\(?:[^u\n]|u\{[^}\n]*\})[^'\n]*|[^'\\\n])'/u),
		],
		symbols: [
			/^(?:pub(?:\([^)]*\))?\s+)?(?:default\s+)?(?:(?:const|async|unsafe|extern(?:\s*"[^"]*")?)\s+)*(?:fn|struct|enum|union|trait|mod|type)\s+[\p{L}_]/u,
			/^(?:pub(?:\([^)]*\))?\s+)?(?:const|static)\s+(?:mut\s+)?[\p{L}_]\w*\s*:/u,
			/^(?:unsafe\s+)?impl\b/,
			/^macro_rules!\s*\w/,
		],
		holders: /\b(?:impl|trait|mod)\b/,
	},
	{
		name: 'Java',
		extensions: ['java'],
		blocks: 'brackets',
		isTerminated: true,
		lineComments: ['//'],
		blockComments: [['/*', '*/']],
		literals: [fenced('"""'), ...C_LITERALS],
		symbols: [/^(?:[\w-]+\s+)*(?:class|interface|enum|record|@interface)\s+[\p{L}_]/u],
		members: [
			re('^(?:[\\w.]+(?:TYPES)?(?:\\[\\])*\\s+|TYPES\\s+)*NAME\\s*\\('),
			re('^(?:[\\w.]+(?:TYPES)?(?:\\[\\])*\\s+)+NAME\\s*[=;]'),
		],
		holders: /\b(?:class|interface|enum|record)\b/,
	},
	{
		name: 'C/C++',
		extensions: ['c', 'h', 'cc', 'cpp', 'cxx', 'hpp', 'hh', 'hxx'],
		blocks: 'brackets',
		isTerminated: true,
		lineComments: ['//'],
		blockComments: [['/*', '*/']],
		literals: [
			fenced('R"(', ')"', false),
			...C_LITERALS,
			// Branches of the preprocessor open and close what they like.
			(text, at) =>
				text[at] === '#' && /(?:^|\n)[ \t]*$/.test(text.slice(Math.max(0, at - 80), at))
					? at + /^(?:\\\r?\n|(?!\/[*/])[^\n])*/.exec(text.slice(at))![0].length
					: undefined,
		],
		symbols: [
			/^(?:typedef\s+)?(?:template\s*<[^;{]*>\s*)?(?:enum\s+class|class|struct|union|enum|namespace)\b(?![^{;]*[=)])/,
			/^(?:typedef|using)\s+\w/,
			/^(?!(?:if|for|while|switch|return|else|do|case|goto|throw|delete)\b)(?:[\w:~*&<>,[\]\s]+[\s*&])?~?[A-Za-z_][\w:~]*\s*\((?!.*\)\s*;\s*$)/,
		],
		members: [
			/^(?!(?:if|for|while|switch|return|else|do|case|goto|throw|delete)\b)(?:[\w:~*&<>,[\]\s]+[\s*&])?~?[A-Za-z_]\w*\s*\(/,
		],
		holders: /\b(?:class|struct|union|namespace)\b/,
	},
	{
		name: 'Ruby',
		extensions: ['rb', 'rake', 'gemspec'],
		shebang: /^#!.*\bruby/,
		blocks: 'end',
		lineComments: ['#'],
		blockComments: [['\n=begin', '\n=end']],
		literals: [hereDocument(/<<[~-]?['"]?([A-Z_]\w*)['"]?/), quoted('"'), quoted("'")],
		symbols: [
			/^(?:class|module|def)\s+\S/,
			/^(?:private|protected|public)\s+def\s+\S/,
			/^[A-Z][A-Z0-9_]+\s*=/,
		],
		holders: /^(?:class|module)\b/,
	},
	{
		name: 'PHP',
		extensions: ['php'],
		shebang: /^#!.*\bphp/,
		blocks: 'brackets',
		isTerminated: true,
		lineComments: ['//', '#'],
		blockComments: [['/*', '*/']],
		literals: [hereDocument(/<<<[ \t]*['"]?(\w+)['"]?/), quoted("'", true), quoted('"', true)],
		symbols: [
			/^(?:(?:abstract|final|readonly)\s+)*(?:class|interface|trait|enum)\s+\w/,
			/^namespace\s+[\w\\]/,
			/^(?:(?:public|private|protected|static|abstract|final)\s+)*function\s+&?\w/,
			/^(?:(?:public|private|protected|final)\s+)*const\s+\w/,
		],
		holders: /\b(?:class|interface|trait|enum|namespace)\b/,
		between: [/<\?(?:php\b|=)/g, '?>'],
	},
	{
		name: 'shell',
		extensions: ['sh', 'bash', 'zsh', 'ksh'],
		shebang: /^#!.*\b(?:ba|z|k|da)?sh\b/,
		blocks: 'brackets',
		brackets: ['{', '}'],
		lineComments: ['#'],
		literals: [
			hereDocument(/<<-?[ \t]*\\?['"]?(\w+)['"]?/),
			pattern(/\\./),
			// A `#` in the middle of a word.
			pattern(/(?<=[^\s;&|(])#/),
			fenced("'", "'", false),
			quoted('"', true),
		],
		symbols: [/^(?:function\s+)?[\w:.-]+\s*\(\s*\)/, /^function\s+[\w:.-]+/],
		holders: /(?!)/,
	},
	{
		name: 'Markdown',
		extensions: ['md', 'markdown', 'mdx'],
		blocks: 'headings',
		lineComments: [],
		literals: [],
		symbols: [],
		holders: /(?!)/,
	},
]
