// A command that the sandbox has stopped: why, and the way on that the user may open for it, a folder more to write in or
// no sandbox at all.

import { posix } from 'node:path'
import type { Host } from '../../core/host.ts'
import { advice, problem } from '../../core/problems/problem.ts'
import type { SandboxPolicy } from '../../core/sandbox.ts'
import type { Problem, ToolContext } from '../../core/tool.ts'
import { contains } from '../../safety/paths/paths.ts'
import { askToRunOutside, type OutsideAnswer } from '../../safety/sandbox/ask-outside.ts'
import { type CommandSandbox, withoutSandbox } from '../../safety/sandbox/command-sandbox.ts'
import { deniedBy, type Ended, missedPaths } from '../../safety/sandbox/denial.ts'
import { OWN_PLACES } from '../../safety/sandbox/mounts.ts'
import { folderFor, unwrittenPaths, writeDecision } from '../../safety/sandbox/write-outside.ts'
import type { CommandDecision } from '../../safety/shell-policy/assess-command.ts'
import { deniedCall } from '../executor/denied-call.ts'

/** `why`: a whole sentence. `write`: the folder that would have to be open to it. */
export type Stop = { why: string; write?: { folder: string; path: string } }

/** @returns why the command could not do what it was for, when the sandbox is to blame */
export async function stopOf(
	policy: SandboxPolicy,
	{ exitCode, output }: Ended,
	{ judged, host, cwd }: { judged: CommandDecision; host: Host; cwd: string },
): Promise<Stop | undefined> {
	// Files of secrets are empty in there, which looks like success.
	if (judged.assessment.parts.some(({ rule }) => rule === 'hard/secret'))
		return { why: 'Keys, logins and other secrets are out of reach in the sandbox.' }
	const ended = { exitCode, output }
	const denied = deniedBy(policy, ended)
	if (denied !== undefined) {
		const write =
			policy.mode === 'workspace-write' ? await unopened(policy, output, { host, cwd }) : undefined
		return { why: denied, ...(write && { write }) }
	}
	for (const path of missedPaths(ended))
		if (await isOutside(path, host))
			return { why: `${path} is out of reach: a sandboxed command has a /tmp and a /run of its own.` }
	return undefined
}

async function unopened(
	{ home, roots, hidden, frozen }: SandboxPolicy,
	output: string,
	{ host: { files }, cwd }: { host: Host; cwd: string },
): Promise<Stop['write']> {
	for (const path of unwrittenPaths(output)) {
		const folder = await folderFor(path, cwd, { home, roots, files })
		// What a rule denies stays closed, whoever says yes.
		const isDenied = [...hidden, ...frozen].some(each => folder !== undefined && contains(each, folder))
		if (folder !== undefined && !isDenied) return { folder, path }
	}
	return undefined
}

async function isOutside(path: string, { files }: Host): Promise<boolean> {
	const folder = posix.dirname(path)
	const isOurs = OWN_PLACES.some(place => place === folder)
	return (await files.stat(path)) !== undefined || (!isOurs && (await files.stat(folder)) !== undefined)
}

/** `policy`: what it is held by the second time. Left out, nothing holds it. */
export type WayOn = { isOpen: true; remark: string; policy?: SandboxPolicy } | { isOpen: false; why: Problem }

type StoppedCall = {
	command: string
	judged: CommandDecision
	policy: SandboxPolicy
	sandbox: CommandSandbox
	context: ToolContext
}

/** Asks once, for the narrowest way there is. */
export async function wayOn(
	{ why, write }: Stop,
	{ command, judged, policy, sandbox, context }: StoppedCall,
): Promise<WayOn> {
	if (write && sandbox.opened) {
		const { folder } = write
		const permission = writeDecision({ ...write, command }, policy.home)
		const answer = await askToRunOutside(permission, context, sandbox.refused)
		if (answer !== 'yes') return refused(answer, OF_FOLDER(folder), { judged, context })
		const opened = { ...policy, roots: [...policy.roots, folder] }
		return { isOpen: true, remark: `run again with ${folder} open to it`, policy: opened }
	}
	const answer = await askToRunOutside(withoutSandbox(judged.assessment, why), context, sandbox.refused)
	if (answer !== 'yes') return refused(answer, OF_SANDBOX, { judged, context })
	return { isOpen: true, remark: 'run again without the sandbox' }
}

type Refusals = Readonly<Record<Exclude<OutsideAnswer, 'yes'>, Problem>> & { denial: string }

const NO_OTHER_WAY = advice('; do not try the same in another way')

function refused(
	answer: Exclude<OutsideAnswer, 'yes'>,
	texts: Refusals,
	{ judged, context }: Pick<StoppedCall, 'judged' | 'context'>,
): WayOn {
	if (answer === 'nobody') context.denied(deniedCall(judged.assessment, texts.denial))
	return { isOpen: false, why: texts[answer] }
}

const OF_SANDBOX: Refusals = {
	no: problem`The user did not want it run without the sandbox${NO_OTHER_WAY}.`,
	nobody: problem`Nobody is there to let it run without the sandbox.`,
	unasked: problem`Nothing is asked under --yolo, so it does not run without the sandbox.`,
	denial: 'it needs an approval to run without the sandbox and nobody is there to give it',
}

const OF_FOLDER = (folder: string): Refusals => ({
	no: problem`The user did not want it to write in ${folder}${NO_OTHER_WAY}.`,
	nobody: problem`Nobody is there to let it write in ${folder}; --add-dir or sandbox.writable can name it.`,
	unasked: problem`Nothing is asked under --yolo, so ${folder} stays closed in the sandbox; --add-dir or sandbox.writable can name it.`,
	denial: `it needs an approval to write in ${folder} and nobody is there to give it; --add-dir ${folder} opens it`,
})
