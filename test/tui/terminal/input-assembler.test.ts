import assert from 'node:assert/strict'
import fc from 'fast-check'
import { describe, test } from 'vitest'
import { createInputAssembler } from '../../../src/tui/terminal/input-assembler.ts'
import { cpuMs, leastMs } from '../../support/least-time.ts'

const PASTE = (text: string) => `\x1b[200~${text}\x1b[201~`

/** Function keys are told in words that Ink passes on. */
const FOR_INK = new Map(['\x1bOP', '\x1b[[A'].map(key => [key, '\x1b[57364;1;63236u']))

function assembled(reads: readonly string[]): string {
	const assembler = createInputAssembler()
	return reads.map(read => assembler.push(read, 0)).join('') + assembler.flush(0)
}

describe('sequences', () => {
	test('keys and text come out as they went in, however the reads are cut', () => {
		const token = fc.constantFrom(
			'a',
			'é',
			'😀',
			'\r',
			'\x7f',
			'\x1b[A',
			'\x1b[1;5C',
			'\x1bOP',
			'\x1b[3~',
			'\x1bb',
			'\x1b[13;2u',
			'\x1b[[A',
			'\x1b[3$',
			'\x1b\x1b[A',
			PASTE('one\rtwo \x1b[A three'),
		)
		fc.assert(
			fc.property(fc.array(token), fc.array(fc.nat(200), { maxLength: 12 }), (tokens, cuts) => {
				// A paste first tells the assembler that this terminal brackets its pastes.
				const whole = PASTE('x') + tokens.join('')
				const borders = [0, ...cuts.filter(cut => cut < whole.length).sort((a, b) => a - b), whole.length]
				const reads = borders.slice(1).map((border, index) => whole.slice(borders[index], border))
				assert.equal(assembled(reads), PASTE('x') + tokens.map(each => FOR_INK.get(each) ?? each).join(''))
			}),
		)
	})

	test('a lone Esc is kept for 40 ms and then is the Esc key', () => {
		const assembler = createInputAssembler()
		assert.equal(assembler.push('\x1b', 0), '')
		assert.equal(assembler.patienceMs(), 40)
		assert.equal(assembler.flush(40), '\x1b[27u')
		assert.equal(assembler.patienceMs(), undefined)
	})

	test('the tail of an arrow key that comes after its Esc was let go is an arrow key, not letters', () => {
		const assembler = createInputAssembler()
		assembler.push('\x1b', 0)
		assembler.flush(40)
		assert.equal(assembler.push('[A', 120), '\x1b[A')
		assert.equal(assembler.push('[A', 140), '[A')
	})

	test('a bracket typed long after Esc is a bracket', () => {
		const assembler = createInputAssembler()
		assembler.push('\x1b', 0)
		assembler.flush(40)
		assert.equal(assembler.push('[A', 2000), '[A')
	})

	test('the beginning of a sequence that never goes on is dropped', () => {
		const assembler = createInputAssembler()
		assert.equal(assembler.push('x\x1b[1;', 0), 'x')
		assert.equal(assembler.patienceMs(), 500)
		assert.equal(assembler.flush(500), '')
		assert.equal(assembler.push('y', 600), 'y')
	})

	test("the terminal's replies are nobody's typing", () => {
		assert.equal(assembled(['a\x1b]11;rgb:00/00/00\x07b', '\x1bP>|term 1.0\x1b\\c']), 'abc')
	})

	test('Esc is the Esc key also where an answer of the terminal, its focus or its mouse comes right behind it', () => {
		for (const report of [
			'\x1b[0n',
			'\x1b[?24;5R',
			'\x1b[24;5R',
			'\x1b[I',
			'\x1b[<0;3;4M',
			'\x1b]11;rgb:0/0/0\x07',
		]) {
			for (const reads of [
				[`\x1b${report}`],
				['\x1b', report],
				[`\x1b${report.slice(0, 3)}`, report.slice(3)],
			])
				assert.equal(assembled(reads), '\x1b[27u', JSON.stringify(reads))
		}
	})

	test("xterm's way to say Shift+Enter becomes the kitty protocol's", () => {
		assert.equal(assembled(['\x1b[27;2;13~']), '\x1b[13;2u')
	})
})

describe('pastes', () => {
	test('a paste without an end is delivered after a second, and the keyboard lives', () => {
		const assembler = createInputAssembler()
		assert.equal(assembler.push('\x1b[200~half', 0), '')
		assert.equal(assembler.push(' done', 10), '')
		assert.equal(assembler.patienceMs(), 1000)
		assert.equal(assembler.flush(1010), PASTE('half done'))
		assert.equal(assembler.push('k\x1b[201~', 1100), 'k')
	})

	test('several lines in one read are a paste where the terminal has no brackets for it', () => {
		assert.equal(assembled(['one\rtwo\rthree\r']), PASTE('one\rtwo\rthree\r'))
	})

	test('two prompts typed ahead are two prompts', () => {
		assert.equal(assembled(['one\rtwo\r']), 'one\rtwo\r')
	})

	test('a megabyte in small reads takes time in proportion to its size', async () => {
		const line = `${'x'.repeat(1023)}\n`
		const work = () => {
			const assembler = createInputAssembler()
			let delivered = assembler.push('\x1b[200~', 0)
			for (let index = 0; index < 1024; index++) delivered += assembler.push(line, index)
			delivered += assembler.push('\x1b[201~', 1024)
			assert.equal(delivered, PASTE(line.repeat(1024)))
		}
		// Scanning everything again with each read would take many seconds.
		assert.ok((await leastMs(1_000, () => cpuMs(work))) < 1_000)
	})
})
