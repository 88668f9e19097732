// Fills most of the disk that the folders of sandbox tests are on, from inside the sandbox, and prints what came of it. A
// process of its own, because it can be given a disk of its own.
// arguments: the engine

import { rmdir, statfs } from 'node:fs/promises'
import { ENGINES, openSandboxFolder } from '../../support/sandbox-folder.ts'
import { shownFolder } from '../../support/shown-folder.ts'

const place = await shownFolder('free-')
const { bavail, bsize } = await statfs(place)
await rmdir(place)
const freeMb = Math.floor((bavail * bsize) / (1 << 20))
const engine = ENGINES.find(name => name === process.argv[2])
// Where others write to the same disk meanwhile, half of it is spared in any case.
const { held, close } = await openSandboxFolder(engine, { keepFreeMb: freeMb, maxFileMb: freeMb })
const { output } = await held(`fallocate -l ${Math.ceil(freeMb * 0.6)}M large; sleep 60`)
await close()
process.stdout.write(output)
