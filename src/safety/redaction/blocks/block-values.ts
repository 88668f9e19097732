// Values on a line behind the one that names them: YAML's block scalars, a field of a form, the private half of a key
// of PuTTY, Subversion's cache, the default of a Terraform variable.

import { isPasswordName, nameOf } from '../secrets/secret-names.ts'
import { isFilledIn, isSecretQuoted } from '../secrets/secret-values.ts'
import { type BlockLine, type BlockView, contentOf, lineAt, type Range } from './view.ts'

export function blockValue(view: BlockView): readonly Range[] | 'more' {
	const { text } = view
	const line = lineAt(text, view.start)
	const content = contentOf(text, line)
	if (content.startsWith('Private-Lines:')) return puttyKey(view, line)
	if (content.startsWith('default')) return variableDefault(view, line)
	if (/^V \d+$/.test(content)) return nextLine(view, { line, skipped: 0, label: 'password' })
	const field = /form-data; name=\\?"([\w.-]{1,64})\\?"$/.exec(content)
	if (field) return nextLine(view, { line, skipped: 1, label: field[1]! })
	const scalar = /^["']?([\w.-]{1,64})["']?:[ \t]+[|>][\d+-]{0,2}$/.exec(content)
	if (scalar) return nextLine(view, { line, skipped: 0, label: scalar[1]!, isScalar: true })
	const plain = /^([\w.-]{1,64}):$/.exec(content)
	if (plain) return plainBelow(view, line, plain[1]!)
	const key = /"([\w.-]{1,64})":$/.exec(content)
	return key ? nextLine(view, { line, skipped: 0, label: key[1]! }) : []
}

/** `password:` of YAML and one word below it, further in: with a digit and a letter, for it could be code. */
function plainBelow(view: BlockView, line: BlockLine, label: string): readonly Range[] | 'more' {
	const below = valueBelow(view, line, label)
	if (below === 'more' || below.length > 0) return below
	const found = nextLine(view, { line, skipped: 0, label, isScalar: true })
	if (found === 'more') return found
	const isWord = ({ start, end }: Range) =>
		/^(?=\S*\d)(?=\S*[A-Za-z])[^\s"'`(){}[\];:,<>]{6,128}$/.test(view.text.slice(start, end))
	return found.filter(isWord)
}

/** `db_password:`, further in what it is about, and then `value: …`. */
function valueBelow({ text, isWhole }: BlockView, line: BlockLine, label: string): readonly Range[] | 'more' {
	const name = nameOf(label)
	if (name === undefined) return []
	let each = line
	for (let count = 0; count < MOST_SIBLINGS; count++) {
		each = lineAt(text, each.next)
		const isCut =
			each.start >= text.length || (each.next >= text.length && text.charCodeAt(each.next - 1) !== 10)
		if (isCut && !isWhole) return 'more'
		const content = contentOf(text, each)
		if (each.indent <= line.indent || !/^[\w"'.-]{1,40}:(?:[ \t]|$)/.test(content)) return []
		const found = /^(["']?value["']?:[ \t]+["']?)([^\s"'`(){}[\],<>]{6,128})["']?$/i.exec(content)
		if (!found) continue
		const [, lead = '', value = ''] = found
		const isSecret = isSecretQuoted(name, value) && /^(?=\S*\d)(?=\S*[A-Za-z])/.test(value)
		const start = each.content + lead.length
		return isSecret ? [{ start, end: start + value.length }] : []
	}
	return []
}

const MOST_SIBLINGS = 4

type NamedLine = { line: BlockLine; skipped: number; label: string; isScalar?: boolean }

function nextLine(view: BlockView, { line, skipped, label, isScalar }: NamedLine): readonly Range[] | 'more' {
	const { text, isWhole } = view
	const name = nameOf(label)
	if (name === undefined) return []
	let value = lineAt(text, line.next)
	for (let count = 0; count < skipped; count++) value = lineAt(text, value.next)
	if (!isWhole && (value.next >= text.length || value.start >= text.length)) return 'more'
	if (isScalar && (value.indent <= line.indent || lineAt(text, value.next).indent >= value.indent)) {
		// More lines than one are a text, and a key is found by itself.
		const following = lineAt(text, value.next)
		if (value.indent <= line.indent || following.content < following.end) return []
	}
	const content = contentOf(text, value)
	const quoted = /^"([^"\\]{4,1024})",?$/.exec(content)
	if (label !== 'password' && !quoted && !isScalar && skipped === 0) return []
	const secret = quoted ? quoted[1]! : content
	if (!isSecretQuoted(name, secret)) return []
	const start = value.content + (quoted ? 1 : 0)
	return [{ start, end: start + secret.length }]
}

function puttyKey({ text, isWhole }: BlockView, line: BlockLine): readonly Range[] | 'more' {
	let end = line.next
	let at = line.next
	while (at < text.length) {
		const material = lineAt(text, at)
		if (material.next === text.length && text.charCodeAt(material.next - 1) !== 10 && !isWhole) return 'more'
		if (!/^[A-Za-z0-9+/]+={0,2}$/.test(contentOf(text, material))) break
		end = material.end
		at = material.next
	}
	if (at >= text.length && !isWhole) return 'more'
	return end > line.next ? [{ start: line.next, end }] : []
}

function variableDefault({ text, start, isWhole }: BlockView, line: BlockLine): readonly Range[] | 'more' {
	const found = /^(default[ \t]*=[ \t]*")([^"]{4,1024})"$/.exec(contentOf(text, line))
	if (!found || !isFilledIn(found[2]!)) return []
	const before = text.slice(Math.max(0, start - 600), start)
	const label = /(?:^|\n)variable "([\w-]{1,64})" \{\s(?:[^}]*\n)?$/.exec(before)?.[1]
	if (label === undefined) return []
	const begin = line.content + found[1]!.length
	const range = [{ start: begin, end: begin + found[2]!.length }]
	const name = nameOf(label)
	if (name !== undefined && (isPasswordName(name) || isSecretQuoted(name, found[2]!))) return range
	const rest = text.slice(line.next, line.next + 600)
	const end = rest.search(/(?:^|\n)\}/)
	const isMarked = /(?:^|\n)[ \t]*sensitive[ \t]*=[ \t]*true/
	if (
		isMarked.test(end < 0 ? rest : rest.slice(0, end)) ||
		isMarked.test(before.slice(before.lastIndexOf('variable "')))
	)
		return range
	return end < 0 && rest.length < 600 && !isWhole ? 'more' : []
}
