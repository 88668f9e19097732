// The demo's policy: from the conversation so far to the next tool calls, or to the answer.

import type { JsonObject } from '../../core/json.ts'
import type { ModelRequest } from '../../core/model.ts'
import { answerChange, answerCommand, answerFiles, answerGreeting } from './answer-deed.ts'
import { answerOverview } from './answer-overview.ts'
import { answerQuestion } from './answer-question.ts'
import { honestNote } from './honest-note.ts'
import { type Intent, intentOf } from './intent.ts'
import { codeList } from './markdown.ts'
import { bestFiles } from './rank.ts'
import { type Keyword, searchPattern } from './salient-words.ts'
import { readSoFar, type SoFar } from './so-far.ts'
import { folderNames } from './tool-output.ts'

/** Text first, then calls. Without calls the text is the answer. */
export type DemoReply = { text: string; calls: readonly DemoCall[] }

export type DemoCall = { tool: string; input: JsonObject }

/** Each rule says what it would do next; a call to a tool that is not offered is left out. */
export function nextStep(request: ModelRequest, command: string): DemoReply {
	const soFar = readSoFar(request.messages)
	const intent = intentOf(soFar.prompt)
	const offered = new Set(request.tools.map(tool => tool.name))
	const step = stepFor(intent, soFar)
	const calls = step.calls.filter(call => offered.has(call.tool))
	if (calls.length > 0) return { text: step.text, calls }
	const answer = answerFor(intent, soFar, [...offered])
	return { text: `${answer}\n\n${honestNote(soFar.isFirstAnswer, command)}`, calls: [] }
}

const DONE: DemoReply = { text: '', calls: [] }

function stepFor(intent: Intent, soFar: SoFar): DemoReply {
	switch (intent.kind) {
		case 'greeting':
			return DONE
		case 'run':
			if (soFar.rounds > 0) return DONE
			return {
				text: `Running \`${intent.command}\`.`,
				calls: [{ tool: 'shell', input: { command: intent.command } }],
			}
		case 'write':
			return writeStep(intent, soFar)
		case 'edit':
			return editStep(intent, soFar)
		case 'files':
			if (soFar.rounds > 0) return DONE
			return { text: `Reading ${codeList(intent.paths)}.`, calls: intent.paths.map(readCall) }
		case 'overview':
			return overviewStep(soFar)
		case 'question':
			return questionStep(intent.words, soFar)
	}
}

function answerFor(intent: Intent, soFar: SoFar, offered: readonly string[]): string {
	switch (intent.kind) {
		case 'greeting':
			return answerGreeting()
		case 'run':
			return answerCommand(intent, soFar, offered)
		case 'write':
		case 'edit':
			return answerChange(intent, soFar, offered)
		case 'files':
			return answerFiles(intent.paths, soFar)
		case 'overview':
			return answerOverview(soFar)
		case 'question':
			return answerQuestion(intent.words, soFar) ?? nothingFound(intent.words, soFar)
	}
}

/** A file that is there must have been read before it may be written, and one that is not there cannot be read. */
function writeStep({ path, content }: { path: string; content: string }, soFar: SoFar): DemoReply {
	const write = { tool: 'write', input: { path, content: content.endsWith('\n') ? content : `${content}\n` } }
	if (soFar.rounds === 0) {
		return {
			text: `Looking whether \`${path}\` is there already.`,
			calls: [{ tool: 'glob', input: { pattern: path } }],
		}
	}
	const found = soFar.results.find(result => result.tool === 'glob')
	const isThere = found?.outcome === 'ok' && found.text.split('\n').some(line => line.trim().endsWith(path))
	if (soFar.rounds === 1 && isThere) {
		return { text: 'It is, so I read it before I replace it.', calls: [readCall(path)] }
	}
	if (soFar.results.some(result => result.tool === 'write')) return DONE
	return { text: `Writing \`${path}\`.`, calls: [write] }
}

function editStep(intent: Intent & { kind: 'edit' }, soFar: SoFar): DemoReply {
	const { path, oldText, newText } = intent
	if (soFar.rounds === 0) return { text: `Reading \`${path}\` first.`, calls: [readCall(path)] }
	if (soFar.rounds > 1 || soFar.results[0]?.outcome !== 'ok') return DONE
	const input = { path, old_text: oldText, new_text: newText }
	return { text: 'Now the change.', calls: [{ tool: 'edit', input }] }
}

/** What says what a folder is, in the order in which a newcomer would open it. */
const SIGNPOSTS =
	/^(?:readme(?:\.\w+)?|agents\.md|claude\.md|architecture\.md|package\.json|cargo\.toml|pyproject\.toml|go\.mod|makefile|justfile)$/i
const CODE_FOLDERS = /^(?:src|lib|app|apps|packages|crates|cmd|internal|pkg|source)\/$/i

function overviewStep(soFar: SoFar): DemoReply {
	if (soFar.rounds === 0) {
		return { text: 'I will look at the folder first.', calls: [{ tool: 'list', input: { path: '.' } }] }
	}
	if (soFar.rounds > 1) return DONE
	const names = folderNames(soFar.results)
	const signposts = names.filter(name => SIGNPOSTS.test(name)).slice(0, 5)
	const folders = names.filter(name => CODE_FOLDERS.test(name)).slice(0, 2)
	const calls = [
		...signposts.map(path => ({ tool: 'read', input: { path, limit: 120 } })),
		...folders.map(path => ({ tool: 'list', input: { path } })),
	]
	return { text: `Reading what describes it: ${codeList([...signposts, ...folders])}.`, calls }
}

function questionStep(words: readonly Keyword[], soFar: SoFar): DemoReply {
	if (soFar.rounds === 0) {
		const calls = words.map(word => ({
			tool: 'grep',
			input: { pattern: searchPattern(word), ignore_case: !word.isExact },
		}))
		return { text: `Searching the folder for ${codeList(words.map(word => word.said))}.`, calls }
	}
	const files = bestFiles(words, soFar.results).slice(0, 3)
	if (files.length === 0) return overviewStep({ ...soFar, rounds: soFar.rounds - 1 })
	if (soFar.rounds > 1) return DONE
	const calls = files.map(({ path, bestLine }) => ({
		tool: 'read',
		input: { path, ...(bestLine < 180 ? { limit: 220 } : { offset: bestLine - 20, limit: 80 }) },
	}))
	return { text: `The best places are ${codeList(files.map(file => file.path))}.`, calls }
}

function nothingFound(words: readonly Keyword[], soFar: SoFar): string {
	const searched = codeList(words.map(word => word.said))
	return `Nothing in this folder mentions ${searched}. What I can say about it as a whole:\n\n${answerOverview(soFar)}`
}

function readCall(path: string): DemoCall {
	return { tool: 'read', input: { path } }
}
