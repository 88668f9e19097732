// What a model was shown with a mask in it never gets into the file in the secret's place.

import assert from 'node:assert/strict'
import { describe, test } from 'vitest'
import { createScrubber, masksIn } from '../../../src/safety/redaction/scrub.ts'
import { createApplyPatchTool } from '../../../src/tools/builtin/apply-patch.ts'
import { createEditTool } from '../../../src/tools/builtin/edit.ts'
import { createWriteTool } from '../../../src/tools/builtin/write.ts'
import { openWorkFolder, type WorkFolder } from '../../support/tools/work-folder.ts'

const nothing: readonly string[] = []
const scrub = createScrubber(() => nothing)
const BEFORE = 'HOST=localhost\nDB_PASSWORD=hunter22\nPORT=5432\n'
const SHOWN = scrub(BEFORE)

type Attempt = (folder: WorkFolder, from: string, to: string) => Promise<string>

const attempts: readonly [tool: string, change: Attempt][] = [
	[
		'write',
		(folder, from, to) =>
			folder.say(createWriteTool(folder.deps), { path: '.env.local', content: SHOWN.replace(from, to) }),
	],
	[
		'edit',
		(folder, from, to) =>
			folder.say(createEditTool(folder.deps), { path: '.env.local', old_text: from, new_text: to }),
	],
	[
		'apply_patch',
		(folder, from, to) =>
			folder.say(createApplyPatchTool(folder.deps), {
				patch: `*** Begin Patch\n*** Update File: .env.local\n@@\n-${from}\n+${to.replaceAll('\n', '\n+')}\n*** End Patch\n`,
			}),
	],
]

assert.deepEqual(masksIn(SHOWN), ['[REDACTED:secret]'])

for (const [tool, change] of attempts)
	describe(tool, () => {
		test('refuses a mask, and leaves the secret where it is', async () => {
			const folder = await openWorkFolder({ '.env.local': BEFORE })
			await folder.see('.env.local')
			const said = await change(folder, 'PORT=5432', 'PORT=5433\nCOPY=[REDACTED:secret]')
			assert.match(said, /^failed: the new text for \.env\.local contains \[REDACTED:secret\]/)
			assert.equal(await folder.read('.env.local'), BEFORE)
		})

		test('refuses a new file with a mask in it', async () => {
			const folder = await openWorkFolder()
			const said =
				tool === 'write'
					? await change(folder, '', '')
					: tool === 'edit'
						? await change(folder, '', SHOWN)
						: await folder.say(createApplyPatchTool(folder.deps), {
								patch: '*** Begin Patch\n*** Add File: .env.local\n+A=[REDACTED:token]\n*** End Patch\n',
							})
			assert.match(said, /^failed: the new text for \.env\.local contains \[REDACTED:/)
			await assert.rejects(folder.read('.env.local'))
		})

		test('keeps a mask that the file itself has', async () => {
			const own = 'HOST=localhost\nDB_PASSWORD=[REDACTED:secret]\nPORT=5432\n'
			const folder = await openWorkFolder({ '.env.local': own })
			await folder.see('.env.local')
			assert.match(await change(folder, 'PORT=5432', 'PORT=5433'), /^ok/)
			assert.equal(await folder.read('.env.local'), own.replace('5432', '5433'))
		})
	})
