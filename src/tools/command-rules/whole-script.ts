// What shows only when a script is looked at as a whole: a download that ends in a shell, and signs of a hard case
// in text the grammar could not take apart.

import { literal, type Script, type SimpleCommand } from '../bash-syntax.ts'
import { asksHard, type Verdict } from './verdict.ts'
import { INTERPRETERS, programName, withInnerCommands } from './wrappers.ts'

export function wholeScriptCase(text: string, script: Script): Verdict | undefined {
	if (runsDownload(script)) return asksHard('hard/download-and-run', 'It runs what it downloads.')
	if (script.obstacles.length === 0) return undefined
	const sign = SIGNS.find(({ pattern }) => pattern.test(text))
	return sign && asksHard(`hard/${sign.rule}`, sign.reason)
}

const DOWNLOADERS: ReadonlySet<string> = new Set([
	'curl',
	'wget',
	'fetch',
	'aria2c',
	'http',
	'https',
	'nc',
	'ncat',
	'lynx',
])
const SHELLS: ReadonlySet<string> = new Set([
	'sh',
	'bash',
	'zsh',
	'dash',
	'ksh',
	'ash',
	'fish',
	'eval',
	'source',
	'.',
	'exec',
])

/** In one statement any interpreter counts, for it may be fed; further apart only a shell, which may run the file. */
function runsDownload(script: Script): boolean {
	const calls = script.commands.flatMap(command => withInnerCommands(command)).map(callOf)
	const downloads = calls.filter(({ program }) => DOWNLOADERS.has(program))
	return downloads.some(download =>
		calls.some(({ program, statement }) =>
			statement === download.statement
				? INTERPRETERS.has(program) && !FILTERS.has(program)
				: SHELLS.has(program),
		),
	)
}

/** Interpreters that are given a program on the command line and data to work on. */
const FILTERS: ReadonlySet<string> = new Set(['sed', 'awk', 'gawk', 'mawk'])

function callOf(command: SimpleCommand): { program: string; statement: number } {
	const first = command.words[0]
	// A script that was just downloaded is run by its name.
	const isFile = first !== undefined && /^\.\//.test(literal(first) ?? '')
	return { program: isFile ? '.' : (programName(command) ?? ''), statement: command.statement }
}

/** Coarse on purpose: looked at only when the text already asks, to say how hard. */
const SIGNS: readonly { rule: string; pattern: RegExp; reason: string }[] = [
	{
		rule: 'more-power',
		pattern: /(?:^|[\s;&|(`'"])(?:sudo|doas|pkexec)\s/,
		reason: 'It takes the rights of somebody else.',
	},
	{
		rule: 'remove-outside',
		pattern: /\brm\s+(?:-\S+\s+)*(?:["']?(?:\/|~|\$\{?HOME|\.\.|\$))/,
		reason: 'It removes something outside the workspace.',
	},
	{
		rule: 'disk',
		pattern: /\bmkfs\b|\bof=["']?\/dev\/(?!null)|>\s*["']?\/dev\/(?:sd|hd|nvme|vd|disk|mmcblk|mem)/,
		reason: 'It changes a disk.',
	},
	{
		rule: 'fork-bomb',
		pattern: /(\S+)\s*\(\)\s*\{[^}]*\1\s*\|\s*\1\s*&/,
		reason: 'It starts itself over and over.',
	},
	{
		rule: 'git-history',
		pattern:
			/\bgit\b[^\n;&|]*\b(?:push\b[^\n;&|]*(?:--force|\s-\w*f|\s\+)|reset\b[^\n;&|]*--hard|clean\b[^\n;&|]*\s-\w*[fdx]|filter-(?:branch|repo))/,
		reason: 'It throws away work or rewrites history.',
	},
	{
		rule: 'shutdown',
		pattern: /\b(?:shutdown|reboot|poweroff|halt)\b(?!\.)/,
		reason: 'It stops this machine.',
	},
	{
		rule: 'secret',
		pattern:
			/\/proc\/[^\s/]+\/environ|\.ssh\/|\bid_(?:rsa|ed25519|ecdsa)\b|\.aws\/cred|\.netrc\b|\.git-credentials\b/,
		reason: 'It reads what should stay secret.',
	},
	{
		rule: 'write-protected',
		pattern:
			/>\s*["']?\S*(?:\.git\/|\.(?:bash|zsh)rc\b|\.(?:bash_)?profile\b|\.gitattributes\b|\.mcp\.json|AGENTS\.md|\.vscode\/|\.keelson\/)/i,
		reason: 'It writes to a file that is obeyed later.',
	},
	{
		rule: 'download-and-run',
		pattern: /\b(?:curl|wget)\b[\s\S]*\|\s*(?:\S*\/)?(?:ba|z|da|k)?sh\b/,
		reason: 'It runs what it downloads.',
	},
]
