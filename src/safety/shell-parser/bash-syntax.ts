// A shell command as data: every simple command in it, wherever it hides, and each construct whose effect
// cannot be known before it runs. What this file does not know by name is an obstacle, never an omission.

import type * as Bash from 'unbash'
import { forEachChild, parse, type SyntaxNode } from 'unbash'
import {
	assignedWord,
	assignmentWord,
	bodyWord,
	expandedWords,
	opaque,
	type Word,
	word,
} from './bash-words.ts'
import { sureChanges } from './sure-cd.ts'

export type Script = {
	/** Every simple command at any depth: in pipelines, groups, substitutions, function bodies. In source order. */
	commands: readonly SimpleCommand[]
	/** Why the text as a whole cannot be judged by its simple commands alone. Empty: nothing but them is in it. */
	obstacles: readonly string[]
	/** Those of them that are more than the words and commands in which they stand. */
	barriers: readonly string[]
	/** What loops and assignments put into variables: the words in turn, or `undefined` for what is only known when it runs. */
	loopValues: ReadonlyMap<string, readonly Word[] | undefined>
	/** A command may run once more after those that follow it. */
	hasLoops: boolean
	/** It goes deeper than was looked at, so `commands` is not all there is. */
	isIncomplete: boolean
}

export type SimpleCommand = {
	/** As written, redirections included. */
	text: string
	/** The program and its arguments; empty for a bare assignment or redirection. */
	words: readonly Word[]
	assignments: readonly Assignment[]
	redirections: readonly Redirection[]
	/** A part of the grammar that is given words like a command: they are its `words`, and it runs nothing. */
	keyword: 'for' | 'case' | '[[' | undefined
	/** Which statement at the top of the script it belongs to: what is piped or substituted shares one. */
	statement: number
	/** The function in whose body it stands. */
	inFunction: string | undefined
	/** The simple command whose output is its input. */
	pipedFrom: SimpleCommand | undefined
	/**
	 * Where its input may come from by way of what it stands in, or of a group before it: `{ echo x; } | sh`, `{ sh; } <<< x`.
	 * More of them than say something to it.
	 */
	fedBy: readonly SimpleCommand[]
	/** It decides whether a loop goes on. */
	isLoopCondition: boolean
	/** The loops it stands in, from the outside in. */
	loops: readonly LoopScope[]
	/**
	 * What it stands in that the shell comes back from to the folder it was in, or may: subshells, parts of a pipe, and
	 * what stands beside an `||`. From the outside in, by where each begins.
	 */
	excursions: readonly number[]
	/**
	 * The statements it stands in, from the outside in, by where each begins. The last one of a condition stands in none of
	 * its own but in the branch that it decides about.
	 */
	steps: readonly number[]
	/** A `cd`: no later statement of its list runs unless it has succeeded. */
	isSure?: true
}

/** A loop that fills a variable before each round, so that in its body no other loop's values count but those inside it. */
export type LoopScope = { readonly name: string; values: Word[] | undefined }

export type Assignment = { name: string; text: string; value: Word | undefined }

export type Redirection = {
	operator: string
	descriptor: number | 'variable' | undefined
	/** Of a here-document its text. Missing where the script breaks off. */
	target: Word | undefined
}

export function readScript(source: string): Script {
	const reading = new ScriptReader(source)
	if (/[\0-\x08\x0b-\x1f\x7f]/.test(source)) reading.bar('control characters')
	if (INVISIBLE.test(source)) reading.bar('invisible characters')
	reading.readAll()
	const { commands, obstacles, barriers, loopValues, hasLoops, isIncomplete } = reading
	return {
		commands,
		obstacles: [...obstacles],
		barriers: [...barriers],
		loopValues,
		hasLoops,
		isIncomplete,
	}
}

// Zero width, bidirectional and tag characters, and blanks that look like a space but are none to the shell.
const INVISIBLE = /\p{Cf}|\p{Zl}|\p{Zp}|(?! )\p{Zs}|\u034f|\u115f|\u1160|\u3164|\uffa0|[\ufe00-\ufe0f]/u

// Deeper than anybody reads. A substitution is six levels of the tree, an `if` three.
const MAX_DEPTH = 100
// More than anybody reads: what comes behind them is not looked at, and said to be missing.
const MAX_COMMANDS = 1_500

const MAX_EXPANSIONS = 2_000
// Far more than one in five others, everywhere.
const MAX_LEVELS_TOGETHER = 10_000

/** Each of them is looked to the end of, and so is each in which it stands: thousands take the square of their number. */
function hasTooManyExpansions(source: string): boolean {
	let count = 0
	let level = 0
	let levels = 0
	for (const [mark] of source.matchAll(/[$<>]\(|\$\{|[`)}]/g))
		if (mark === ')' || mark === '}') level = Math.max(0, level - 1)
		else {
			if (mark !== '`') level++
			levels += level
			if (++count > MAX_EXPANSIONS || levels > MAX_LEVELS_TOGETHER) return true
		}
	return false
}

type Position = Pick<
	SimpleCommand,
	'statement' | 'inFunction' | 'pipedFrom' | 'fedBy' | 'isLoopCondition' | 'loops' | 'excursions' | 'steps'
>

/**
 * What each kind of node is called when it stands in the way of a judgement; undefined for what only holds other
 * nodes together, and for the insides of a simple command, which its words tell.
 */
const OBSTACLES: Readonly<Partial<Record<SyntaxNode['type'], string>>> = {
	Unknown: 'an unknown expansion',
	CommandExpansion: 'command substitution',
	ProcessSubstitution: 'process substitution',
	ArithmeticExpansion: 'arithmetic',
	ArithmeticCommand: 'arithmetic',
	ArithmeticCommandExpansion: 'arithmetic',
	ArithmeticFor: 'a loop that computes',
	Select: 'a loop that asks',
	Function: 'a function definition',
	Coproc: 'a coprocess',
}

/** What they run is among the commands, and what they become is a piece of a word, so judging both judges them. */
const IN_WORDS: ReadonlySet<SyntaxNode['type']> = new Set([
	'CommandExpansion',
	'ProcessSubstitution',
	'ArithmeticExpansion',
])

class ScriptReader {
	readonly commands: SimpleCommand[] = []
	readonly obstacles = new Set<string>()
	readonly barriers = new Set<string>()
	readonly loopValues = new Map<string, Word[] | undefined>()
	hasLoops = false
	isIncomplete = false
	/** The loop that is the end of a pipe, and what the pipe says. */
	private fedLoop: { node: SyntaxNode; script: string } | undefined
	private sure: ReadonlySet<SyntaxNode> = new Set()
	/** What is sent to a descriptor that only the shell knows the number of: to a coprocess, for all we know. */
	private readonly sentOn: SimpleCommand[] = []
	readonly source: string
	/** Asked of each command: looking for it each time would take the square of their number. */
	private readonly mayFeed: boolean

	constructor(source: string) {
		this.source = withoutLastBackslash(source)
		this.mayFeed = this.source.includes('>(')
		if (this.source !== source) this.bar('a backslash at its very end')
	}

	readAll(): void {
		const start = {
			inFunction: undefined,
			pipedFrom: undefined,
			fedBy: [],
			isLoopCondition: false,
			loops: [],
			excursions: [],
			steps: [],
		}
		if (hasTooManyExpansions(this.source)) {
			this.bar('more expansions than can be read')
			this.isIncomplete = true
			return
		}
		try {
			const script = parse(this.source)
			this.sure = sureChanges(script, this.source)
			for (const [statement, node] of script.commands.entries()) this.visit(node, { statement, ...start }, 1)
			this.reportErrors(script)
		} catch (error) {
			// The parser goes as deep as the text does, and there may be no more room for that.
			if (!(error instanceof RangeError)) throw error
			this.bar('more levels than can be read')
			this.isIncomplete = true
		}
	}

	bar(obstacle: string): void {
		this.obstacles.add(obstacle)
		this.barriers.add(obstacle)
	}

	private visit(node: SyntaxNode, position: Position, depth: number): void {
		if (depth > MAX_DEPTH || this.commands.length >= MAX_COMMANDS) {
			this.isIncomplete = true
			this.bar(depth > MAX_DEPTH ? 'more levels than can be read' : 'more commands than can be read')
			return
		}
		const obstacle = OBSTACLES[node.type]
		if (obstacle && IN_WORDS.has(node.type)) this.obstacles.add(obstacle)
		else if (obstacle) this.bar(obstacle)
		switch (node.type) {
			case 'Script':
				return this.visitNested(node, position, depth)
			case 'Pipeline':
				return this.visitPipeline(node, position, depth)
			case 'While':
				return this.visitWhile(node, position, depth)
			case 'AndOr':
				return this.visitAndOr(node, position, depth)
			case 'If':
				return this.visitIf(node, position, depth)
			case 'Statement':
				if (node.background) this.bar('a background command (&)')
				break
			case 'Command':
				this.addCommand({
					...simpleCommand(node, this.source, position),
					...(this.sure.has(node) && { isSure: true }),
				})
				if (!node.name) for (const each of node.prefix) this.addAssigned(each, position.loops)
				return this.visitWords(node, position, depth)
			case 'Redirected':
				return this.visitRedirected(node, position, depth)
			case 'Coproc':
				return forEachChild(node, child => this.visit(child, { ...position, fedBy: this.sentOn }, depth + 1))
			case 'HereDoc':
				if (!isPlainHereDocument(node)) this.bar('a here-document with an end that is hard to see')
				break
			case 'For':
				return this.visitFor(node, position, depth)
			case 'Case':
				this.push('case', [node.word], node.word, position)
				break
			case 'CaseItem':
				if (node.pattern[0]) this.push('case', node.pattern, node.pattern[0], position)
				break
			case 'TestUnary':
				this.push('[[', [node.operand], node, position)
				if (!HARMLESS_UNARY.test(node.operator)) this.bar(`[[ ${node.operator} ]]`)
				break
			case 'TestBinary':
				this.push('[[', [node.left, node.right], node, position)
				if (!HARMLESS_BINARY.test(node.operator)) this.bar(`[[ ${node.operator} ]]`)
				break
			case 'Select':
			case 'ArithmeticFor':
			case 'Function':
				this.hasLoops = true
				if (node.type === 'Select') this.addLoopValues(node.name.text, undefined, position.loops)
				break
			default:
		}
		const inside = positionInside(node, position)
		forEachChild(node, child => this.visit(child, inside, depth + 1))
	}

	/** `echo x > >(sh)`: what it says goes there. Other substitutions read what it reads. */
	private visitWords(node: Bash.Command, position: Position, depth: number): void {
		const { pipedFrom } = position
		const whole = this.commands.at(-1)!
		const inside = pipedFrom ? { ...position, fedBy: [whole] } : position
		const fed = this.mayFeed ? { ...position, fedBy: [whole] } : undefined
		const isFed = (child: SyntaxNode) => this.source.slice(child.pos, child.end).includes('>(')
		forEachChild(node, child => this.visit(child, fed && isFed(child) ? fed : inside, depth + 1))
	}

	private addCommand(command: SimpleCommand): void {
		this.commands.push(command)
		const isSent = command.redirections.some(
			({ operator, target }) => operator === '>&' && target !== undefined && !/^[\d-]/.test(target.text),
		)
		if (isSent) this.sentOn.push(command)
	}

	/** What stands in the group reads what the group is given. */
	private visitRedirected(node: Bash.Redirected, position: Position, depth: number): void {
		const whole = groupRedirections(node, this.source, position)
		this.commands.push(whole)
		const isFed = whole.redirections.some(({ operator }) => operator.startsWith('<'))
		const inside = isFed ? { ...position, fedBy: [whole] } : position
		forEachChild(node, child => this.visit(child, inside, depth + 1))
	}

	private reportErrors(script: Bash.ParsedScript): void {
		for (const error of script.errors ?? []) this.bar(`a syntax error (${error.message})`)
	}

	/** A substitution's own script. Positions in it count from its own text where backticks were escaped. */
	private visitNested(script: Bash.ParsedScript, position: Position, depth: number): void {
		this.reportErrors(script)
		const reading = script.source === undefined ? this : new ScriptReader(script.source)
		for (const statement of script.commands) reading.visit(statement, position, depth + 1)
		if (reading === this) return
		this.commands.push(...reading.commands)
		for (const obstacle of reading.obstacles) this.obstacles.add(obstacle)
		for (const barrier of reading.barriers) this.barriers.add(barrier)
		for (const [name, words] of reading.loopValues) this.addLoopValues(name, words, position.loops)
		this.hasLoops ||= reading.hasLoops
		this.isIncomplete ||= reading.isIncomplete
	}

	private visitAndOr(node: Bash.AndOr, position: Position, depth: number): void {
		const { excursions } = position
		// With an `||` somewhere what stands behind may run although what stands in front has failed, or has not run.
		const isSure = !node.operators.includes('||')
		for (const command of node.commands) {
			const inside = isSure ? position : { ...position, excursions: [...excursions, command.pos] }
			this.visit(command, inside, depth + 1)
		}
	}

	private visitIf({ clause, then, elif, else: otherwise }: Bash.If, position: Position, depth: number): void {
		for (const branch of [{ clause, then }, ...elif]) {
			const inside = withStep(position, branch.clause.pos)
			this.visitCondition(branch.clause, inside, depth + 1)
			this.visit(branch.then, inside, depth + 1)
		}
		if (otherwise) this.visit(otherwise, withStep(position, otherwise.pos), depth + 1)
	}

	private visitCondition(clause: Bash.CompoundList, position: Position, depth: number): void {
		const last = clause.commands.at(-1)
		for (const each of clause.commands)
			this.visit(each === last && !each.background ? each.command : each, position, depth)
	}

	private visitPipeline(node: Bash.Pipeline, given: Position, depth: number): void {
		// What comes behind a `!` comes where it has failed.
		const isTurned = node.prefixes.some(({ type }) => type === 'Negation')
		const position = isTurned ? withStep(given, node.pos) : given
		let pipedFrom: SimpleCommand | undefined
		let { fedBy } = position
		const isPipe = node.commands.length > 1
		for (const command of node.commands) {
			const index = this.commands.length
			if (command.type === 'While' && command !== node.commands[0])
				this.fedLoop = {
					node: command,
					script: this.source.slice(node.pos, command.pos).replace(/\|&?\s*$/, ''),
				}
			// Inside a group the input may be another one by then.
			const inside = {
				...position,
				pipedFrom: command.type === 'Command' ? pipedFrom : undefined,
				fedBy: command.type === 'Command' && pipedFrom ? [] : fedBy,
				...(isPipe && { excursions: [...position.excursions, command.pos] }),
			}
			this.visit(command, inside, depth + 1)
			pipedFrom = command.type === 'Command' ? this.commands[index] : undefined
			fedBy = pipedFrom ? [pipedFrom] : this.commands.slice(index)
		}
	}

	private visitWhile(node: Bash.While, position: Position, depth: number): void {
		this.hasLoops = true
		const index = this.commands.length
		const round = withStep(position, node.pos)
		this.visitCondition(node.clause, { ...round, isLoopCondition: true }, depth + 1)
		const condition = this.commands[index]?.text
		if (condition !== undefined && /^(?:true|false|:|\d+)$/.test(condition)) this.bar('a loop without an end')
		const line = this.fedLoop?.node === node ? lineOf(this.fedLoop.script) : undefined
		const read = this.commands.slice(index).flatMap(command => this.readRead(command, position.loops, line))
		const decided = node.kind === 'while' ? round : withStep(position, node.body.pos)
		const inside = { ...decided, isLoopCondition: false, loops: [...position.loops, ...read] }
		this.visit(node.body, inside, depth + 1)
	}

	private visitFor(node: Bash.For, position: Position, depth: number): void {
		this.hasLoops = true
		const name = node.name.text
		if (!LOOP_VARIABLE.test(name)) this.bar(`a loop over the variable ${name}`)
		const words = node.wordlist?.flatMap(expandedWords)
		if (!words) this.bar('a loop over arguments')
		this.addLoopValues(name, words, position.loops)
		this.push('for', node.wordlist ?? [], node.name, position)
		const inside = { ...position, loops: [...position.loops, { name, values: words && [...words] }] }
		forEachChild(node, child => this.visit(child, child === node.body ? inside : position, depth + 1))
	}

	/** `while read -r line`: whatever comes in, or a line of what is piped into the loop. */
	private readRead(
		{ words, redirections }: SimpleCommand,
		around: readonly LoopScope[],
		line: Word | undefined,
	): readonly LoopScope[] {
		if (words[0]?.text !== 'read') return []
		const values = line && redirections.length === 0 ? [line] : undefined
		return words.slice(1).flatMap(({ text }) => {
			if (!LOOP_VARIABLE.test(text)) return []
			this.addLoopValues(text, values, around)
			return [{ name: text, values: values && [...values] }]
		})
	}

	/** What a bare assignment leaves in its variable. Behind a colon in it the shell expands a tilde. */
	private addAssigned(node: SyntaxNode, around: readonly LoopScope[]): void {
		if (node.type !== 'Assignment') return
		const { name, value, append, index } = node
		const isWhole = value.type === 'Word' && !append && !index && !/:~/.test(value.text)
		this.addLoopValues(name, isWhole ? [assignedWord(value)] : undefined, around)
	}

	/** @param around - the loops it stands in: what it leaves in the variable is there in the rest of their round */
	private addLoopValues(
		name: string,
		words: readonly Word[] | undefined,
		around: readonly LoopScope[],
	): void {
		const known = this.loopValues.has(name) ? this.loopValues.get(name) : []
		this.loopValues.set(name, withAdded(known, words))
		for (const loop of around) if (loop.name === name) loop.values = withAdded(loop.values, words)
	}

	private push(
		keyword: 'for' | 'case' | '[[',
		nodes: readonly Bash.Word[],
		{ pos }: { pos: number },
		{ statement, inFunction, loops, excursions, steps }: Position,
	): void {
		const end = nodes.at(-1)?.end ?? pos
		this.commands.push({
			text: `${keyword} ${this.source.slice(pos, end)}`,
			words: keyword === 'for' ? nodes.flatMap(expandedWords) : nodes.map(word),
			assignments: [],
			redirections: [],
			keyword,
			statement,
			inFunction,
			pipedFrom: undefined,
			fedBy: [],
			isLoopCondition: false,
			loops,
			excursions,
			steps,
		})
	}
}

/** Added to the same list: a new one for each of thousands of values would take the square of their number. */
function withAdded(values: Word[] | undefined, words: readonly Word[] | undefined): Word[] | undefined {
	if (!values || !words) return undefined
	for (const each of words) values.push(each)
	return values
}

/** Where the parts of a node stand. What a substitution runs is in no pipe with what it is a word of. */
function positionInside(node: SyntaxNode, position: Position): Position {
	if (node.type === 'Function') return { ...position, inFunction: node.name.value }
	if (node.type === 'Statement') return withStep(position, node.pos)
	if (node.type === 'Subshell') return { ...position, excursions: [...position.excursions, node.pos] }
	if (node.type !== 'Word' || (!position.pipedFrom && !position.isLoopCondition)) return position
	return { ...position, pipedFrom: undefined, isLoopCondition: false }
}

function withStep(position: Position, step: number): Position {
	return { ...position, steps: [...position.steps, step] }
}

/**
 * Bash drops a backslash that nothing follows when a quoted line end stands before it, and keeps it otherwise; other shells
 * keep it. It is read as dropped, for `rm -rf '⏎' ~\\` removes the home folder, and what holds one always asks.
 */
function withoutLastBackslash(source: string): string {
	let first = source.length
	while (source[first - 1] === '\\') first--
	return (source.length - first) % 2 === 1 ? source.slice(0, -1) : source
}

/** Part of what a script says, like what a substitution puts in its place. */
function lineOf(script: string): Word {
	const piece = {
		...opaque('a line of another command'),
		result: { kind: 'output', script, isQuoted: true },
	} as const
	return { text: '', pieces: [piece] }
}

/** Where it ends has to be beyond doubt: what follows is run. */
function isPlainHereDocument({ delimiter, body, closing }: Bash.HereDoc): boolean {
	return closing !== undefined && /^(['"]?)\w+\1$/.test(delimiter?.text ?? '') && !body.text.includes('\\\n')
}

/**
 * Names that no program and no shell gives a meaning to: `for PATH in .` would change what runs. Settings of npm and of
 * proxies are written small, and where they are exported already a new value reaches the programs. Of those written large
 * only what people call a thing of their own.
 */
export const LOOP_VARIABLE =
	/^(?:(?!npm_|.*_proxy$)[a-z][a-z0-9_]{0,30}|(?:MY|THE|OLD|NEW|LAST|FIRST|CURRENT|LATEST|NUM)_[A-Z]{1,12}|N|VERSION|COUNT|TOTAL|NAME|FILE|FILES|BRANCH|COMMIT|HASH|SHA|TAG|RESULT|NUM|LAST|FIRST|LINE_COUNT|FILE_COUNT|SRC_DIR|TEST_DIR)$/

// `-v` and `-R` evaluate a subscript, which can run a command; `-eq` and the like evaluate both sides as arithmetic.
const HARMLESS_UNARY = /^-[abcdefghknoprstuwxzGLNOS]$/
const HARMLESS_BINARY = /^(?:=|==|!=|<|>|=~|-nt|-ot|-ef)$/

function simpleCommand(node: Bash.Command, source: string, position: Position): SimpleCommand {
	const assignments = node.prefix.filter(part => part.type === 'Assignment').map(assignment)
	// An argument that looks like an assignment (`declare x=1`) is an argument, to the program and to us.
	const words = node.args.flatMap(argument =>
		argument.type === 'Word' ? expandedWords(argument) : [assignmentWord(argument)],
	)
	return {
		text: source.slice(node.pos, node.end),
		words: node.name ? [...expandedWords(node.name), ...words] : words,
		assignments,
		redirections: node.redirects.map(redirection),
		keyword: undefined,
		...placeOf(position),
	}
}

/** The redirections of `{ …; } > file` or `( … ) > file`, as a command without words. */
function groupRedirections(node: Bash.Redirected, source: string, position: Position): SimpleCommand {
	const [first, last] = [node.redirects[0], node.redirects.at(-1)]
	return {
		text: first && last ? source.slice(first.pos, last.end) : '',
		words: [],
		assignments: [],
		redirections: node.redirects.map(redirection),
		keyword: undefined,
		...placeOf(position),
	}
}

function placeOf(position: Position) {
	const { statement, inFunction, pipedFrom, fedBy, isLoopCondition, loops, excursions, steps } = position
	return { statement, inFunction, pipedFrom, fedBy, isLoopCondition, loops, excursions, steps }
}

function assignment(node: Bash.Assignment): Assignment {
	return {
		name: node.name,
		text: node.text,
		value: node.value.type === 'Word' ? word(node.value) : undefined,
	}
}

function redirection(node: Bash.Redirection): Redirection {
	const descriptor =
		node.descriptor?.type === 'FileDescriptor' ? node.descriptor.value : node.descriptor && 'variable'
	const target = node.type === 'HereDoc' ? bodyWord(node.body) : node.target && word(node.target)
	return { operator: node.operator, descriptor, target }
}
