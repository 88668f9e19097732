// SQLite as it comes with Node, where it does: Node 20 has none.

export function loadSqlite(): typeof import('node:sqlite') | undefined {
	// Node 22 warns that SQLite is experimental there, on a terminal that a screen is drawn on.
	const { emitWarning } = process
	process.emitWarning = () => {}
	try {
		return process.getBuiltinModule?.('node:sqlite')
	} finally {
		process.emitWarning = emitWarning
	}
}
