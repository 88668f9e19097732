// Every sentence in which a tool of ours fails: what the model is told, byte for byte, and what people read of it.

import assert from 'node:assert/strict'
import { truncate } from 'node:fs/promises'
import { test } from 'vitest'
import type { DecidedBy, Decision } from '../../src/core/approval.ts'
import { type ToolOutcome, textOf } from '../../src/core/messages.ts'
import { textForPeople } from '../../src/core/tool.ts'
import { createApplyPatchTool } from '../../src/tools/builtin/apply-patch.ts'
import { createAskUserTool } from '../../src/tools/builtin/ask-user.ts'
import { createEditTool } from '../../src/tools/builtin/edit.ts'
import { createFetchTool } from '../../src/tools/builtin/fetch.ts'
import { createGlobTool } from '../../src/tools/builtin/glob.ts'
import { createGrepTool } from '../../src/tools/builtin/grep.ts'
import { createListTool } from '../../src/tools/builtin/list.ts'
import { createOutlineTool } from '../../src/tools/builtin/outline.ts'
import { createReadTool } from '../../src/tools/builtin/read.ts'
import { createShellTool } from '../../src/tools/builtin/shell.ts'
import { createShellOutputTool } from '../../src/tools/builtin/shell-output.ts'
import { createWriteTool } from '../../src/tools/builtin/write.ts'
import type { ExecuteDeps } from '../../src/tools/executor/execute.ts'
import { createBackgroundCommands } from '../../src/tools/process/background-commands.ts'
import { callOf, executed, executing } from '../support/tools/executing.ts'
import { openWorkFolder } from '../support/tools/work-folder.ts'

const answered = (decision: Decision, by: DecidedBy = 'user'): Partial<ExecuteDeps> => ({
	approve: async () => ({ decision, by }),
})
const mode = (kind: 'all' | 'plan' | 'none'): Partial<ExecuteDeps> => ({
	policy: () => ({ mode: { kind }, sessionGrants: new Set(), yolo: false }),
})

const late: Partial<ExecuteDeps> = { ...mode('all'), limitMs: undefined }

async function openScene() {
	const folder = await openWorkFolder({
		'seen.ts': 'one\ntwo\none\n',
		'unseen.ts': 'one\n',
		'changed.ts': 'one\n',
		'latin.txt': Buffer.from([0x61, 0xe4, 0x62]),
		'folder/inner.ts': 'x\n',
		'abc.ts': 'a\nb\nc\n',
		'large.ts': 'a\n',
	})
	await folder.see('seen.ts', 'changed.ts', 'latin.txt', 'abc.ts')
	await folder.write('changed.ts', 'two\n')
	await truncate(folder.path('large.ts'), 21 * 1024 * 1024)
	const { deps } = folder
	const background = createBackgroundCommands()
	const network = { userAgent: 'keelson/test', allowedHosts: [] }
	const tools = [
		createReadTool(deps),
		createListTool(deps),
		createGlobTool(deps),
		createGrepTool(deps),
		createOutlineTool(deps),
		createWriteTool(deps),
		createEditTool(deps),
		createApplyPatchTool(deps),
		createAskUserTool(deps),
		createFetchTool({ checkSchema: deps.checkSchema, network }),
		createShellTool({ ...deps, background }),
		createShellOutputTool({ ...deps, background }),
	]
	const { host } = folder
	const hurried = { ...host, clock: { ...host.clock, sleep: async () => {} } }
	return ([tool, input, given = mode('all')]: Call) =>
		executed(
			typeof input === 'string' ? { ...callOf(tool, {}), arguments: input } : callOf(tool, input),
			executing(tools, { host: given === late ? hurried : host, ...given }),
		)
}

/** Arguments that are a text are what the model wrote. */
type Call = readonly [tool: string, input: unknown, given?: Partial<ExecuteDeps>]

const edit = (old_text: string, new_text: string, path = 'seen.ts') =>
	['edit', { path, old_text, new_text }] as const
const patch = (...lines: string[]) =>
	['apply_patch', { patch: ['*** Begin Patch', ...lines, '*** End Patch'].join('\n') }] as const

/** `cause`: left out, people read what the model is told. */
const PROBLEMS: readonly (readonly [call: Call, outcome: ToolOutcome, told: string, cause?: string])[] = [
	[
		['read_file', { path: 'a' }],
		'failed',
		'there is no tool named "read_file". Did you mean read? The tools are: read, list, glob, grep, outline, write, edit, apply_patch, ask_user, fetch, shell, shell_output.',
		'there is no tool named "read_file".',
	],
	[
		['read', '{"path": "seen.ts", "offset": '],
		'failed',
		'the arguments of read are not valid JSON (Unexpected end of JSON input). Expected one JSON object: {"path": string, "offset"?: integer, "limit"?: integer}. Nothing was run; call it again.',
		'the arguments of read are not valid JSON (Unexpected end of JSON input). Nothing was run.',
	],
	[
		['read', '[1]'],
		'failed',
		'the arguments of read are JSON but not an object. Expected one JSON object: {"path": string, "offset"?: integer, "limit"?: integer}. Nothing was run; call it again.',
		'the arguments of read are JSON but not an object. Nothing was run.',
	],
	[
		['read', { path: 7 }],
		'failed',
		'the arguments of read do not fit: path: expected string, got number 7. Expected one JSON object: {"path": string, "offset"?: integer, "limit"?: integer}. Nothing was run; call it again.',
		'the arguments of read do not fit: path: expected string, got number 7. Nothing was run.',
	],
	[
		['read', { file: 'x' }],
		'failed',
		'the arguments of read do not fit: path: expected string, got nothing; there is no such argument: "file". Expected one JSON object: {"path": string, "offset"?: integer, "limit"?: integer}. Nothing was run; call it again.',
		'the arguments of read do not fit: path: expected string, got nothing; there is no such argument: "file". Nothing was run.',
	],
	[['read', { path: 'folder' }], 'failed', 'folder is a folder; use list', 'folder is a folder'],
	[['read', { path: 'sen.ts' }], 'failed', 'there is no file sen.ts; there is seen.ts'],
	[
		['read', { path: 'nothing/at/all', quickly: true }],
		'failed',
		'there is no file nothing/at/all\n[left out, because read has no such argument: "quickly"]',
		'there is no file nothing/at/all',
	],
	[['read', { path: 'nothing/at/all' }], 'failed', 'there is no file nothing/at/all'],
	[['read', { path: 'abc.ts', offset: 9 }], 'failed', 'abc.ts has 3 lines, so none at offset 9'],
	[['list', { path: 'seen.ts' }], 'failed', 'seen.ts is a file; use read', 'seen.ts is a file'],
	[['list', { path: 'gone' }], 'failed', 'there is no folder gone'],
	[
		['glob', { pattern: '../x' }],
		'failed',
		'the pattern ../x leaves the folder; name the folder as path, and the rest as pattern',
		'the pattern ../x leaves the folder',
	],
	[['glob', { pattern: 'a[' }], 'failed', 'the pattern a[ has a bracket or brace that is not closed'],
	[['glob', { pattern: '*', path: 'gone' }], 'failed', 'there is no folder gone'],
	[['grep', { pattern: '(?=a)' }], 'failed', 'look-around at position 0 is not supported (pattern: (?=a))'],
	[
		['grep', { pattern: '(?i)a' }],
		'failed',
		'the flags at position 0 are not supported; use the input ignore_case (pattern: (?i)a)',
		'the flags at position 0 are not supported (pattern: (?i)a)',
	],
	[
		['grep', { pattern: '[a' }],
		'failed',
		'the [ at position 0 is not closed; \\[ is a literal one (pattern: [a)',
		'the [ at position 0 is not closed (pattern: [a)',
	],
	[
		['grep', { pattern: 'a)' }],
		'failed',
		"Invalid regular expression: /a)/v: Unmatched ')'; put a backslash before a bracket that is meant literally",
		"Invalid regular expression: /a)/v: Unmatched ')'",
	],
	[
		['grep', { pattern: 'a\\n' }],
		'failed',
		'the search goes line by line, so \\n (position 1) never matches (pattern: a\\n)',
	],
	[
		['grep', { pattern: 'a\\1' }],
		'failed',
		'the back-reference \\1 at position 1 is not supported (pattern: a\\1)',
	],
	[['grep', { pattern: 'a', glob: '[' }], 'failed', 'the glob [ has a bracket or brace that is not closed'],
	[['grep', { pattern: 'a', path: 'gone' }], 'failed', 'there is no file or folder gone'],
	[
		['grep', { pattern: 'a', path: 'large.ts' }],
		'failed',
		'large.ts has 22020096 bytes, more than the 20971520 this looks through; use grep -n in the shell, and read with offset',
		'large.ts has 22020096 bytes, more than the 20971520 this looks through',
	],
	[['outline', { path: 'gone.ts' }], 'failed', 'there is no file gone.ts'],
	[
		['outline', { path: 'folder' }],
		'failed',
		'folder is no regular file; use list for folders',
		'folder is no regular file',
	],
	[
		['outline', { path: 'large.ts' }],
		'failed',
		'large.ts has 22020096 bytes, too many to outline; use grep',
		'large.ts has 22020096 bytes, too many to outline',
	],
	[
		['write', { path: 'unseen.ts', content: 'x' }],
		'failed',
		'unseen.ts exists and was not read in this session. Read it first. Nothing was written.',
		'unseen.ts exists and was not read in this session. Nothing was written.',
	],
	[
		['write', { path: 'changed.ts', content: 'x' }],
		'failed',
		'changed.ts changed on disk since it was read. Read it again. Nothing was written.',
		'changed.ts changed on disk since it was read. Nothing was written.',
	],
	[['write', { path: 'folder', content: 'x' }], 'failed', 'folder is a folder. Nothing was written.'],
	[
		['write', { path: 'new.ts', content: 'a [REDACTED:api-key]' }],
		'failed',
		'the new text for new.ts contains [REDACTED:api-key], which stands for a secret that was hidden from you. Nothing was written. Leave the lines with secrets as they are, and edit around them.',
		'the new text for new.ts contains [REDACTED:api-key], which stands for a secret that was hidden. Nothing was written.',
	],
	[
		edit('one\n', 'x'),
		'failed',
		'seen.ts: old_text is there 2 times (lines 1, 3); add lines around it to make it unique, or set replace_all',
		'seen.ts: the text to replace is there 2 times (lines 1, 3)',
	],
	[
		edit('nothing like it', 'x'),
		'failed',
		'seen.ts: old_text is not in it, and nothing like it; read it again',
		'seen.ts: the text to replace is not in it, and nothing like it',
	],
	[
		edit('ONE\ntwo', 'x'),
		'failed',
		'seen.ts: old_text is not in it. Nearest:\nline 1 (differs in upper and lower case):\none\ntwo',
		'seen.ts: the text to replace is not in it. Nearest:\nline 1 (differs in upper and lower case):\none\ntwo',
	],
	[
		edit('1\tone\n2\ttwo', 'x'),
		'failed',
		'seen.ts: old_text has the line numbers of read in it; leave them out',
		'seen.ts: the text to replace has line numbers in it',
	],
	[
		edit('[REDACTED:api-key]', 'x'),
		'failed',
		'seen.ts: old_text has a mask in it, and the file the secret it stands for; choose lines without it',
		'seen.ts: the text to replace has a mask in it, and the file the secret it stands for',
	],
	[
		edit('one', 'one'),
		'failed',
		'old_text and new_text are the same, so there is nothing to change',
		'the text to replace and the new text are the same, so there is nothing to change',
	],
	[
		edit('', 'x'),
		'failed',
		'seen.ts exists, so old_text must say what to replace; use write to replace it all',
		'seen.ts exists, and what to replace in it was not said',
	],
	[
		edit('x', 'y', 'gone.ts'),
		'failed',
		'there is no file gone.ts; empty old_text creates it',
		'there is no file gone.ts',
	],
	[
		edit('x', 'y', 'unseen.ts'),
		'failed',
		'unseen.ts exists and was not read in this session. Read it first. Nothing was written.',
		'unseen.ts exists and was not read in this session. Nothing was written.',
	],
	[edit('x', 'y', 'latin.txt'), 'failed', 'latin.txt is no UTF-8 text, so it cannot be edited'],
	[
		['apply_patch', { patch: 'x' }],
		'failed',
		'line 1 of the patch: expected *** Begin Patch; found "x". Nothing was changed.',
	],
	[
		patch(),
		'failed',
		'line 2 of the patch: a patch needs at least one *** Add, Delete or Update File; found "*** End Patch". Nothing was changed.',
	],
	[
		patch('*** Update File: seen.ts', '@@ -1,2 +1,2 @@', '-one', '+two'),
		'failed',
		'line 3 of the patch: line numbers are not part of this grammar; write @@ alone, or @@ and a line of the file; found "@@ -1,2 +1,2 @@". Nothing was changed.',
		'line 3 of the patch: line numbers are not part of this grammar; found "@@ -1,2 +1,2 @@". Nothing was changed.',
	],
	[
		patch('*** Update File: seen.ts', '*one'),
		'failed',
		'line 3 of the patch: a line of a hunk begins with a blank, - or +; found "*one". Nothing was changed.',
	],
	[
		patch('*** Update File: seen.ts', ' one'),
		'failed',
		'line 4 of the patch: the hunk at line 3 changes nothing; found "*** End Patch". Nothing was changed.',
	],
	[
		patch('*** Update File: seen.ts'),
		'failed',
		'line 3 of the patch: the update of seen.ts has no hunks; found "*** End Patch". Nothing was changed.',
	],
	[
		patch('*** Add File: a', 'one'),
		'failed',
		'line 3 of the patch: each line of an added file begins with +; found "one". Nothing was changed.',
	],
	[
		patch('*** Add File: seen.ts', '+one'),
		'failed',
		'seen.ts exists already, so it cannot be added; update it. Nothing was changed.',
		'seen.ts exists already, so it cannot be added. Nothing was changed.',
	],
	[patch('*** Delete File: gone.ts'), 'failed', 'there is no file gone.ts to delete. Nothing was changed.'],
	[
		patch('*** Update File: unseen.ts', '-one', '+two'),
		'failed',
		'unseen.ts exists and was not read in this session. Read it first. Nothing was written.',
		'unseen.ts exists and was not read in this session. Nothing was written.',
	],
	[
		patch('*** Update File: latin.txt', '-one', '+two'),
		'failed',
		'latin.txt is no UTF-8 text, so it cannot be patched. Nothing was changed.',
	],
	[
		patch('*** Update File: seen.ts', '*** Move to: unseen.ts', '-two', '+three'),
		'failed',
		'unseen.ts exists already, so seen.ts cannot move there. Nothing was changed.',
	],
	[
		patch('*** Update File: seen.ts', '-one', '+three'),
		'failed',
		'seen.ts: the hunk at line 3 of the patch fits at lines 1, 3; add lines around it, or an @@ line above it. Nothing was changed.',
		'seen.ts: the hunk at line 3 of the patch fits at lines 1, 3. Nothing was changed.',
	],
	[
		patch('*** Update File: seen.ts', '-nowhere to be found', '+three'),
		'failed',
		'seen.ts: the hunk at line 3 of the patch fits nowhere; read the file again. Nothing was changed.',
		'seen.ts: the hunk at line 3 of the patch fits nowhere. Nothing was changed.',
	],
	[
		patch('*** Update File: seen.ts', '-ONE', '-two', '+three'),
		'failed',
		'seen.ts: the hunk at line 3 of the patch fits nowhere. Nearest:\nline 1 (differs in upper and lower case):\none\ntwo. Nothing was changed.',
	],
	[
		patch('*** Update File: seen.ts', '@@ zero', '-one', '+three'),
		'failed',
		'seen.ts: the hunk at line 3 of the patch has an @@ line that is not in the rest of the file: zero. Nothing was changed.',
	],
	[
		patch('*** Update File: seen.ts', '@@ one', '-one', '+three'),
		'failed',
		'seen.ts: the hunk at line 3 of the patch has an @@ line that is there more than once (lines 1, 3): one. Nothing was changed.',
	],
	[
		patch('*** Update File: seen.ts', '@@ two', '+three'),
		'failed',
		'seen.ts: the hunk at line 3 of the patch only adds lines: put a line that stays next to them to say where they go. Nothing was changed.',
		'seen.ts: the hunk at line 3 of the patch only adds lines, and does not say where they go. Nothing was changed.',
	],
	[
		patch('*** Update File: abc.ts', '-c', '+C', '@@', '-a', '+A'),
		'failed',
		'abc.ts: the hunk at line 5 of the patch fits at lines 1 only, before line 4; hunks go from top to bottom. Nothing was changed.',
		'abc.ts: the hunk at line 5 of the patch fits at lines 1 only, before line 4. Nothing was changed.',
	],
	[
		patch('*** Update File: abc.ts', '-a', '+A', '*** End of File'),
		'failed',
		'abc.ts: the hunk at line 3 of the patch fits at lines 1, but not at the end of the file. Nothing was changed.',
	],
	[
		['ask_user', { question: 'which?' }],
		'failed',
		'no user is present: decide yourself, go on, and say in your answer what you assumed',
		'nobody was there to answer',
	],
	[
		['fetch', { url: 'nonsense' }],
		'failed',
		'"nonsense" is no address; give all of it, as in https://example.com/page.',
		'"nonsense" is no address.',
	],
	[
		['fetch', { url: 'ftp://example.com/' }],
		'failed',
		'"ftp://example.com/" begins with ftp:, and only http: and https: can be fetched.',
	],
	[
		['fetch', { url: 'http://localhost/' }],
		'failed',
		'localhost:80 is an address of this machine or its network. It can be fetched once the user has named it in the setting fetch.allowedHosts.',
		'localhost:80 is an address of this machine or its network. The setting fetch.allowedHosts can name it.',
	],
	[['shell_output', { id: 'bg-9' }], 'failed', 'there is no background command bg-9; none is running'],
	[
		['shell', { command: 'sleep 60', timeout_ms: 1_500 }, late],
		'failed',
		'stopped after 1.5 s; give a longer timeout_ms, or background for what does not end\n(no output)',
		'stopped after 1.5 s\n(no output)',
	],
	[['shell', { command: 'true', cwd: 'gone' }], 'failed', 'could not be started: there is no folder gone'],
	[['shell', { command: 'exit 3' }], 'failed', 'exit code 3\n(no output)'],
	[
		['write', { path: 'new.ts', content: 'x' }, answered({ answer: 'no' })],
		'refused',
		'refused by the user; do not try the same in another way, go on without it or ask',
		'refused by the user',
	],
	[
		['write', { path: 'new.ts', content: 'x' }, answered({ answer: 'no' }, 'nobody')],
		'refused',
		'not run: it needs an approval and nobody is there to give it',
	],
	[
		['write', { path: 'new.ts', content: 'x' }, answered({ answer: 'no' }, 'cancel')],
		'cancelled',
		'cancelled by the user before it finished',
	],
	[
		['write', { path: 'new.ts', content: 'x' }, answered({ answer: 'no-with-reason', reason: 'not here' })],
		'refused',
		'refused by the user: not here',
	],
	[
		['write', { path: 'new.ts', content: 'x' }, mode('plan')],
		'refused',
		'not run: plan mode allows read-only calls; describe the change instead of making it',
		'not run: plan mode allows read-only calls',
	],
	[
		['write', { path: 'new.ts', content: 'x' }, mode('none')],
		'refused',
		'not run: approvals are switched off, so nothing that needs one may run',
	],
]

test('a failed call tells the model what to do about it, and people only why it failed', async () => {
	const call = await openScene()
	const said: unknown[] = []
	for (const [given] of PROBLEMS) {
		const result = await call(given)
		said.push([given, result.outcome, textOf(result.content), textForPeople(result)])
	}
	assert.deepEqual(
		said,
		PROBLEMS.map(([given, outcome, told, cause = told]) => [given, outcome, told, cause]),
	)
})

test('that a run was denied a call is told with what the call was', async () => {
	const call = await openScene()
	const told: string[] = []
	const denied = (reason: string) => void told.push(reason)
	const scrub = (text: string) => text.replaceAll('k3y', '***')
	const write = ['write', { path: 'new.ts', content: 'x' }] as const
	const shell = ['shell', { command: `echo k3y > ${'long/'.repeat(40)}` }] as const
	await call([...write, { ...answered({ answer: 'no' }, 'nobody'), denied }])
	await call([...write, { ...mode('plan'), denied }])
	await call([...shell, { ...mode('none'), denied, scrub }])
	await call([...write, { ...answered({ answer: 'no' }), denied }])
	assert.deepEqual(told, [
		'write new.ts (+1 −0): it needs an approval and nobody is there to give it',
		'write new.ts (+1 −0): plan mode allows read-only calls',
		`echo *** > ${'long/'.repeat(40)}`.slice(0, 120) +
			'…: approvals are switched off, so nothing that needs one may run',
	])
})
