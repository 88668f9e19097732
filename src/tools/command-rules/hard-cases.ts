// What asks a person whatever the mode is: loss beyond the workspace, loss of history, more power, files that
// steer things later. Each rule looks at one simple command, in whatever wrapper it comes; it may err towards asking.

import { literal, type SimpleCommand, type Word } from '../bash-syntax.ts'
import { isInside, type Scope, targetOf } from './scope.ts'
import { criticalAt, isSecretName, isTemporary, protectedAt } from './sensitive-paths.ts'
import { asksHard, type Verdict } from './verdict.ts'
import { programName, withInnerCommands } from './wrappers.ts'

export function hardCase(command: SimpleCommand, scope: Scope): Verdict | undefined {
	for (const inner of withInnerCommands(command)) {
		const call = callOf(inner)
		for (const { rule, when } of HARD_RULES) {
			const reason = when(call, scope)
			if (reason !== undefined) return asksHard(`hard/${rule}`, reason)
		}
	}
	return undefined
}

/** One command as the rules below look at it. */
type Call = {
	program: string
	/** Arguments as text, unknown parts left out. */
	texts: readonly string[]
	/** The arguments that are no options. */
	operands: readonly Word[]
	command: SimpleCommand
}

type HardRule = {
	rule: string
	/** @returns the reason, a whole sentence, when it applies */
	when: (call: Call, scope: Scope) => string | undefined
}

const MORE_POWER = names('sudo su doas pkexec run0 sudoedit runuser')
const SHUTDOWN = names('shutdown reboot poweroff halt')
const REMOVERS = names('rm rmdir unlink shred srm wipe trash gio del rimraf')
const DISK_TOOLS =
	/^(?:mkfs(?:\..+)?|mke2fs|wipefs|fdisk|sfdisk|cfdisk|gdisk|sgdisk|parted|mkswap|blkdiscard|cryptsetup|lvremove|vgremove|pvremove|mdadm|zpool|hdparm|badblocks|newfs(?:_.+)?)$/
/** Programs whose operands, or some of them, are written. */
const WRITERS = names(
	'rm rmdir unlink shred srm rimraf trash mv cp ln install rsync scp tee touch truncate mkdir dd chmod chown chgrp chattr setfacl patch ed ex vi vim nvim nano emacs code sponge unzip tar 7z cpio split csplit curl wget',
)
const WRITES_IN_PLACE = names('sed gsed perl ruby awk gawk sort uniq xxd yq prettier')

const HARD_RULES: readonly HardRule[] = [
	{
		rule: 'more-power',
		when: ({ program }) =>
			MORE_POWER.has(program) ? `${program} takes the rights of somebody else.` : undefined,
	},
	{
		rule: 'shutdown',
		when: ({ program, texts }) => {
			if (SHUTDOWN.has(program)) return `${program} stops this machine.`
			if ((program === 'init' || program === 'telinit') && /^[0-6]$/.test(texts[0] ?? ''))
				return 'init changes the run level.'
			if (
				program === 'systemctl' &&
				texts.some(text => /^(?:poweroff|reboot|halt|kexec|suspend|hibernate|emergency|rescue)$/.test(text))
			)
				return 'systemctl stops this machine.'
			return undefined
		},
	},
	{
		rule: 'kill-all',
		when: ({ program, texts }) => {
			if (program === 'killall5') return 'It ends every process.'
			if (program !== 'kill') return undefined
			const [, ...later] = texts
			const isEverything =
				texts.at(-1) === '1' || later.includes('-1') || (texts[0] === '-1' && later.length === 0)
			return isEverything ? 'It ends every process it may.' : undefined
		},
	},
	{
		rule: 'fork-bomb',
		when: ({ program, command }) =>
			command.inFunction !== undefined && command.inFunction === program
				? `The function ${program} starts itself over and over.`
				: undefined,
	},
	{
		rule: 'disk',
		when: ({ program, texts }) => {
			if (DISK_TOOLS.test(program)) return `${program} changes a disk.`
			if (program === 'diskutil' && texts.some(text => /^(?:erase|partition|zero|reformat)/i.test(text)))
				return 'diskutil erases a disk.'
			return undefined
		},
	},
	{
		rule: 'remove-outside',
		when: ({ program, operands }, scope) => {
			if (!REMOVERS.has(program)) return undefined
			for (const word of operands) {
				const reason = lossAt(word, scope)
				if (reason !== undefined) return `It removes ${word.text}. ${reason}`
			}
			return undefined
		},
	},
	{
		rule: 'remove-outside',
		when: ({ program, texts, operands }, scope) => {
			if (program !== 'find') return undefined
			const destroys = texts.some(
				(text, index) =>
					text === '-delete' ||
					(/^-(?:exec|ok)(?:dir)?$/.test(text) && REMOVERS.has(baseName(texts[index + 1] ?? ''))),
			)
			const start = operands[0]
			const isWorkspace = start && targetOf(start, scope)?.paths.every(path => scope.roots.includes(path))
			const reason = destroys && start && !isWorkspace ? lossAt(start, scope) : undefined
			return reason === undefined ? undefined : `It removes what find finds. ${reason}`
		},
	},
	{
		rule: 'overwrite-critical',
		when: ({ program, texts, operands }, scope) => {
			if (!/^(?:mv|cp|dd|ln|tee|rsync|truncate|install|tar|unzip)$/.test(program)) return undefined
			const targets = program === 'dd' ? ofOperand(operands) : operands
			const looked =
				program === 'cp' || program === 'rsync' || program === 'install' ? targets.slice(-1) : targets
			for (const word of looked)
				for (const path of targetOf(word, scope)?.paths ?? []) {
					const reason =
						program === 'tar' || isHarmlessTarget(path, program, scope) ? undefined : criticalAt(path, scope)
					if (reason !== undefined) return `It overwrites or moves ${word.text}. ${reason}`
				}
			if (program === 'rsync' && texts.some(text => /^--del/.test(text))) {
				const last = operands.at(-1)
				const reason = last && lossAt(last, scope)
				if (reason !== undefined) return `rsync --delete removes what is there. ${reason}`
			}
			return program === 'mv' && texts.at(-1) === '/dev/null'
				? 'What is moved to /dev/null is lost.'
				: undefined
		},
	},
	{
		rule: 'permissions-outside',
		when: ({ program, texts, operands }, scope) => {
			if (!/^(?:chmod|chown|chgrp|chattr|setfacl)$/.test(program)) return undefined
			if (!texts.some(text => /^-[a-zA-Z]*[rR]|^--rec/.test(text))) return undefined
			// The first operand is the mode or the owner.
			for (const word of operands.slice(1)) {
				const reason = lossAt(word, scope)
				if (reason !== undefined) return `It changes permissions of everything in ${word.text}. ${reason}`
			}
			return undefined
		},
	},
	{
		rule: 'write-protected',
		when: ({ program, texts, operands }, scope) => {
			const isWriter =
				WRITERS.has(program) ||
				(WRITES_IN_PLACE.has(program) &&
					texts.some(text => /^-[a-zA-Z]*[io]|^--(?:in-pl|out|wri)/.test(text)))
			if (!isWriter) return undefined
			for (const word of [...operands, ...ofOperand(operands)]) {
				const reason = protectionOf(word, scope)
				if (reason !== undefined) return `It touches ${word.text}. ${reason}`
			}
			return undefined
		},
	},
	{
		rule: 'write-protected',
		when: ({ command }, scope) => {
			for (const { operator, target } of command.redirections) {
				if (!operator.includes('>') || !target) continue
				const reason = protectionOf(target, scope)
				if (reason !== undefined) return `It writes to ${target.text}. ${reason}`
			}
			return undefined
		},
	},
	{
		rule: 'git-history',
		when: ({ program, texts }) => (program === 'git' ? gitLoss(texts) : undefined),
	},
	{
		rule: 'environment',
		when: ({ program, texts, command }) => {
			const isDump = texts.every(text => text.startsWith('-') || isSecretName(text))
			if ((program === 'env' || program === 'printenv') && isDump) return `${program} prints the environment.`
			if (program === 'set' && command.words.length === 1) return 'set prints every variable.'
			if (
				/^(?:export|declare|typeset|readonly|local)$/.test(program) &&
				texts.every(text => /^-[a-zA-Z]*$/.test(text))
			)
				return `${program} prints variables.`
			if (program === 'compgen' && texts.some(text => /^-[a-z]*[ev]/.test(text)))
				return 'compgen prints names of variables.'
			if (
				program === 'ps' &&
				texts.some(
					text =>
						/^[a-z]*e[a-z]*$/.test(text) && text !== 'e' && !/^(?:tree|user|time|comm|etime)$/.test(text),
				)
			)
				return 'ps prints the environment of processes.'
			if (program === 'crontab' && texts.includes('-r')) return 'crontab -r removes every job.'
			return undefined
		},
	},
	{
		rule: 'environment',
		when: ({ program, texts }) =>
			/^(?:node|nodejs|deno|bun|python[\d.]*|ruby|perl|php)$/.test(program) &&
			texts.some(text =>
				/process\.env(?!\s*[.?[])|os\.environ(?!\s*[.[])|%ENV|ENV\.(?:to_h|each|inspect)|getenv\(\)/.test(
					text,
				),
			)
				? 'It reads the whole environment.'
				: undefined,
	},
	{
		rule: 'keychain',
		when: ({ program, texts }) =>
			(program === 'security' && texts.some(text => /^(?:find|dump|export)/.test(text))) ||
			(program === 'gpg' && texts.some(text => /^--export-secret/.test(text))) ||
			(program === 'git' && texts[0] === 'credential') ||
			(program === 'gh' && texts[0] === 'auth' && texts[1] === 'token') ||
			/^(?:secret-tool|pass|op|vault)$/.test(program)
				? 'It reads stored credentials.'
				: undefined,
	},
]

function callOf(command: SimpleCommand): Call {
	const [, ...words] = command.words
	const end = words.findIndex(word => literal(word) === '--')
	const operands = words.filter((word, index) => (end !== -1 && index > end) || !word.text.startsWith('-'))
	return { program: programName(command) ?? '', texts: words.map(knownText), operands, command }
}

/** Forced pushes, thrown away work, rewritten history, and settings that make git run something. */
function gitLoss(texts: readonly string[]): string | undefined {
	const { command, rest } = afterGlobalOptions(texts)
	const has = (pattern: RegExp) => rest.some(text => pattern.test(text))
	switch (command) {
		case 'push':
			// Git accepts any unambiguous beginning of a long option.
			return has(/^--(?:f|fo|for|forc|force.*|mi.*|del.*|pru.*)$|^-[a-zA-Z]*[fd]|^\+|^:./)
				? 'It overwrites or removes history on the other side.'
				: undefined
		case 'reset':
			return has(/^--(?:ha|har|hard|me|mer|merge)$/)
				? 'It throws away changes that are in no commit.'
				: undefined
		case 'clean':
			return has(/^-[a-zA-Z]*n|^--dry/) && !has(/^-[a-zA-Z]*f|^--fo/)
				? undefined
				: 'It removes files that are in no commit.'
		case 'filter-branch':
		case 'filter-repo':
			return 'It rewrites history.'
		case 'reflog':
			return has(/^(?:expire|delete)$/) ? 'It removes the way back to lost commits.' : undefined
		case 'update-ref':
			return has(/^-d$|^--delete$|^--stdin$/) ? 'It removes references.' : undefined
		case 'gc':
		case 'prune':
			return has(/^--prune=(?:now|all)|^--expire/) ? 'It removes objects for good.' : undefined
		case 'config':
			return has(RUNS_BY_CONFIG) && !has(/^--(?:get|list|unset)/)
				? 'This setting makes git run something.'
				: undefined
		default:
			return undefined
	}
}

const RUNS_BY_CONFIG =
	/^(?:alias\..*|core\.(?:fsmonitor|pager|editor|sshcommand|hookspath|askpass|gitproxy|attributesfile|worktree)|(?:sequence\.)?editor|pager\..*|diff\.external|.*\.(?:textconv|command|clean|smudge|process|driver|cmd|program|helper|path)|credential.*|include(?:if)?\..*|url\..*|http\..*proxy.*|protocol\..*|safe\..*|remote\..*\.(?:uploadpack|receivepack|vcs))$/i

function afterGlobalOptions(texts: readonly string[]): { command: string; rest: readonly string[] } {
	let index = 0
	while (texts[index]?.startsWith('-'))
		index += /^(?:-C|-c|--git-dir|--work-tree|--namespace|--exec-path|--config-env|--super-prefix)$/.test(
			texts[index]!,
		)
			? 2
			: 1
	return { command: texts[index] ?? '', rest: texts.slice(index + 1) }
}

/** Why losing what a word names is more than the workspace can get over; a start that is not known may be anything. */
function lossAt(word: Word, scope: Scope): string | undefined {
	const target = targetOf(word, scope)
	if (!target)
		return word.pieces.some(({ kind }) => kind === 'variable')
			? 'Where that leads is only known when it runs.'
			: undefined
	for (const path of target.paths) {
		// `/*` is as good as `/`; the pattern itself never leaves the folder it is in.
		const place = path.replace(/\/\*$/, '') || '/'
		const critical = path === place || !scope.roots.includes(place) ? criticalAt(place, scope) : undefined
		if (critical !== undefined) return critical
		if (!isInside(path, scope.roots) && !isTemporary(path)) return 'It is outside the workspace.'
		const protection = protectedAt(path, scope)
		if (protection !== undefined) return protection
	}
	return undefined
}

function protectionOf(word: Word, scope: Scope): string | undefined {
	for (const path of targetOf(word, scope)?.paths ?? []) {
		const reason = protectedAt(path, scope)
		if (reason !== undefined) return reason
	}
	return undefined
}

function isHarmlessTarget(path: string, program: string, scope: Scope): boolean {
	// Copying into the root of the workspace, or into the home folder, adds to it.
	return program !== 'mv' && program !== 'dd' && (scope.roots.includes(path) || path === scope.home)
}

/** The file after `of=`. */
function ofOperand(operands: readonly Word[]): readonly Word[] {
	return operands.flatMap(word => {
		const [first, ...rest] = word.pieces
		if (first?.kind !== 'literal' || !first.value.startsWith('of=')) return []
		return [{ text: word.text, pieces: [{ kind: 'literal', value: first.value.slice(3) }, ...rest] }]
	})
}

function knownText(word: Word): string {
	return word.pieces
		.map(piece => (piece.kind === 'literal' ? piece.value : piece.kind === 'pattern' ? piece.text : ''))
		.join('')
}

function baseName(text: string): string {
	return text.slice(text.lastIndexOf('/') + 1)
}

function names(list: string): ReadonlySet<string> {
	return new Set(list.split(' '))
}
