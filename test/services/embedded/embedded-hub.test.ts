import { onTestFinished } from 'vitest'
import { createHubInMemory, openEmbeddedHub } from '../../../src/services/embedded/embedded-hub.ts'
import { createTokenList } from '../../../src/services/embedded/token-list.ts'
import { homeFolders } from '../../../src/workspace/places/home-folders.ts'
import { servicesContract } from '../../contracts/services.ts'
import { temporaryFolder } from '../../support/sessions/temporary-folder.ts'

const setup = { authentication: createTokenList([]), logging: { log: () => {} } }

servicesContract('embedded', async limits => {
	const home = await temporaryFolder()
	const folders = homeFolders({ env: { KEELSON_HOME: home }, home, cwd: home })
	const hub = await openEmbeddedHub(folders, { ...setup, ...(limits && { limits }) })
	onTestFinished(() => hub.close())
	return { hub, second: hub }
})

servicesContract('in-memory', async limits => {
	const hub = await createHubInMemory({ ...setup, ...(limits && { limits }) })
	return { hub, second: hub }
})
