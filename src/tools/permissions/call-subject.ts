// What permission rules get to see of a call: the commands in it, the files it is about, the host it talks to.

import type { Files } from '../../core/host.ts'
import { isObject } from '../../core/json.ts'
import type { CommandPart, PermissionDecision } from '../../core/permission.ts'
import { readScript, type Script, type SimpleCommand } from '../bash-syntax.ts'
import { foldersAfter, type Scope } from '../command-rules/scope.ts'
import { contains, type Place, type Workspace } from '../paths.ts'
import { type CommandUse, commandUses, withLinksFollowed } from './command-uses.ts'
import type { FileUse, StandingRule } from './rule.ts'

export type CallSubject = {
	tool: string
	use: FileUse | undefined
	places: readonly Place[]
	command: CommandSubject | undefined
	host: string | undefined
}

export type CommandSubject = {
	text: string
	script: Script
	parts: readonly CommandPart[]
	/** Every simple command with where it may run. */
	placed: readonly { command: SimpleCommand; scope: Scope }[]
	/** The files each of them is about. */
	uses: readonly CommandUse[]
	/** It starts in the workspace, with links followed. */
	isInside: boolean
}

/** What an assessment of a file tool says besides, and nobody but the rules reads. */
export type WithPlaces = { places?: readonly Place[] }

type Surroundings = { workspace: Workspace; files: Files; rules: readonly StandingRule[] }

export async function callSubject(
	call: { tool: string; input: unknown; assessment: PermissionDecision & WithPlaces },
	surroundings: Surroundings,
): Promise<CallSubject> {
	const { tool, assessment } = call
	const input = isObject(call.input) ? call.input : {}
	return {
		tool,
		use: READING.has(tool) ? 'read' : CHANGING.has(tool) ? 'edit' : undefined,
		places: assessment.places ?? [],
		command: tool === 'shell' ? await commandSubject(input, assessment, surroundings) : undefined,
		host: tool === 'fetch' ? hostOf(input.url) : undefined,
	}
}

const READING: ReadonlySet<string> = new Set(['read', 'list', 'glob', 'grep'])
const CHANGING: ReadonlySet<string> = new Set(['edit', 'write', 'apply_patch', 'generate_image'])

async function commandSubject(
	input: Readonly<Record<string, unknown>>,
	{ parts = [] }: PermissionDecision,
	{ workspace, files, rules }: Surroundings,
): Promise<CommandSubject | undefined> {
	const { command, cwd } = input
	if (typeof command !== 'string') return undefined
	const { root, roots, readableRoots, home } = workspace
	const folder = await files.realPath(typeof cwd === 'string' ? absolute(cwd, root) : root)
	const script = readScript(command)
	let folders: readonly string[] = [folder]
	const placed = script.commands.map(each => {
		const scope: Scope = { folders, roots, readableRoots, home }
		folders = foldersAfter(each, scope)
		return { command: each, scope }
	})
	const isInside = roots.some(each => contains(each, folder))
	// Nobody else asks, and following links takes its time.
	const hasPathWall = rules.some(
		({ list, rule }) => list !== 'allow' && rule.kind === 'files' && rule.pattern,
	)
	const uses = hasPathWall ? await withLinksFollowed(commandUses(placed, script), files) : []
	return { text: command, script, parts, placed, uses, isInside }
}

function absolute(path: string, root: string): string {
	return path.startsWith('/') ? path : `${root}/${path}`
}

function hostOf(url: unknown): string | undefined {
	if (typeof url !== 'string' || !URL.canParse(url)) return undefined
	return new URL(url).hostname.toLowerCase().replace(/\.$/, '')
}
