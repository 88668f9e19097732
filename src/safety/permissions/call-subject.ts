// What permission rules get to see of a call: what it does with which files, the commands in it, the host it talks to.
// All of it is what the tool declares; no tool is known by its name here.

import type { Files } from '../../core/host.ts'
import type { CommandPart, PermissionDecision } from '../../core/permission.ts'
import type { ToolFacts } from '../../core/tool.ts'
import { contains, type ResolvedPath, type Workspace } from '../paths/paths.ts'
import type { Script, SimpleCommand } from '../shell-parser/bash-syntax.ts'
import { foldersAfter, type Scope } from '../shell-policy/analysis/scope.ts'
import { type CommandUse, commandUses, withLinksFollowed } from './command-uses.ts'
import type { StandingRule } from './rule.ts'

export type CallSubject = {
	tool: string
	/** A tool that declares nothing may change what it likes. */
	access: 'read' | 'write' | 'none'
	/** `anything`: nobody can tell which files it will be about. */
	places: readonly ResolvedPath[] | 'anything'
	/** Folders of which it may show all that is in them, also what rules deny. */
	searched: readonly ResolvedPath[]
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

/** What one call touches, as its tool found out; nobody but the rules reads it. */
export type Touches = {
	/** Left out by a tool with access to files: it cannot tell. */
	places?: readonly ResolvedPath[]
	/** Folders of which it shows all that is in them, also what rules deny. */
	searched?: readonly ResolvedPath[]
	/** What bash is given, read, and the real folder it starts in. */
	command?: { text: string; script: Script; folder: string }
	host?: string
}

/** `facts`: as the tool declares them, if it does. */
type TouchingCall = {
	tool: string
	facts: ToolFacts | undefined
	permission: PermissionDecision
	touches: Touches
}

type SubjectContext = { workspace: Workspace; files: Files; rules: readonly StandingRule[] }

export async function callSubject(
	{ tool, facts, permission, touches }: TouchingCall,
	surroundings: SubjectContext,
): Promise<CallSubject> {
	const access = facts?.access ?? 'write'
	const { command, host, searched = [] } = touches
	const { places = access === 'none' || command ? [] : 'anything' } = touches
	return {
		tool,
		access,
		places,
		searched,
		command: command && (await commandSubject(command, permission, surroundings)),
		host,
	}
}

async function commandSubject(
	{ text, script, folder }: NonNullable<Touches['command']>,
	{ parts = [] }: PermissionDecision,
	{ workspace, files, rules }: SubjectContext,
): Promise<CommandSubject> {
	const { roots, readableRoots, home } = workspace
	let folders: readonly string[] = [folder]
	const placed = script.commands.map(each => {
		const scope: Scope = { folders, roots, readableRoots, home }
		folders = foldersAfter(each, scope)
		return { command: each, scope }
	})
	const isInside = roots.some(each => contains(each, folder))
	// Nobody else asks, and following links takes its time.
	const hasPathRule = rules.some(
		({ list, rule }) => list !== 'allow' && rule.kind === 'files' && rule.pattern,
	)
	const uses = hasPathRule ? await withLinksFollowed(commandUses(placed, script), files) : []
	return { text, script, parts, placed, uses, isInside }
}
