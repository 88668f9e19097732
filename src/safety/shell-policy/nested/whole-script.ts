// Whole-script checks, for what no single command shows: a download that ends in a shell, and signs of danger in text
// the grammar could not take apart.

import type { Script, SimpleCommand } from '../../shell-parser/bash-syntax.ts'
import { literal, type Word } from '../../shell-parser/bash-words.ts'
import type { AnalysisBudget } from '../analysis/analysis-budget.ts'
import { asksHard, type Evaluation } from '../analysis/verdict.ts'
import { factsOf, interprets, isKind, runsScriptFile } from '../programs/facts.ts'
import { programName, sourcesOf, withHiddenCommands } from './wrappers.ts'

export function wholeScriptCase(
	text: string,
	script: Script,
	budget: AnalysisBudget,
): Evaluation | undefined {
	if (runsDownload(script, budget)) return asksHard('hard/download-and-run', 'It runs what it downloads.')
	if (runsDecoded(script)) return asksHard('hard/hidden-script', 'It runs a text that nobody could read.')
	if (script.obstacles.length === 0) return undefined
	const segments = text.split(/[\n;&|]+/)
	const sign = SIGNS.find(({ all, whole }) =>
		[...(whole ? [text] : segments)].some(part => all.every(pattern => pattern.test(part))),
	)
	return sign && asksHard(`hard/${sign.rule}`, sign.reason)
}

/**
 * In one statement any interpreter counts, for it may be fed; further apart a shell, which may run the file whatever its
 * name, and every other one that is given a file of that name.
 */
function runsDownload(script: Script, budget: AnalysisBudget): boolean {
	const commands = script.commands.flatMap(command => withHiddenCommands(command, budget))
	const downloads = commands.filter(command => factsOf(programIn(command)).network === 'downloads')
	if (downloads.length === 0) return false
	const statements = new Set(downloads.map(({ statement }) => statement))
	const names = new Set(downloads.flatMap(namesIn))
	return commands.some(command => {
		const program = programIn(command)
		if (statements.has(command.statement) && interprets(program) && !isKind(program, 'filter')) return true
		// Further apart than the statement of at least one of them.
		const isApart = statements.size > 1 || !statements.has(command.statement)
		if (isApart && interprets(program) && isKind(program, 'shell', 'builtin')) return true
		return (
			(interprets(program) || runsScriptFile(program)) && scriptNames(command).some(name => names.has(name))
		)
	})
}

const DECODERS =
	/^(?:base(?:64|32|58|16|nc)|b64|gbase64|uudecode|xxd|openssl|gunzip|zcat|gzip|bzip2|bzcat|xz|xzcat|zstd|zstdcat|gpg|age|rot13|ascii2uni)$/
const TURNERS = /^(?:tr|rev|sed|tac|awk|gawk|perl|cut|iconv|fold|paste|python\d*|node|ruby)$/

/**
 * A shell is given what another program has decoded, or turned round: nobody who reads the command sees what runs.
 * Decoded anywhere in the same statement, where a substitution hands it over; turned only in the pipe itself.
 */
function runsDecoded({ commands }: Script): boolean {
	const decoding = new Set(commands.filter(isDecoding).map(({ statement }) => statement))
	return commands.some(command => {
		const program = programName(command) ?? ''
		const isScripted = isKind(program, 'shell') || program === 'eval' || runsScriptFile(program)
		if (!isScripted) return false
		const isHandedOver = command.words.some(({ pieces }) =>
			pieces.some(piece => piece.kind === 'opaque' && /substitution/.test(piece.what)),
		)
		if (isHandedOver && decoding.has(command.statement)) return true
		const readsInput = command.words.slice(1).every(({ text }) => /^-|^\/dev\/(?:stdin|fd\/0)$/.test(text))
		if (!readsInput || command.words.some(({ text }) => /^-[a-z]*c$/.test(text))) return false
		return sourcesOf(command).some(
			from => isDecoding(from) || (TURNERS.test(programName(from) ?? '') && sourcesOf(from).length > 0),
		)
	})
}

function isDecoding(command: SimpleCommand): boolean {
	const program = programName(command) ?? ''
	if (!DECODERS.test(program)) return false
	if (/cat$|^(?:gunzip|uudecode|rot13|ascii2uni)$/.test(program)) return true
	return command.words.some(({ text }) => /^-[a-zA-Z]*[dDr]|^--d|^-decrypt$/.test(text))
}

function programIn(command: SimpleCommand): string {
	const first = command.words[0]
	// A script that was just downloaded is run by its name.
	const isFile = first !== undefined && /^\.\//.test(literal(first) ?? '')
	return isFile ? '.' : (programName(command) ?? '')
}

/** Every last step of a path or an address in a download: under one of them it keeps what it gets. */
function namesIn({ words, redirections }: SimpleCommand): readonly string[] {
	const targets = redirections.flatMap(({ target }) => target ?? [])
	return [...words.slice(1), ...targets].flatMap(word => lastStep(word) ?? [])
}

function lastStep(word: Word): string | undefined {
	const text = literal(word)
	const step = text?.slice(Math.max(text.lastIndexOf('/'), text.lastIndexOf('=')) + 1)
	return step === '' ? undefined : step
}

/** What may be the file an interpreter is to run: its first operand, or what stands behind an option. */
function scriptNames({ words }: SimpleCommand): readonly string[] {
	const names: string[] = []
	let isAfterOption = false
	for (const word of words.slice(1)) {
		const isOption = word.text.startsWith('-')
		const name = isOption ? undefined : lastStep(word)
		if (name !== undefined) names.push(name)
		if (!isOption && !isAfterOption && !/^(?:run|exec)$/.test(name ?? '')) break
		isAfterOption = isOption
	}
	return names
}

type Sign = {
	rule: string
	/** All of them are in one part between `;`, `&`, `|` and line ends. */
	all: readonly RegExp[]
	/** They may be anywhere in the text. */
	whole?: true
	reason: string
}

/**
 * Coarse on purpose: looked at only when the text already asks, to say how hard. Nothing here repeats without a
 * limit behind something that can begin anywhere, so that the time it takes grows with the text and no faster.
 */
const SIGNS: readonly Sign[] = [
	{
		rule: 'more-power',
		all: [/(?:^|[\s(`'"])(?:sudo|doas|pkexec)\s/],
		reason: 'It takes the rights of somebody else.',
	},
	{
		rule: 'remove-outside',
		all: [/\brm\s{1,3}(?:-\S{1,20}\s{1,3}){0,4}["']?(?:\/|~|\$\{?HOME|\.\.|\$)/],
		reason: 'It removes something outside the workspace.',
	},
	{
		rule: 'disk',
		all: [/\bmkfs\b|\bof=["']?\/dev\/(?!null)|>\s{0,3}["']?\/dev\/(?:sd|hd|nvme|vd|disk|mmcblk|mem)/],
		reason: 'It changes a disk.',
	},
	{
		rule: 'fork-bomb',
		all: [/(?<![^\s;&|])(\S{1,20})\s{0,3}\(\)\s{0,3}\{[^}]{0,80}\1\s{0,3}\|\s{0,3}\1\s{0,3}&/],
		whole: true,
		reason: 'It starts itself over and over.',
	},
	...[
		[/\bpush\b/, /--force|\s-\w*f|\s\+/],
		[/\breset\b/, /--hard/],
		[/\bclean\b/, /\s-\w*[fdx]/],
		[/\bfilter-(?:branch|repo)/],
	].map(patterns => ({
		rule: 'git-history',
		all: [/\bgit\b/, ...patterns],
		reason: 'It throws away work or rewrites history.',
	})),
	{
		rule: 'shutdown',
		all: [/\b(?:shutdown|reboot|poweroff|halt)\b(?!\.)/],
		reason: 'It stops this machine.',
	},
	{
		rule: 'secret',
		all: [
			/\/proc\/[^\s/]{1,20}\/environ|\.ssh\/|\bid_(?:rsa|ed25519|ecdsa)\b|\.aws\/cred|\.netrc\b|\.git-credentials\b/,
		],
		reason: 'It reads what should stay secret.',
	},
	{
		rule: 'write-protected',
		all: [
			/>\s{0,3}["']?[^\s>]{0,80}(?:\.git\/|\.(?:bash|zsh)rc\b|\.(?:bash_)?profile\b|\.gitattributes\b|\.mcp\.json|AGENTS\.md|\.vscode\/|\.keelson\/|\.config\/keelson\/)/i,
		],
		reason: 'It writes to a file that is obeyed later.',
	},
	{
		rule: 'download-and-run',
		all: [/\b(?:curl|wget)\b/, /\|\s{0,3}(?:\S{0,40}\/)?(?:ba|z|da|k)?sh\b/],
		whole: true,
		reason: 'It runs what it downloads.',
	},
]
