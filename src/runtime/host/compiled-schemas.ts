// Schemas whose checks are compiled when we are built: `scripts/bundle-schemas.mjs` puts them in the place of this
// file. Run from the sources there are none, and ajv compiles each when it is first used.

import type { ValidateFunction } from 'ajv/dist/2020.js'
import type { JsonSchema } from '../../core/json.ts'

export const COMPILED: ReadonlyMap<JsonSchema, ValidateFunction> = new Map()
