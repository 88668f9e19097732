// A compile cache holds what V8 compiled when it met a file. That leaves out what it puts off, which is every function
// that nothing marks: 1 200 of them were parsed again at each start. V8 takes a function in parentheses for one that is
// called at once, and compiles it with its file: https://v8.dev/blog/preparser#pife

import { parse } from 'acorn'
import { fullAncestor } from 'acorn-walk'
import MagicString from 'magic-string'

/**
 * @param {string} code - an ES module in ASCII
 * @param {(start: number, end: number) => boolean} hasRun - whether the function that stands there was called
 * @param {{ isInCycle: boolean }} options - modules that import each other call functions before these are assigned
 * @returns {string} the same program, with the functions that were called in parentheses
 */
export function withEagerFunctions(code, hasRun, { isInCycle }) {
	const result = new MagicString(code)
	const program = parse(code, { ecmaVersion: 'latest', sourceType: 'module' })
	fullAncestor(program, (node, _state, ancestors) => {
		if (!/^(?:Arrow)?Function/.test(node.type)) return
		const [parent, grandparent] = [ancestors.at(-2), ancestors.at(-3)]
		const whole = isMethod(parent) ? parent : node
		if (!hasRun(whole.start, whole.end) && !hasRun(node.start, node.end)) return
		if (isMethod(parent)) asProperty(result, code, { method: parent, node })
		else if (node.type !== 'FunctionDeclaration') inParentheses(result, node)
		else if (parent === program ? !isInCycle : isBodyOf(parent, grandparent)) asVariable(result, node, parent)
	})
	return result.toString()
}

function isMethod(parent) {
	return (
		parent.type === 'MethodDefinition' ||
		(parent.type === 'Property' && (parent.method || parent.kind !== 'init'))
	)
}

function isBodyOf(block, holder) {
	return block.type === 'BlockStatement' && /Function/.test(holder?.type ?? '')
}

function inParentheses(result, { start, end }) {
	result.prependRight(start, '(').appendLeft(end, ')')
}

/** `a(){}` → `a:(function(){})`. A class has no other form for its methods, nor has what says `super` or computes its name. */
function asProperty(result, code, { method, node }) {
	if (method.type !== 'Property' || method.kind !== 'init' || method.computed) return
	if (/\bsuper\b/.test(code.slice(node.start, node.end))) return
	const name = code.slice(method.key.start, method.key.end)
	result.overwrite(method.start, node.start, `${name}:(${head(node)}`).appendLeft(node.end, ')')
}

/** A declaration holds from the beginning of what it stands in, and so does the variable, which is moved there. */
function asVariable(result, node, holder) {
	const directives = holder.body.filter(({ directive }) => directive !== undefined)
	const target = directives.at(-1)?.end ?? (holder.type === 'Program' ? 0 : holder.start + 1)
	result.overwrite(node.start, node.id.end, `;var ${node.id.name}=(${head(node)}`)
	result.appendLeft(node.end, ');')
	if (node.start !== target) result.move(node.start, node.end, target)
}

function head({ async: isAsync, generator }) {
	return `${isAsync ? 'async ' : ''}function${generator ? '*' : ''}`
}
