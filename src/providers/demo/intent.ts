// What a prompt asks for, as far as fixed patterns can tell. Whatever matches none of them is a question about the folder.

import { type Keyword, salientWords } from './salient-words.ts'

export type Intent =
	| { kind: 'greeting' }
	| { kind: 'run'; command: string }
	| { kind: 'write'; path: string; content: string }
	| { kind: 'edit'; path: string; oldText: string; newText: string }
	| { kind: 'files'; paths: readonly string[] }
	/** About the whole: what it is, how it is laid out, how to build and test it. */
	| { kind: 'overview' }
	| { kind: 'question'; words: readonly Keyword[] }

export function intentOf(prompt: string): Intent {
	const text = prompt.trim()
	return (
		runIntent(text) ??
		writeIntent(text) ??
		editIntent(text) ??
		greeting(text) ??
		filesIntent(text) ??
		aboutFolder(text)
	)
}

const QUOTED = '(?:"([^"]*)"|\'([^\']*)\'|`([^`]*)`|“([^”]*)”)'
const PATH = '[`"\']?([\\w@~./+-]*\\w)[`"\']?'

/** In the pattern a blank stands for any run of blanks. */
function says(text: string, pattern: string): RegExpExecArray | null {
	return new RegExp(`^(?:please )?${pattern}[.!]?$`.replaceAll(' ', '\\s+'), 'is').exec(text)
}

function runIntent(text: string): Intent | undefined {
	const command = says(text, '(?:run|execute)(?:\\s*:\\s*(.+)|\\s*`([^`]+)`)')
	return command ? { kind: 'run', command: (command[1] ?? command[2] ?? '').trim() } : undefined
}

function writeIntent(text: string): Intent | undefined {
	const textFirst = says(text, `(?:write|put|save) ${QUOTED} (?:to|into|in) (?:the file )?${PATH}`)
	if (textFirst) return { kind: 'write', content: quotedGroup(textFirst, 1), path: textFirst[5] ?? '' }
	const name = `(?:an? |the )?(?:new )?(?:file )?(?:called |named )?${PATH}`
	const content = `(?:with|containing|saying) (?:the )?(?:(?:content|text):? )?${QUOTED}`
	const pathFirst = says(text, `(?:create|write|make) ${name} ${content}`)
	return pathFirst
		? { kind: 'write', path: pathFirst[1] ?? '', content: quotedGroup(pathFirst, 2) }
		: undefined
}

function editIntent(text: string): Intent | undefined {
	const edit = says(
		text,
		`(?:replace|change) ${QUOTED} (?:with|by|to|into) ${QUOTED} in (?:the file )?${PATH}`,
	)
	return edit
		? { kind: 'edit', oldText: quotedGroup(edit, 1), newText: quotedGroup(edit, 5), path: edit[9] ?? '' }
		: undefined
}

/** One of the four quotation marks matched; the groups of the others are empty. */
function quotedGroup(match: RegExpExecArray, firstGroup: number): string {
	return match.slice(firstGroup, firstGroup + 4).find(group => group !== undefined) ?? ''
}

function greeting(text: string): Intent | undefined {
	const isGreeting =
		/^(?:hi|hello|hey|hallo|good (?:morning|day|evening)|thanks?|thank you|help|test|ping)(?: (?:there|all|you|demo|agent))?[!.?]*$/i
	const asksWho = /\b(?:who|what) are you\b|\bwhat can you do\b/i
	return isGreeting.test(text) || asksWho.test(text) ? { kind: 'greeting' } : undefined
}

/** Files the prompt names: a path with a folder or an ending in it. A version number or a web address is none. */
function filesIntent(text: string): Intent | undefined {
	const names =
		text.match(/(?<![\w/:.@])@?(?:[\w.-]+\/)*[\w-]*\.?[\w-]+\.[a-z][a-z0-9]{0,4}(?![\w/(])/gi) ?? []
	const paths = [...new Set(names.map(name => name.replace(/^@/, '')))]
	const isFile = (path: string) => !/^(?:e\.g|i\.e|node\.js|vue\.js|next\.js)$/i.test(path)
	const found = paths.filter(isFile).slice(0, 3)
	return found.length > 0 ? { kind: 'files', paths: found } : undefined
}

const WHOLE =
	/\b(?:repo|repository|project|codebase|code base|folder|directory|program|application|app|package|library|tool)\b/i
const ABOUT =
	/\b(?:what|about|explain|describe|summari[sz]e|summary|overview|structure|layout|architecture|organi[sz]ed|does|do|tour|introduc\w*)\b/i
const CHORE = /^(?:build|compil|install|setup|start|launch|run|test|lint)/

function aboutFolder(text: string): Intent {
	const words = salientWords(text)
	if (words.length === 0) return { kind: 'overview' }
	const isExact = words.some(word => word.isExact)
	if (!isExact && WHOLE.test(text) && ABOUT.test(text) && words.length <= 2) return { kind: 'overview' }
	if (/^how\b/i.test(text) && words.every(word => CHORE.test(word.search))) return { kind: 'overview' }
	return { kind: 'question', words }
}
