// What shows only when a script is looked at as a whole: a download that ends in a shell, and signs of a hard case
// in text the grammar could not take apart.

import type { Script, SimpleCommand } from '../bash-syntax.ts'
import { literal } from '../bash-words.ts'
import type { Effort } from './effort.ts'
import { factsOf, interprets, isKind } from './programs/facts.ts'
import { asksHard, type Verdict } from './verdict.ts'
import { programName, withInnerCommands } from './wrappers.ts'

export function wholeScriptCase(text: string, script: Script, effort: Effort): Verdict | undefined {
	if (runsDownload(script, effort)) return asksHard('hard/download-and-run', 'It runs what it downloads.')
	if (script.obstacles.length === 0) return undefined
	const segments = text.split(/[\n;&|]+/)
	const sign = SIGNS.find(({ all, whole }) =>
		[...(whole ? [text] : segments)].some(part => all.every(pattern => pattern.test(part))),
	)
	return sign && asksHard(`hard/${sign.rule}`, sign.reason)
}

/** In one statement any interpreter counts, for it may be fed; further apart only a shell, which may run the file. */
function runsDownload(script: Script, effort: Effort): boolean {
	const calls = script.commands.flatMap(command => withInnerCommands(command, effort)).map(callOf)
	const downloads = calls.filter(({ program }) => factsOf(program).network === 'downloads')
	return downloads.some(download =>
		calls.some(({ program, statement }) =>
			statement === download.statement
				? interprets(program) && !isKind(program, 'filter')
				: interprets(program) && isKind(program, 'shell', 'builtin'),
		),
	)
}

function callOf(command: SimpleCommand): { program: string; statement: number } {
	const first = command.words[0]
	// A script that was just downloaded is run by its name.
	const isFile = first !== undefined && /^\.\//.test(literal(first) ?? '')
	return { program: isFile ? '.' : (programName(command) ?? ''), statement: command.statement }
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
			/>\s{0,3}["']?[^\s>]{0,80}(?:\.git\/|\.(?:bash|zsh)rc\b|\.(?:bash_)?profile\b|\.gitattributes\b|\.mcp\.json|AGENTS\.md|\.vscode\/|\.keelson\/)/i,
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
