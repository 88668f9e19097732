// Calls of programs that do many things, of which one only looks: a certificate, open ports, packages of Go, and jq with
// values of its own. What is no such call is left to the other rules.

import { literal, type Word } from '../../shell-parser/bash-words.ts'
import { judgeReads } from '../analysis/reads.ts'
import { leadsOutside, type Scope, targetOf } from '../analysis/scope.ts'
import { asks, type Evaluation, harmless } from '../analysis/verdict.ts'
import { judgeProgram } from './program-rule.ts'
import { SEARCH_PROGRAMS } from './search.ts'

/** @returns undefined where it is none of them */
export function judgeInspection(
	program: string,
	words: readonly Word[],
	scope: Scope,
): Evaluation | undefined {
	switch (program) {
		case 'openssl':
			return literal(words[0] ?? NOTHING) === 'x509' ? judgeCertificate(words.slice(1), scope) : undefined
		case 'lsof':
			return judgeOpenPorts(words)
		case 'go':
			return judgeGo(words)
		case 'jq':
			return judgeJq(words, scope)
		default:
			return undefined
	}
}

const NOTHING: Word = { text: '', pieces: [] }

const SHOWN = new Set(
	'-noout -text -subject -issuer -dates -startdate -enddate -fingerprint -serial -hash -subject_hash -issuer_hash -email -purpose -pubkey -modulus -ocsp_uri -alias -sha1 -sha256 -sha384 -sha512 -md5'.split(
		' ',
	),
)
const SHOWN_WITH_VALUE = new Set(
	'-in -inform -nameopt -certopt -ext -checkend -checkhost -checkip -checkemail'.split(' '),
)

/** With `-noout` it prints what the certificate says, and of a key nothing. `-in` also takes addresses of several kinds. */
function judgeCertificate(words: readonly Word[], scope: Scope): Evaluation {
	const problem = (what: string) => asks('options/openssl x509', `openssl x509: ${what}.`)
	let file: Word | undefined
	let isSilent = false
	for (let index = 0; index < words.length; index++) {
		const text = literal(words[index]!) ?? ''
		if (text === '-noout') isSilent = true
		if (SHOWN.has(text)) continue
		const value = words[++index]
		const given = value && literal(value)
		if (!SHOWN_WITH_VALUE.has(text) || value === undefined || given === undefined)
			return problem(`${text || words[index - 1]?.text} is not on the list of what it may show`)
		if (text === '-in') file = value
	}
	if (!isSilent) return problem('without -noout it may print a key')
	const target = file && targetOf(file, scope)
	if (!file || !target) return harmless('read-only/openssl x509', 'It prints a certificate.')
	if (/^-|:/.test(file.text)) return problem(`${file.text} may be more than a file`)
	return leadsOutside(target, scope)
		? asks('outside-workspace', `It reads ${file.text}, which may lead outside the workspace.`)
		: harmless('read-only/openssl x509', 'It prints a certificate.', target.paths)
}

/** Which connections there are, and whose. `+D`, `-r` and `-D` go through folders, repeat and write. */
function judgeOpenPorts(words: readonly Word[]): Evaluation {
	const texts = words.map(word => literal(word) ?? '')
	let isNetwork = false
	for (let index = 0; index < texts.length; index++) {
		const text = texts[index]!
		const next = texts[index + 1] ?? ''
		if (/^-[nPlatUw]*i(?:[46]?(?:TCP|UDP)?(?:@[\w.-]+)?(?::[\w,-]+)?)$/i.test(text) || text === '-i') {
			isNetwork = true
			if (
				text.endsWith('i') &&
				/^(?:[46](?:TCP|UDP)?|TCP|UDP|(?:[46]?(?:TCP|UDP)?)?@[\w.-]+|(?:[46]?(?:TCP|UDP))?)(?::[\w,-]+)?$/i.test(
					next,
				) &&
				next !== ''
			)
				index++
		} else if (/^-[pcu]$/.test(text) && /^\^?[\w.,-]+$/.test(next) && !next.startsWith('-')) index++
		else if (!/^-(?:[nPlatUw]+|s(?:TCP|UDP):\^?[A-Z_]+)$/.test(text))
			return asks('options/lsof', `lsof: ${text || 'a word'} is not on the list.`)
	}
	return isNetwork || texts.includes('-p')
		? harmless('read-only/lsof', 'It lists open connections.')
		: asks('options/lsof', 'lsof: it is only known to list connections with -i.')
}

/** Keeps it from fetching, from changing go.mod, and from leaving an index of what it has read. */
const GO_ENVIRONMENT = {
	GOPROXY: 'off',
	GOFLAGS: '-mod=readonly -buildvcs=false',
	GODEBUG: 'goindex=0',
	GOVCS: '*:off',
}

const GO_FLAGS: Readonly<Record<string, { plain: RegExp; withValue: RegExp }>> = {
	// `-export`, `-compiled` and `-toolexec` build, and what is stale is only known to the compilers.
	list: {
		plain: /^--?(?:m|e|deps|test|find|retracted|json=(?!.*Stale)[\w,]+)$/,
		withValue: /^--?(?:f|tags)$/,
	},
	// `-http` serves pages and opens them.
	doc: { plain: /^--?(?:all|c|short|src|u)$/, withValue: /^$/ },
}

function judgeGo(words: readonly Word[]): Evaluation | undefined {
	const [verb = '', ...texts] = words.map(word => literal(word) ?? '')
	if (verb === 'help' && texts.every(text => /^[\w-]+$/.test(text)))
		return harmless('read-only/go help', 'It explains a command.')
	const flags = Object.hasOwn(GO_FLAGS, verb) ? GO_FLAGS[verb] : undefined
	if (!flags) return undefined
	let index = 0
	for (; index < texts.length && texts[index]!.startsWith('-'); index++) {
		const text = texts[index]!
		if (flags.plain.test(text)) continue
		if (!flags.withValue.test(text))
			return asks(`options/go ${verb}`, `go ${verb}: ${text} is not on the list.`)
		if (/Stale|BuildID/.test(texts[++index] ?? ''))
			return asks(`options/go ${verb}`, `go ${verb}: it asks the compilers.`)
	}
	const other = texts
		.slice(index)
		.find(
			text => !/^(?:\.\/)?[\w@][\w./@-]*$|^\.$|^\.\/\.\.\.$/.test(text) || /(?:^|\/)\.\.(?:\/|$)/.test(text),
		)
	return other === undefined
		? { ...harmless(`read-only/go ${verb}`, 'It tells about packages.'), env: GO_ENVIRONMENT }
		: asks(`options/go ${verb}`, `go ${verb}: ${other || 'a word'} is no plain name of a package.`)
}

/** `--arg name value` and the like take two words each, wherever they stand. */
function judgeJq(words: readonly Word[], scope: Scope): Evaluation | undefined {
	const rest: Word[] = []
	const files: Word[] = []
	for (let index = 0; index < words.length; index++) {
		const text = literal(words[index]!) ?? ''
		if (!/^--(?:arg|argjson|slurpfile|rawfile)$/.test(text)) {
			rest.push(words[index]!)
			continue
		}
		const [name, value] = words.slice(index + 1, index + 3)
		if (!name || !value || !/^[A-Za-z_]\w*$/.test(literal(name) ?? '') || !value.pieces.every(isOneWord))
			return asks('options/jq', `jq: ${text} needs a plain name and one word.`)
		if (/file$/.test(text)) files.push(value)
		index += 2
	}
	const rule = SEARCH_PROGRAMS.jq
	if (!rule || rest.length === words.length) return undefined
	const evaluation = judgeProgram(rest, rule, { name: 'jq', scope })
	if (evaluation.outcome !== 'allow') return evaluation
	const read = judgeReads(files, scope, { name: 'read-only/jq', why: rule.why })
	return read.outcome === 'allow' ? { ...evaluation, reads: [...evaluation.reads, ...read.reads] } : read
}

/** Stays one word whatever it holds. */
function isOneWord(piece: Word['pieces'][number]): boolean {
	return piece.kind === 'literal' || piece.kind === 'home' || (piece.kind === 'variable' && piece.isQuoted)
}
