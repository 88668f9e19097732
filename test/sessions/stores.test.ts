import { createInMemoryStore } from '../../src/sessions/in-memory-store.ts'
import { createJsonlStore } from '../../src/sessions/jsonl-store.ts'
import { sessionStoreContract } from '../contracts/session-store.ts'
import { temporaryFolder } from './temporary-folder.ts'

sessionStoreContract('in-memory', async () => createInMemoryStore())
sessionStoreContract('jsonl', async () => createJsonlStore({ folder: await temporaryFolder() }))
