// Arithmetic of plain numbers in `$((…))`: what it comes to. A name is left alone, for the shell evaluates what is in it
// once more, and that may run a command.

/** @returns the number as the shell prints it, or undefined where it is not plain */
export function arithmeticValue(expression: string): string | undefined {
	if (expression.length > MAX_LENGTH || !PLAIN.test(expression) || RUN_TOGETHER.test(expression))
		return undefined
	const tokens = expression.match(/\d+|[-+*/%()]/g) ?? []
	const reading = { tokens, at: 0 }
	const value = sum(reading)
	return value === undefined || reading.at < tokens.length || !Number.isSafeInteger(value)
		? undefined
		: String(value)
}

/** The names in it, as far as it holds nothing but names, numbers and plain operators. */
export function arithmeticNames(expression: string): readonly string[] {
	const isPlain = expression.length <= MAX_LENGTH && /^[\w\s+\-*/%(){}$]*$/.test(expression)
	return isPlain ? (expression.match(/\b[A-Za-z_]\w*/g) ?? []) : []
}

/** The same with numbers in place of names; what is in a name and no plain number stays. */
export function withNumbers(expression: string, numberIn: (name: string) => string | undefined): string {
	return expression.replaceAll(/\$\{(\w+)\}|\$?\b([A-Za-z_]\w*)/g, (text, braced, bare) => {
		const value = numberIn(braced ?? bare)
		return value !== undefined && /^(?:0|[1-9]\d{0,8})$/.test(value) ? value : text
	})
}

const MAX_LENGTH = 200
const PLAIN = /^[\d\s+\-*/%()]+$/
// `++` and `**` are operators of their own, a number that begins with 0 is octal, and `1 2` is an error.
const RUN_TOGETHER = /\+\s*\+|-\s*-|\*\s*\*|(?<!\d)0\d|\d\s+\d|\d{10}/

type Reading = { readonly tokens: readonly string[]; at: number }
type ArithmeticValue = number | undefined

function sum(reading: Reading): ArithmeticValue {
	return folded(reading, /^[-+]$/, product)
}

function product(reading: Reading): ArithmeticValue {
	return folded(reading, /^[*/%]$/, factor)
}

function folded(
	reading: Reading,
	operators: RegExp,
	next: (reading: Reading) => ArithmeticValue,
): ArithmeticValue {
	let value = next(reading)
	while (operators.test(reading.tokens[reading.at] ?? '')) {
		const operator = reading.tokens[reading.at++]
		const right = next(reading)
		value = value === undefined || right === undefined ? undefined : applied(operator, value, right)
	}
	return value
}

function applied(operator: string | undefined, left: number, right: number): ArithmeticValue {
	if (operator === '+') return left + right
	if (operator === '-') return left - right
	if (operator === '*') return left * right
	if (right === 0) return undefined
	// A negative zero is none to the shell.
	return (operator === '/' ? Math.trunc(left / right) : left % right) + 0
}

function factor(reading: Reading): ArithmeticValue {
	const token = reading.tokens[reading.at++]
	if (token === '-' || token === '+') {
		const value = factor(reading)
		return value === undefined ? undefined : token === '-' ? 0 - value : value
	}
	if (token !== '(') return token !== undefined && /^\d/.test(token) ? Number(token) : undefined
	const value = sum(reading)
	return reading.tokens[reading.at++] === ')' ? value : undefined
}
