import { createInMemoryStore } from '../../../src/sessions/store/in-memory-store.ts'
import { createJsonlStore } from '../../../src/sessions/store/jsonl-store.ts'
import { sessionStoreContract } from '../../contracts/session-store.ts'
import { temporaryFolder } from '../../support/sessions/temporary-folder.ts'

sessionStoreContract('in-memory', async () => createInMemoryStore())
sessionStoreContract('jsonl', async () => createJsonlStore({ folder: await temporaryFolder() }))
