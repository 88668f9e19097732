// The mount tree of this process, from /proc/self/mountinfo: what is mounted where, and with which restrictions.

/** One mount that can be seen; `flags` are those nobody may take away who was given it: `nosuid`, `nodev`, `noexec`. */
export type MountPoint = { path: string; flags: readonly string[] }

/** @returns mounts that a path leads to, outer ones first; nothing of what others lie over */
export function visibleMounts(mountinfo: string): readonly MountPoint[] {
	const rows = mountinfo.split('\n').flatMap(line => readRow(line) ?? [])
	const children = new Map<string, Row[]>()
	for (const row of rows) children.set(row.parent, [...(children.get(row.parent) ?? []), row])
	const ids = new Set(rows.map(({ id }) => id))
	const root = rows.find(({ path, parent, id }) => path === '/' && (!ids.has(parent) || parent === id))
	return rows
		.filter(row => root && mountAt(row.path, root, children) === row)
		.map(({ path, flags }) => ({ path, flags }))
		.sort((one, other) => one.path.length - other.path.length)
}

/** @returns every path where something is mounted, also below other mounts */
export function mountedPaths(mountinfo: string): ReadonlySet<string> {
	return new Set(mountinfo.split('\n').flatMap(line => readRow(line)?.path ?? []))
}

/** @returns what every mount made from this path has to keep */
export function flagsAt(path: string, mounts: readonly MountPoint[]): readonly string[] {
	let nearest: MountPoint | undefined
	for (const mount of mounts)
		if (isAtOrBelow(path, mount.path) && (nearest?.path.length ?? -1) < mount.path.length) nearest = mount
	return nearest?.flags ?? []
}

export function isAtOrBelow(path: string, folder: string): boolean {
	return path === folder || path.startsWith(folder === '/' ? '/' : `${folder}/`)
}

type Row = MountPoint & { id: string; parent: string }

/** Id, parent, device, root, path, options, … Blanks and the like stand as octal numbers. */
function readRow(line: string): Row | undefined {
	const [id, parent, , , path, options] = line.split(' ')
	if (id === undefined || parent === undefined || path === undefined || options === undefined)
		return undefined
	// The folder it was mounted on has been removed since.
	if (path.endsWith('//deleted')) return undefined
	const flags = options.split(',').filter(option => KEPT.has(option))
	return { id, parent, path: path.replaceAll(/\\([0-7]{3})/g, (_, code) => fromOctal(code)), flags }
}

const KEPT: ReadonlySet<string> = new Set(['nosuid', 'nodev', 'noexec'])

function fromOctal(code: string): string {
	return String.fromCharCode(Number.parseInt(code, 8))
}

/** As the kernel walks: whatever is mounted on a step of the way is entered, and what is mounted on that. */
function mountAt(path: string, root: Row, children: ReadonlyMap<string, readonly Row[]>): Row {
	let at = root
	for (;;) {
		const onTheWay = (children.get(at.id) ?? []).filter(
			child => child !== at && isAtOrBelow(path, child.path) && isAtOrBelow(child.path, at.path),
		)
		if (onTheWay.length === 0) return at
		at = onTheWay.reduce((nearest, child) => (child.path.length <= nearest.path.length ? child : nearest))
	}
}
