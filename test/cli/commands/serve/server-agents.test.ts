import assert from 'node:assert/strict'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'vitest'
import { serverAgents } from '../../../../src/cli/commands/serve/server-agents.ts'
import { homeFolders } from '../../../../src/workspace/places/home-folders.ts'
import { openFolder, trust } from '../../../../src/workspace/trust/trust.ts'
import { temporaryFolder } from '../../../support/sessions/temporary-folder.ts'

test('a server offers the agents of the user, and those of a folder once it is trusted', async () => {
	const home = await temporaryFolder()
	const cwd = join(await temporaryFolder(), 'project')
	const folders = homeFolders({ env: { KEELSON_HOME: home }, home, cwd })
	const put = async (folder: string, name: string) => {
		await mkdir(folder, { recursive: true })
		await writeFile(join(folder, `${name}.md`), `---\ndescription: ${name}s\n---\nYou ${name}.`)
	}
	await put(join(folders.config, 'agents'), 'sail')
	await put(join(cwd, '.keelson', 'agents'), 'row')
	const other = await temporaryFolder()
	const agents = serverAgents({ folders, own: other, isBare: false })
	const names = async (workspace?: string) => (await agents.list(workspace)).map(({ name }) => name)
	assert.deepEqual(await names(), ['default', 'sail'])
	assert.deepEqual(await names(cwd), ['default', 'sail'])
	await trust(await openFolder({ cwd, folders }), folders)
	assert.deepEqual(await names(cwd), ['default', 'row', 'sail'])
	assert.deepEqual(await names(), ['default', 'sail'])
	assert.deepEqual(await names('https://git.example/harbour@main'), ['default', 'sail'])
	assert.deepEqual(
		(await serverAgents({ folders, own: cwd, isBare: true }).list()).map(({ name }) => name),
		['default'],
	)
})
