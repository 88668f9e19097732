// The checks of our own tools' arguments, compiled when we are built: `scripts/bundle-schemas.mjs` puts them in the place
// of this file. Run from the sources there are none, and ajv compiles each when it is first used.

import type { ValidateFunction } from 'ajv/dist/2020.js'

/** @returns each by its schema as JSON */
export function toolChecks(): ReadonlyMap<string, ValidateFunction> {
	return NONE
}

const NONE: ReadonlyMap<string, ValidateFunction> = new Map()
