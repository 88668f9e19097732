// How the bundle gets at Node's built-in modules. An ESM import of one reads every export it has, getters too:
// `node:process` opens stdin, `node:util` loads worker threads. `process.getBuiltinModule` does not: 8 ms less.

import { isBuiltin } from 'node:module'

/**
 * What CommonJS packages `require`.
 * @returns {import('esbuild').Plugin}
 */
export function requiredBuiltins() {
	return {
		name: 'keelson-required-builtins',
		setup(build) {
			build.onResolve({ filter: /^[a-z]/ }, ({ path, kind }) =>
				kind === 'require-call' && isBuiltin(path) ? { path, namespace: 'builtin' } : undefined,
			)
			build.onLoad({ filter: /^/, namespace: 'builtin' }, ({ path }) => ({
				contents: `module.exports = ${builtin(path)}`,
			}))
		},
	}
}

/**
 * What ES modules `import`.
 * @param {string} code - as esbuild minifies it
 */
export function withoutBuiltinImports(code) {
	const variables = []
	const rest = code.replaceAll(IMPORT, (_statement, one, all, some, name) => {
		if (one !== undefined) variables.push(`${one}=${builtin(name)}`)
		if (all !== undefined) variables.push(`${all}=${builtin(name)}`)
		if (some !== undefined) variables.push(`{${some.replaceAll(' as ', ':')}}=${builtin(name)}`)
		return ''
	})
	// What stands before it is cut out afterwards: looked for as well, it takes a second for each two million characters.
	const left = /\bfrom"node:[^"]*"/.exec(rest)
	if (left) {
		const form = rest.slice(Math.max(0, left.index - 60), left.index) + left[0]
		throw new Error(`bundle-builtins.mjs does not know this form of an import: ${form}`)
	}
	return variables.length === 0 ? rest : `var ${variables.join(',')};${rest}`
}

/** `import a from"node:x";`, `import*as b from"node:x";`, `import{c as d,e}from"node:x";`, the first with another. */
const IMPORT = /\bimport(?: ([\w$]+),?)?(?:\*as ([\w$]+))?(?:\{([^{}"]*)\})? ?from"node:([^"]+)";/g

function builtin(path) {
	const name = path.replace(/^node:/, '')
	return name === 'process' ? 'process' : `process.getBuiltinModule("node:${name}")`
}
