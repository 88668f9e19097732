// Unix sockets that other programs listen on, from /proc/net/unix. A read-only mount does not keep anybody from
// connecting.

/** @returns paths, each once; sockets without one are cut off with the network */
export function socketPaths(table: string): readonly string[] {
	const paths = table.split('\n').flatMap(line => ROW.exec(line)?.[1] ?? [])
	return [...new Set(paths)]
}

/** Address, count, protocol, flags, type, state, inode, path. A path may hold spaces. */
const ROW = /^[0-9a-f]+: (?:[0-9A-Fa-f]+ ){5}\s*\d+ (\/.*)$/
