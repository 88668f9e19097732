// Held commands: what the sandbox keeps from doing harm, so that nobody has to be asked; and the one question that tells
// the user so.

import { basename } from 'node:path'
import type { Files } from '../../core/host.ts'
import type { PermissionDecision } from '../../core/permission.ts'
import type { ToolContext } from '../../core/tool.ts'
import { contains, type Workspace } from '../paths/paths.ts'
import { commandUses, withLinksFollowed } from '../permissions/command-uses.ts'
import type { Script } from '../shell-parser/bash-syntax.ts'
import { foldersAfter, type Scope } from '../shell-policy/analysis/scope.ts'

/** What the decision on a held command says first. */
export const HELD =
	'The sandbox holds it: it changes nothing outside the workspace and reaches no host unasked.'

/**
 * @param permission - `ask`: what is harder asks whatever holds it
 * @param command - its text, read, and the real folder it starts in
 * @returns what it does that the sandbox does not hold, as a whole sentence; undefined when it holds all of it
 */
export async function notHeld(
	{ parts = [], reasons }: Pick<PermissionDecision, 'parts' | 'reasons'>,
	{ script, folder }: { script: Script; folder: string },
	{ workspace, files }: { workspace: Workspace; files: Files },
): Promise<string | undefined> {
	// The sandbox keeps secrets from being read, and nothing else.
	const reading = new Set(parts.filter(({ rule }) => rule === OUTSIDE).map(({ command }) => command))
	if (reading.size === 0) return undefined
	const { roots, readableRoots, home } = workspace
	let folders: readonly string[] = [folder]
	const placed = script.commands.map(command => {
		const scope: Scope = { folders, roots, readableRoots, home }
		folders = foldersAfter(command, scope)
		return { command, scope }
	})
	const uses = commandUses(placed, script).filter(({ text }) => reading.has(text))
	if (uses.length === 0) return reasons[0]
	const paths = (await withLinksFollowed(uses, files)).flatMap(({ paths }) => paths)
	const own = [...roots, ...readableRoots]
	return paths.some(path => !own.some(root => contains(root, path)) && isPersonal(path, home))
		? reasons[0]
		: undefined
}

/** @returns what a command works with that no sandbox has, as a whole sentence: it can only run without one */
export function neededOutside({ commands }: Pick<Script, 'commands'>): string | undefined {
	for (const { words } of commands) {
		const [program = '', ...rest] = words.map(({ text }) => text)
		const needed = NEEDED.get(basename(program)) ?? neededByVerb(basename(program), rest)
		if (needed !== undefined) return `It needs ${needed}, which is out of reach in the sandbox.`
	}
	return undefined
}

/** What is shown of a command that can only run without the sandbox: a yes is a yes to that. */
export function outsideQuestion(permission: PermissionDecision, why: string): PermissionDecision {
	return {
		...permission,
		title: `run without the sandbox: ${permission.title}`,
		reasons: [...new Set([why, ...permission.reasons])],
		sessionKeys: permission.sessionKeys.map(key => `outside-sandbox:${key}`),
	}
}

function neededByVerb(program: string, words: readonly string[]): string | undefined {
	return program === 'git' && words.find(word => !word.startsWith('-')) === 'push' ? LOGIN : undefined
}

const OUTSIDE = 'outside-workspace'
/** Keys and logins are hidden from what runs in the sandbox. */
const LOGIN = 'your login'

/** By program, what it does its work with. */
const NEEDED: ReadonlyMap<string, string> = new Map(
	Object.entries({
		'the Docker daemon': 'docker docker-compose',
		'the container engine': 'podman podman-compose nerdctl buildah ctr crictl',
		'the system manager': 'systemctl service loginctl launchctl',
		'the desktop':
			'xdg-open open gio gnome-open kde-open osascript notify-send code wmctrl xdotool xclip xsel',
		'the scheduler': 'crontab at batch',
		[LOGIN]:
			'gh glab hub tea kubectl oc helm k9s aws gcloud gsutil bq az doctl flyctl fly heroku vercel netlify wrangler firebase ' +
			'railway supabase stripe ssh scp sftp mosh ansible ansible-playbook',
	}).flatMap(([needed, names]) => names.split(' ').map(name => [name, needed] as const)),
)

/** What people keep, and not what systems and package managers do. */
function isPersonal(path: string, home: string): boolean {
	if (STORES.some(store => contains(`${home}/${store}`, path))) return false
	// A folder above shows what is in it.
	return contains(home, path) || contains(path, home) || PERSONAL.some(folder => contains(folder, path))
}

const PERSONAL = ['/home', '/root', '/Users', '/mnt', '/media', '/srv', '/run/media', '/Volumes']

const STORES = (
	'.cache .npm .nvm .bun .deno .cargo/registry .cargo/bin .rustup go/pkg .pyenv .rbenv .m2/repository .gradle/caches ' +
	'.local/lib .local/bin .local/share/pnpm .conda .gem'
).split(' ')

/** @returns undefined when they would not say; words of their own are no yes, and are not kept */
export async function askWhetherUnasked(
	{ title }: Pick<PermissionDecision, 'title'>,
	ask: ToolContext['ask'],
): Promise<'run' | 'ask' | undefined> {
	const answer = await ask({
		text: `${MEANING}\nThis would be the first: ${title}`,
		options: [KEEP, EACH_TIME],
	})
	return answer === KEEP ? 'run' : answer === EACH_TIME ? 'ask' : undefined
}

const MEANING =
	'Commands that the sandbox holds run without asking from now on: they change nothing outside this folder, each host ' +
	'they want is a question of its own, and /rewind takes back what they change.'
const KEEP = 'keep it so'
const EACH_TIME = 'ask me each time'
