// What git can do that cannot be undone, or that makes it run something later.

/** @param texts - the arguments of git @returns the reason, a whole sentence, or undefined */
export function destructiveGitEffect(texts: readonly string[]): string | undefined {
	const { command, rest } = afterGlobalOptions(texts)
	const has = (pattern: RegExp) => rest.some(text => pattern.test(text))
	const loss = DESTRUCTIVE_EFFECTS.get(command)
	return loss && has(loss.when) && !(loss.unless && has(loss.unless)) ? loss.reason : undefined
}

type DestructiveEffect = { when: RegExp; unless?: RegExp; reason: string }

const ALWAYS = /^/
const REWRITES: DestructiveEffect = { when: ALWAYS, reason: 'It rewrites history.' }
const REMOVES_OBJECTS: DestructiveEffect = {
	when: /^--prune=(?:now|all)|^--expire/,
	reason: 'It removes objects for good.',
}

/** Git takes any unambiguous beginning of a long option, so the patterns do, too. */
const DESTRUCTIVE_EFFECTS: ReadonlyMap<string, DestructiveEffect> = new Map<string, DestructiveEffect>([
	[
		'push',
		{
			when: /^--(?:f|fo|for|forc|force.*|mi.*|del.*|pru.*)$|^-[a-zA-Z]*[fd]|^\+|^:./,
			reason: 'It overwrites or removes history on the other side.',
		},
	],
	[
		'reset',
		{ when: /^--(?:ha|har|hard|me|mer|merge)$/, reason: 'It throws away changes that are in no commit.' },
	],
	[
		'clean',
		{
			when: /^-[a-zA-Z]*[fdxX]|^--fo/,
			unless: /^-[a-zA-Z]*n|^--dry/,
			reason: 'It removes files that are in no commit.',
		},
	],
	['filter-branch', REWRITES],
	['filter-repo', REWRITES],
	['reflog', { when: /^(?:expire|delete)$/, reason: 'It removes the way back to lost commits.' }],
	['update-ref', { when: /^-d$|^--delete$|^--stdin$/, reason: 'It removes references.' }],
	['gc', REMOVES_OBJECTS],
	['prune', REMOVES_OBJECTS],
	[
		'config',
		{
			when: /^(?:alias\..*|core\.(?:fsmonitor|pager|editor|sshcommand|hookspath|askpass|gitproxy|attributesfile|worktree)|(?:sequence\.)?editor|pager\..*|diff\.external|.*\.(?:textconv|command|clean|smudge|process|driver|cmd|program|helper|path)|credential.*|include(?:if)?\..*|url\..*|http\..*proxy.*|protocol\..*|safe\..*|remote\..*\.(?:uploadpack|receivepack|vcs))$/i,
			unless: /^--(?:get|list|unset)/,
			reason: 'This setting makes git run something.',
		},
	],
	['credential', { when: ALWAYS, reason: 'It reads stored credentials.' }],
])

const WITH_VALUE = /^(?:-C|-c|--git-dir|--work-tree|--namespace|--exec-path|--config-env|--super-prefix)$/

function afterGlobalOptions(texts: readonly string[]): { command: string; rest: readonly string[] } {
	let index = 0
	while (texts[index]?.startsWith('-')) index += WITH_VALUE.test(texts[index]!) ? 2 : 1
	return { command: texts[index] ?? '', rest: texts.slice(index + 1) }
}
