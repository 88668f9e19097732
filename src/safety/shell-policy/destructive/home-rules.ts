// Hard rules about the home folder as a whole: who reads, packs or copies all of it has the keys in it, too.

import type { Word } from '../../shell-parser/bash-words.ts'
import { isWithin, type Scope, targetOf } from '../analysis/scope.ts'
import { type HardRule, knownText, type ProgramCall } from './hard-rule.ts'

export const HOME_RULES: readonly HardRule[] = [
	{
		rule: 'secret',
		when: (call, scope) => {
			const folder = foldersRead(call).find(word => holdsHome(word, scope))
			return folder && `It reads all that is in ${folder.text}, keys and passwords among it.`
		},
	},
	{
		rule: 'opened-to-others',
		when: (call, scope) => {
			const folder = foldersServed(call).find(word => holdsHome(word, scope))
			return folder && `It hands all that is in ${folder.text} to whoever asks, keys and passwords among it.`
		},
	},
]

/** What a file server is told to serve, or where it is started. */
function foldersServed({ program, facts, texts, command, operands }: ProgramCall): readonly Word[] {
	const behind = (option: RegExp) => {
		const at = command.words.findIndex(word => option.test(knownText(word)))
		const word = command.words[at + 1]
		return at > 0 && word ? [word] : [HERE]
	}
	if (facts.kind === 'language') {
		if (texts.some(text => /^(?:http\.server|SimpleHTTPServer)$/.test(text)))
			return behind(/^(?:-d|--directory)$/)
		if (program === 'php' && texts.includes('-S')) return behind(/^-t$/)
		return program === 'ruby' && texts.includes('-run')
			? operands.length > 1
				? operands.slice(1)
				: [HERE]
			: []
	}
	if (program === 'httpd') return texts.some(text => text === '-h') ? behind(/^-h$/) : []
	if (program === 'caddy') return texts.includes('file-server') ? behind(/^(?:-r|--root)$/) : []
	if (!FILE_SERVERS.has(program)) return []
	return operands.length > 0 ? operands : [HERE]
}

const FILE_SERVERS: ReadonlySet<string> = new Set([
	'http-server',
	'serve',
	'live-server',
	'sirv',
	'darkhttpd',
	'miniserve',
	'simple-http-server',
	'webfsd',
])
const HERE: Word = { text: '.', pieces: [{ kind: 'literal', value: '.' }] }

function foldersRead(call: ProgramCall): readonly Word[] {
	const { program, facts, texts, operands } = call
	if (facts.kind === 'grep') {
		const goesDown =
			program === 'rgrep' ||
			texts.some(text => /^-[a-zA-Z]*[rR]|^--(?:dereference-)?rec|^--directories=recurse/.test(text))
		return goesDown && !isNarrow(texts) ? operands.slice(1) : []
	}
	// It leaves out what is hidden, unless it is told not to.
	if (facts.kind === 'searcher')
		return texts.some(text => /^(?:-\.|-[a-zA-Z]*uu|--hidden|--unrestricted)/.test(text)) && !isNarrow(texts)
			? operands.slice(1)
			: []
	if (program === 'tar' || program === 'bsdtar' || program === 'gtar')
		return /^-?[a-zA-Z]*[cru]/.test(texts[0] ?? '') ||
			texts.some(text => /^--(?:create|append|update)/.test(text))
			? operands
			: []
	if (program === 'zip' || program === '7z' || program === '7za' || program === 'rclone')
		return operands.slice(1)
	if (program === 'cp')
		return texts.some(text => /^-[a-zA-Z]*[rRa]|^--(?:rec|arch)/.test(text)) ? operands.slice(0, -1) : []
	return program === 'rsync' || program === 'scp' ? operands.slice(0, -1) : []
}

/** Only names and counts, or only files of a kind. */
function isNarrow(texts: readonly string[]): boolean {
	return texts.some(text => /^-[a-zA-Z]*[lLcq]|^--(?:files-with|count|quiet|include|type)|^-[gtT]/.test(text))
}

function holdsHome(word: Word, scope: Scope): boolean {
	if (!/[~/$]|^\.\.?$/.test(word.text) || /^[\w-]+$/.test(knownText(word))) return false
	return (
		targetOf(word, scope)?.paths.some(path => isWithin(path.replace(/\/\.?\*$/, '') || '/', scope.home)) ??
		false
	)
}
