// `agent trust`: what a folder brings along, and trusting it by hand, outside of a session.

import { realpath, stat } from 'node:fs/promises'
import { homedir } from 'node:os'
import { resolve } from 'node:path'
import { AgentError } from '../../core/errors.ts'
import { type Environment, homeFolders } from '../../workspace/places/home-folders.ts'
import { findProject } from '../../workspace/places/project.ts'
import {
	distrust,
	openFolder,
	type TrustedFolder,
	trust,
	trustedFolders,
} from '../../workspace/trust/trust.ts'
import { visible } from '../../workspace/trust/unused-content.ts'
import type { Output } from '../io/output.ts'

export type TrustArguments = {
	folder: string | undefined
	list?: boolean | undefined
	remove?: boolean | undefined
	/** Only says what there is. */
	show?: boolean | undefined
	output: Pick<Output, 'out' | 'error'>
	place?: { env: Environment; cwd: string; home: string }
}

/** @returns the exit code; 1 when there was no trust to take back */
export async function trustCommand(args: TrustArguments): Promise<number> {
	const { output, place = { env: process.env, cwd: process.cwd(), home: homedir() } } = args
	const folders = homeFolders(place)
	if (args.list) {
		for (const root of await trustedFolders(folders)) output.out(`${visible(root)}\n`)
		return 0
	}
	const path = resolve(place.cwd, args.folder ?? '.')
	if (args.remove) return remove(path, folders, output)
	if (!(await stat(path).catch(() => undefined))?.isDirectory())
		throw new AgentError('usage', `agent trust ${args.folder ?? '.'}: there is no such folder`)
	const folder = await openFolder({ cwd: await realpath(path), folders })
	printTrust(folder, output)
	if (folder.standing === 'trusted' || args.show) return 0
	await trust(folder, folders)
	output.out(
		folder.standing === 'nothing'
			? `${visible(folder.realRoot)} is trusted: commands that the sandbox holds need no question in it\n`
			: `\n${visible(folder.realRoot)} is trusted as it is now; when any of this changes, you are asked again.\n`,
	)
	return 0
}

async function remove(
	path: string,
	folders: ReturnType<typeof homeFolders>,
	output: TrustArguments['output'],
): Promise<number> {
	// A folder that is gone can still be taken off the list, by the path it had.
	const real = await realpath(path).catch(() => path)
	const { root } = await findProject(real)
	const removed = (await distrust(root, folders)) || (await distrust(real, folders))
	if (removed) output.out(`${visible(root)} is no longer trusted\n`)
	else output.error(`${visible(root)} was not trusted; agent trust --list shows what is\n`)
	return removed ? 0 : 1
}

function printTrust(
	{ realRoot, standing, offers, belongings, changes, problems }: TrustedFolder,
	output: TrustArguments['output'],
): void {
	for (const problem of problems) output.error(`warning: ${visible(problem)}\n`)
	if (standing === 'nothing' || offers.length === 0) {
		const isTrusted = standing === 'trusted' ? ' and is trusted' : ''
		output.out(`${visible(realRoot)} brings nothing along that needs trust${isTrusted}\n`)
		return
	}
	const state = { new: 'is not trusted', changed: 'has changed since it was trusted', trusted: 'is trusted' }
	output.out(`${visible(realRoot)} ${state[standing]}. It brings along:\n`)
	for (const { kind, file, effect } of offers) output.out(`  ${visible(file)}  ${kind}: ${visible(effect)}\n`)
	for (const file of belongings.keys())
		output.out(`  ${visible(file)}  is named by them, and trusted as it is, too\n`)
	for (const change of changes) output.out(`  ${visible(change)}\n`)
}
