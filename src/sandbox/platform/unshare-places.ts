// The places of a command's own that the second engine binds: `/dev`, `/run` and what stands for hidden folders are
// made on disk, because a table of mounts cannot make a folder between two of them.

import { mkdirSync, mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { PROXY_SOCKET } from './bridge.ts'
import { type MountCall, type MountStep, mountCalls, OLD_ROOT, readOnlySteps } from './mount-table.ts'
import { flagsAt, isAtOrBelow, type MountPoint, mountedPaths, visibleMounts } from './mount-tree.ts'
import type { SandboxPlan } from './sandbox-plan.ts'

export type UnsharePlaces = {
	/** In it lie `root`, where the new root is put together, and `run`. */
	base: string
	/** To be made in `/tmp`, where commands may have put anything, once it is the only thing they can reach. */
	folders: readonly string[]
	files: readonly string[]
	/**
	 * Words of the script: `table FILE`, or a number of arguments and these, behind `hidden PATH` where nobody minds that it
	 * has gone. First what makes `/tmp` our own.
	 */
	placeCalls: readonly string[]
	mountCalls: readonly string[]
	remove(): void
}

/** @param mountinfo - of this process */
export function makeUnsharePlaces(plan: SandboxPlan, mountinfo: string): UnsharePlaces {
	const base = mkdtempSync(join(plan.own.root, 'places-'))
	const mounts = visibleMounts(mountinfo)
	const places = new Map([
		['/run', join(base, 'run')],
		['/dev', join(base, 'dev')],
		...plan.mounts
			.filter(({ as }) => as === 'empty-folder')
			.map(({ path }, index): [string, string] => [path, join(base, `hidden-${index}`)]),
	])
	for (const folder of [join(base, 'root'), join(base, OLD_ROOT), ...places.values()])
		mkdirSync(folder, { recursive: true, mode: 0o755 })
	fillDev(join(base, 'dev'))
	const shown = shownThere(plan)
	const points = makePoints(shown, places)
	const isCovered = (path: string) => COVERED.some(place => isAtOrBelow(path, place))
	const isMounted = (path: string) => mounts.some(mount => mount.path === path)
	const steps = shown.flatMap(({ from, path, as }): readonly MountStep[] => {
		if (as === 'empty-folder') return readOnlySteps(places.get(path) ?? '', path, mounts)
		if (as === 'empty-file' && isSocket(path))
			return [{ kind: 'hide', from, to: path, flags: flagsAt(from, mounts) }]
		if (as !== 'writable') return readOnlySteps(from, path, mounts)
		// It is there as it has to be; see below.
		if (from === path && isMounted(path) && !isCovered(path)) return []
		return [{ kind: 'bind', from, to: path }]
	})
	const writable = shown.flatMap(({ as, path }) => (as === 'writable' && isMounted(path) ? [path] : []))
	const readOnly = mounts.filter(
		({ path }) =>
			path !== '/' &&
			!isCovered(path) &&
			!writable.some(root => isAtOrBelow(path, root)) &&
			isReachable(path),
	)
	const placeSteps: readonly MountStep[] = [
		...readOnly.map((mount): MountStep => ({ kind: 'read-only', ...mount })),
		...devSteps(join(base, 'dev'), { shm: !shown.some(({ path }) => isAtOrBelow(path, '/dev/shm')), mounts }),
		// Settings of the kernel belong to root, who needs no capability to write them.
		{ kind: 'new', type: 'proc', path: '/proc', options: 'ro,nosuid,nodev,noexec' },
		{ kind: 'bind', from: plan.own.tmp, to: '/tmp' },
		{ kind: 'bind', from: plan.own.varTmp, to: '/var/tmp' },
	]
	const paths = mountedPaths(mountinfo)
	return {
		base,
		...points,
		placeCalls: wordsOf(mountCalls(placeSteps, paths), join(base, 'places')),
		mountCalls: wordsOf(mountCalls(steps, paths), join(base, 'mounts')),
		remove: () => rmSync(base, { recursive: true, force: true }),
	}
}

/** @param file - tables lie in files beside it */
function wordsOf(calls: readonly MountCall[], file: string): readonly string[] {
	return calls.flatMap((call, index) => {
		if ('args' in call) {
			const { args, hidden } = call
			return [...(hidden === undefined ? [] : ['hidden', hidden]), String(args.length), ...args]
		}
		writeFileSync(`${file}-${index}`, call.table)
		return ['table', `${OLD_ROOT}${file}-${index}`]
	})
}

/** Nothing mounted there outside shows. */
const COVERED = ['/run', '/dev', '/proc', '/tmp', '/var/tmp']

type MountedPlace = { from: string; path: string; as: SandboxPlan['mounts'][number]['as'] }

function shownThere({ own, runtimeFiles, proxySocket, mounts }: SandboxPlan): readonly MountedPlace[] {
	return [
		{ from: own.tmp, path: own.tmp, as: 'writable' },
		...runtimeFiles.filter(isThere).map((path): MountedPlace => ({ from: path, path, as: 'read-only' })),
		...(proxySocket === undefined
			? []
			: [{ from: proxySocket, path: PROXY_SOCKET, as: 'read-only' } as const]),
		...mounts
			// What has gone since it was found has nothing to be hidden.
			.filter(({ path, as }) => as !== 'empty-file' || isThere(path))
			.map(({ path, as }): MountedPlace => ({ from: as === 'empty-file' ? own.emptyFile : path, path, as })),
	]
}

/** What is mounted into a place that was made has to find something to be mounted on. */
function makePoints(
	shown: readonly MountedPlace[],
	places: ReadonlyMap<string, string>,
): Pick<UnsharePlaces, 'folders' | 'files'> {
	const inTmp: { folders: string[]; files: string[] } = { folders: [], files: [] }
	const around = [...shown.map(({ path }) => path), ...places.keys(), ...OWN_FOLDERS]
	for (const { from, path, as } of shown) {
		const holder = around
			.filter(each => each !== path && isAtOrBelow(path, each))
			.sort(byLength)
			.at(-1)
		if (holder === undefined) continue
		const isFolder = as === 'empty-folder' || statSync(from).isDirectory()
		if (OWN_FOLDERS.includes(holder)) inTmp[isFolder ? 'folders' : 'files'].push(path)
		const place = places.get(holder)
		if (place === undefined) continue
		const point = join(place, path.slice(holder.length))
		mkdirSync(isFolder ? point : dirname(point), { recursive: true, mode: 0o755 })
		if (!isFolder) writeFileSync(point, '')
	}
	return inTmp
}

const OWN_FOLDERS = ['/tmp', '/var/tmp']

const byLength = (one: string, other: string) => one.length - other.length

const DEVICES = ['null', 'zero', 'full', 'random', 'urandom', 'tty']

function fillDev(folder: string): void {
	for (const name of DEVICES) writeFileSync(join(folder, name), '')
	for (const name of ['pts', 'shm']) mkdirSync(join(folder, name))
	const links = { fd: '', stdin: '/0', stdout: '/1', stderr: '/2' }
	for (const [name, end] of Object.entries(links)) symlinkSync(`/proc/self/fd${end}`, join(folder, name))
	symlinkSync('pts/ptmx', join(folder, 'ptmx'))
}

function devSteps(
	folder: string,
	{ shm, mounts }: { shm: boolean; mounts: readonly MountPoint[] },
): readonly MountStep[] {
	return [
		...readOnlySteps(folder, '/dev', mounts),
		...DEVICES.map((name): MountStep => ({ kind: 'bind', from: `/dev/${name}`, to: `/dev/${name}` })),
		{ kind: 'new', type: 'devpts', path: '/dev/pts', options: PTS },
		...(shm ? [{ kind: 'new', type: 'tmpfs', path: '/dev/shm', options: SHM } as const] : []),
	]
}

const PTS = 'newinstance,ptmxmode=0666,mode=620,nosuid,noexec'
const SHM = 'mode=1777,nosuid,nodev'

/**
 * Of a folder that nobody may look into nothing can be mounted anew, nor need it be. In the new user namespace root is
 * nobody among other users' files.
 */
function isReachable(path: string): boolean {
	const [user, group] = [process.getuid?.(), process.getgid?.()]
	for (let folder = dirname(path); ; folder = dirname(folder)) {
		try {
			const { uid, gid, mode } = statSync(folder)
			const mayEnter = uid === user ? 0o100 : gid === group ? 0o010 : 0o001
			if ((mode & mayEnter) === 0) return false
		} catch {
			return false
		}
		if (folder === '/') return true
	}
}

function isSocket(path: string): boolean {
	return statSync(path, { throwIfNoEntry: false })?.isSocket() === true
}

function isThere(path: string): boolean {
	return statSync(path, { throwIfNoEntry: false }) !== undefined
}
