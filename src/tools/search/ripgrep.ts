// Where ripgrep is: the optional package that brings it along, else whatever PATH has.

import { createRequire } from 'node:module'

/** @returns what to start; it may turn out not to exist, then the search is done without it */
export function findRipgrep(): string {
	try {
		// The package of this platform has the program in it and nothing to load.
		return createRequire(import.meta.url).resolve(
			`@vscode/ripgrep-${process.platform}-${process.arch}/bin/rg`,
		)
	} catch {
		return 'rg'
	}
}
