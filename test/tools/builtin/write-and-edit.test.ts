import assert from 'node:assert/strict'
import { chmod, mkdir, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, test } from 'vitest'
import { createEditTool } from '../../../src/tools/builtin/edit.ts'
import { createReadTool } from '../../../src/tools/builtin/read.ts'
import { createWriteTool } from '../../../src/tools/builtin/write.ts'
import { replacePassage } from '../../../src/tools/files/replace-passage.ts'
import { createSeenFiles, sha256Of } from '../../../src/tools/files/seen-files.ts'
import { openWorkFolder } from '../../support/tools/work-folder.ts'

const sha256 = (text: string) => sha256Of(new TextEncoder().encode(text))

describe('write', () => {
	test('creates a file and its folders, and tells the change', async () => {
		const folder = await openWorkFolder()
		const result = await folder.call(createWriteTool(folder.deps), { path: 'a/b.txt', content: 'one\ntwo\n' })
		assert.equal(await folder.read('a/b.txt'), 'one\ntwo\n')
		assert.deepEqual(result, {
			outcome: 'ok',
			content: [{ type: 'text', text: 'created a/b.txt (+2 −0)' }],
			detail: {
				type: 'files',
				seen: [{ path: folder.path('a/b.txt'), sha256: sha256('one\ntwo\n') }],
				diff: '--- /dev/null\n+++ b/a/b.txt\n@@ -0,0 +1,2 @@\n+one\n+two\n',
				added: 2,
				removed: 0,
			},
		})
	})

	test('is an edit of the workspace that shows what would change', async () => {
		const folder = await openWorkFolder({ 'a.txt': 'one\n' })
		await folder.see('a.txt')
		const { assessment } = await folder.assess(createWriteTool(folder.deps), {
			path: 'a.txt',
			content: 'two\n',
		})
		assert.deepEqual(assessment, {
			tier: 'side-effecting',
			outcome: 'ask',
			isWorkspaceEdit: true,
			title: 'write a.txt (+1 −1)',
			reasons: ['It changes a file in the workspace.'],
			diff: '--- a/a.txt\n+++ b/a.txt\n@@ -1,1 +1,1 @@\n-one\n+two\n',
			sessionKeys: ['edit:workspace'],
		})
	})

	test('needs an existing file to have been read, and asks nobody before', async () => {
		const folder = await openWorkFolder({ 'a.txt': 'old' })
		const { assessment, run } = await folder.assess(createWriteTool(folder.deps), {
			path: 'a.txt',
			content: 'new',
		})
		assert.equal(assessment.outcome, 'allow')
		assert.deepEqual(await run(), {
			outcome: 'failed',
			content: [
				{
					type: 'text',
					text: 'a.txt exists and was not read in this session. Read it first. Nothing was written.',
				},
			],
			problem: { cause: 'a.txt exists and was not read in this session. Nothing was written.' },
		})
		assert.equal(await folder.read('a.txt'), 'old')
	})

	test('needs it unchanged since then; the own writes count as read', async () => {
		const folder = await openWorkFolder({ 'a.txt': 'old' })
		const tool = createWriteTool(folder.deps)
		await folder.see('a.txt')
		assert.equal((await folder.call(tool, { path: 'a.txt', content: 'new' })).outcome, 'ok')
		assert.equal((await folder.call(tool, { path: 'a.txt', content: 'newer' })).outcome, 'ok')
		await folder.write('a.txt', 'by somebody else')
		assert.equal(
			await folder.say(tool, { path: 'a.txt', content: 'newest' }),
			'failed: a.txt changed on disk since it was read. Read it again. Nothing was written.',
		)
		assert.equal(await folder.read('a.txt'), 'by somebody else')
	})

	test('knows after a resume what was read before it', async () => {
		const folder = await openWorkFolder({ 'a.txt': 'old' })
		const { detail } = await folder.call(createReadTool(folder.deps), { path: 'a.txt' })
		const seen = createSeenFiles()
		seen.restore(detail!)
		const tool = createWriteTool({ ...folder.deps, seen })
		assert.equal((await folder.call(tool, { path: 'a.txt', content: 'new' })).outcome, 'ok')
	})

	test('does not write what changed between the question and the answer', async () => {
		const folder = await openWorkFolder({ 'a.txt': 'old' })
		await folder.see('a.txt')
		const { run } = await folder.assess(createWriteTool(folder.deps), { path: 'a.txt', content: 'new' })
		await folder.write('a.txt', 'by somebody else')
		assert.match(JSON.stringify(await run()), /changed while the call was waiting/)
		assert.equal(await folder.read('a.txt'), 'by somebody else')
	})

	test('does not follow a link that was put there between the question and the answer', async () => {
		const folder = await openWorkFolder({ 'folder/x': '' })
		const { assessment, run } = await folder.assess(createWriteTool(folder.deps), {
			path: 'folder/a.txt',
			content: 'new',
		})
		assert.equal(assessment.isWorkspaceEdit, true)
		await rm(folder.path('folder'), { recursive: true })
		await symlink(folder.outside, folder.path('folder'))
		assert.equal((await run()).outcome, 'failed')
		assert.deepEqual(await readdir(folder.outside), [])
	})

	test('through a link changes the file and keeps the link', async () => {
		const folder = await openWorkFolder({ 'real.txt': 'old' })
		await symlink('real.txt', folder.path('link.txt'))
		await folder.see('link.txt')
		await folder.call(createWriteTool(folder.deps), { path: 'link.txt', content: 'new' })
		assert.equal(await folder.read('real.txt'), 'new')
		assert.equal(
			(await folder.host.files.list(folder.root))?.find(({ name }) => name === 'link.txt')?.kind,
			'link',
		)
	})

	test('keeps the mode bits', async () => {
		const folder = await openWorkFolder()
		await folder.write('run.sh', 'old', 0o755)
		await folder.see('run.sh')
		await folder.call(createWriteTool(folder.deps), { path: 'run.sh', content: 'new' })
		assert.equal((await stat(folder.path('run.sh'))).mode & 0o777, 0o755)
	})

	test('outside is privileged, and asks harder where it is protected', async () => {
		const folder = await openWorkFolder()
		const tool = createWriteTool(folder.deps)
		const judged = async (path: string) => (await folder.assess(tool, { path, content: 'x' })).assessment
		const outside = await judged(join(folder.outside, 'a.txt'))
		assert.deepEqual(
			[outside.tier, outside.outcome, outside.isWorkspaceEdit, outside.sessionKeys],
			['privileged', 'ask-always', false, [`edit:${folder.outside}`]],
		)
		const hard = await judged('.git/hooks/pre-commit')
		assert.deepEqual(
			[hard.tier, hard.outcome, hard.isWorkspaceEdit, hard.sessionKeys, hard.reasons],
			['privileged', 'ask-always', false, [], ['Files inside .git can make git start programs.']],
		)
	})

	test('refuses a mask, and lets a file keep the ones it has itself', async () => {
		const mask = '[REDACTED:token]'
		const folder = await openWorkFolder({ 'scrub.ts': `const mask = '${mask}'\n` })
		const tool = createWriteTool(folder.deps)
		await folder.see('scrub.ts')
		assert.match(
			await folder.say(tool, { path: 'new.env', content: `KEY=${mask}\n` }),
			/^failed: the new text for new.env contains/,
		)
		assert.match(
			await folder.say(tool, { path: 'scrub.ts', content: `${mask}${mask}` }),
			/^failed: the new text for scrub.ts contains/,
		)
		assert.equal(
			(await folder.call(tool, { path: 'scrub.ts', content: `export const mask = '${mask}'\n` })).outcome,
			'ok',
		)
	})

	test('of what is there already changes nothing and asks nobody', async () => {
		const folder = await openWorkFolder({ 'a.txt': 'same' })
		await folder.see('a.txt')
		const { assessment, run } = await folder.assess(createWriteTool(folder.deps), {
			path: 'a.txt',
			content: 'same',
		})
		assert.equal(assessment.outcome, 'allow')
		assert.match(JSON.stringify(await run()), /nothing to do/)
	})

	test('on a folder says so', async () => {
		const folder = await openWorkFolder()
		await mkdir(folder.path('src'))
		assert.equal(
			await folder.say(createWriteTool(folder.deps), { path: 'src', content: '' }),
			'failed: src is a folder. Nothing was written.',
		)
	})

	test.skipIf(process.getuid?.() === 0)('that the system refuses is told with its reason', async () => {
		const folder = await openWorkFolder({ 'locked/x': '' })
		await chmod(folder.path('locked'), 0o500)
		assert.match(
			await folder.say(createWriteTool(folder.deps), { path: 'locked/a', content: '' }),
			/^failed: locked\/a could not be written: .*EACCES.*Nothing was changed\.$/,
		)
	})
})

describe('edit', () => {
	async function edited(
		content: string,
		input: { old_text: string; new_text: string; replace_all?: boolean },
	) {
		const folder = await openWorkFolder({ 'a.txt': content })
		await folder.see('a.txt')
		const said = await folder.say(createEditTool(folder.deps), { path: 'a.txt', ...input })
		return said.startsWith('ok') ? folder.read('a.txt') : said
	}

	test('replaces a passage that is there once, and tells the change', async () => {
		const folder = await openWorkFolder({ 'a.txt': 'one\ntwo\nthree\n' })
		await folder.see('a.txt')
		const said = await folder.say(createEditTool(folder.deps), {
			path: 'a.txt',
			old_text: 'two',
			new_text: '2\nzwei',
		})
		assert.equal(await folder.read('a.txt'), 'one\n2\nzwei\nthree\n')
		assert.equal(
			said,
			'ok: changed a.txt (+2 −1)\n--- a/a.txt\n+++ b/a.txt\n@@ -1,3 +1,4 @@\n one\n-two\n+2\n+zwei\n three\n',
		)
	})

	test('keeps the byte order mark, the line ends and a missing final newline', async () => {
		assert.equal(
			await edited('\uFEFFa\r\nb\r\nc', { old_text: 'a\nb', new_text: 'x\ny\nz' }),
			'\uFEFFx\r\ny\r\nz\r\nc',
		)
		assert.equal(await edited('a\r\nb\r\n', { old_text: 'b', new_text: 'b\nc' }), 'a\r\nb\r\nc\r\n')
		assert.equal(await edited('a\nb', { old_text: 'b', new_text: 'c' }), 'a\nc')
		assert.equal(await edited('a\r\nb\r\n', { old_text: 'a\r\nb', new_text: 'a\nb' }), 'a\nb\r\n')
	})

	test('keeps UTF-16 in the order of its bytes, and so does write', async () => {
		const inOrder = (text: string) => ({
			'le.txt': Buffer.from(text, 'utf16le'),
			'be.txt': Buffer.from(text, 'utf16le').swap16(),
		})
		const folder = await openWorkFolder(inOrder('\uFEFFone\r\ntwo\r\n'))
		const are = async (text: string) => {
			for (const [name, bytes] of Object.entries(inOrder(text)))
				assert.deepEqual(await readFile(folder.path(name)), bytes)
		}
		await folder.see('le.txt', 'be.txt')
		for (const path of ['le.txt', 'be.txt'])
			assert.equal(
				await folder.say(createEditTool(folder.deps), { path, old_text: 'two', new_text: 'zw\xf6lf' }),
				`ok: changed ${path} (+1 −1)\n--- a/${path}\n+++ b/${path}\n@@ -1,2 +1,2 @@\n \uFEFFone\n-two\n+zw\xf6lf\n`,
			)
		await are('\uFEFFone\r\nzw\xf6lf\r\n')
		for (const path of ['le.txt', 'be.txt']) {
			const masked = { path, old_text: 'one', new_text: '[REDACTED:token]' }
			assert.match(await folder.say(createEditTool(folder.deps), masked), /stands for a secret/)
			await folder.say(createWriteTool(folder.deps), { path, content: 'new\n' })
		}
		await are('\uFEFFnew\n')
	})

	test('in a file of both kinds gives new lines the end of the passage they replace', async () => {
		assert.equal(
			await edited('a\nb\r\nc\nd\n', { old_text: 'b\nc', new_text: 'b\nx\nc' }),
			'a\nb\r\nx\r\nc\nd\n',
		)
	})

	test('takes the new text as it is, with all that a replacement could mean elsewhere', async () => {
		assert.equal(await edited('a(b', { old_text: 'a(b', new_text: "$& $1 $' \\n" }), "$& $1 $' \\n")
	})

	test('never guesses which of two is meant', async () => {
		assert.equal(
			await edited('x = 1\ny\nx = 1\n', { old_text: 'x = 1', new_text: 'x = 2' }),
			'failed: a.txt: old_text is there 2 times (lines 1, 3); add lines around it to make it unique, or set replace_all',
		)
		assert.match(await edited('aaa', { old_text: 'aa', new_text: 'b' }), /is there 2 times/)
		assert.match(
			await edited('a\nb\r\na\r\nb\n', { old_text: 'a\nb', new_text: 'x' }),
			/is there 2 times \(lines 1, 3\)/,
		)
	})

	test('replaces all when told to', async () => {
		assert.equal(await edited('x y x', { old_text: 'x', new_text: 'xx', replace_all: true }), 'xx y xx')
		assert.equal(await edited('aaaa', { old_text: 'aa', new_text: 'b', replace_all: true }), 'bb')
	})

	test('says what is nearest when the passage is not there, and in what it differs', async () => {
		const cases: [content: string, oldText: string, expected: string][] = [
			['if (x) {\n\t\treturn  1\n}\n', '    return  1', 'line 2 (differs in indentation):\n\t\treturn  1'],
			['const a = b +  c\n', 'const a = b + c', 'line 1 (differs in blanks):\nconst a = b +  c'],
			['say “hi”\n', 'say "hi"', 'line 1 (differs in quotes or dashes):\nsay “hi”'],
			['x\nconst Name = 1\n', 'const name = 1', 'line 2 (differs in upper and lower case):\nconst Name = 1'],
			[
				'a\nfunction compute(a, b) {\nb\n',
				'function compute(a, c) {',
				'line 2 (similar):\nfunction compute(a, b) {',
			],
		]
		for (const [content, oldText, expected] of cases)
			assert.equal(
				await edited(content, { old_text: oldText, new_text: 'new' }),
				`failed: a.txt: old_text is not in it. Nearest:\n${expected}`,
			)
		assert.match(
			await edited('abc', { old_text: 'something else', new_text: '' }),
			/nothing like it; read it again/,
		)
		assert.match(
			await edited('one\ntwo\n', { old_text: '1\tone\n2\ttwo', new_text: '' }),
			/line numbers of read/,
		)
	})

	test('with nothing to change, or on a missing file, is an error that says so', async () => {
		assert.match(await edited('a', { old_text: 'a', new_text: 'a' }), /are the same/)
		const folder = await openWorkFolder()
		assert.equal(
			await folder.say(createEditTool(folder.deps), { path: 'b.txt', old_text: 'a', new_text: 'b' }),
			'failed: there is no file b.txt; empty old_text creates it',
		)
	})

	test('with empty old text creates a missing file, and does nothing to an existing one', async () => {
		const folder = await openWorkFolder({ 'old.txt': '' })
		const tool = createEditTool(folder.deps)
		assert.equal(
			await folder.say(tool, { path: 'x/new.txt', old_text: '', new_text: 'hello' }),
			'ok: created x/new.txt (+1 −0)',
		)
		assert.equal(await folder.read('x/new.txt'), 'hello')
		await folder.see('old.txt')
		assert.match(
			await folder.say(tool, { path: 'old.txt', old_text: '', new_text: 'x' }),
			/^failed: old.txt exists/,
		)
	})

	test('tells nothing of a file that was not read', async () => {
		const folder = await openWorkFolder()
		await writeFile(join(folder.outside, 'a.txt'), 'the secret plan')
		const path = join(folder.outside, 'a.txt')
		const said = await folder.say(createEditTool(folder.deps), {
			path,
			old_text: 'the secret plans',
			new_text: 'x',
		})
		assert.equal(
			said,
			`failed: ${path} exists and was not read in this session. Read it first. Nothing was written.`,
		)
	})

	test('refuses what is not UTF-8, and a passage with a mask in it', async () => {
		const folder = await openWorkFolder({ 'a.txt': Buffer.from('caf\xe9', 'latin1'), 'b.txt': 'KEY=1' })
		await folder.see('a.txt', 'b.txt')
		const tool = createEditTool(folder.deps)
		assert.match(await folder.say(tool, { path: 'a.txt', old_text: 'caf', new_text: 'x' }), /no UTF-8 text/)
		assert.match(
			await folder.say(tool, { path: 'b.txt', old_text: 'KEY=[REDACTED:secret]', new_text: 'x' }),
			/old_text has a mask in it/,
		)
		assert.equal(await readFile(folder.path('a.txt'), 'latin1'), 'caf\xe9')
	})

	test('changes exactly the passage, whatever stands around it', () => {
		const text = fc.string({ unit: fc.constantFrom('a', 'b', '\n', '\r\n', ' ', '$', '('), maxLength: 40 })
		fc.assert(
			fc.property(text, text, fc.stringMatching(/^[A-Z]{1,5}$/), text, (before, after, oldText, newText) => {
				const replaced = replacePassage(before + oldText + after, {
					oldText,
					newText: newText.replaceAll('\r', ''),
					replaceAll: false,
				})
				assert.ok('text' in replaced)
				assert.ok(replaced.text.startsWith(before) && replaced.text.endsWith(after))
				const middle = replaced.text.slice(before.length, replaced.text.length - after.length)
				assert.equal(middle.replaceAll('\r\n', '\n'), newText.replaceAll('\r', ''))
			}),
		)
	})
})
