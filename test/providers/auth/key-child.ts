// Another process that needs the key of `corp`: fetches it as often as told, all at once, and says which ones it got.

import { openStoredKeys } from '../../../src/providers/auth/stored-keys.ts'

const [configFolder = '', times = '1'] = process.argv.slice(2)
const keys = await openStoredKeys({ configFolder, env: {}, clock: Date })
const owner = { id: 'corp', apiKeyCommand: undefined, withheld: () => [] }
const got = await Promise.all(Array.from({ length: Number(times) }, () => keys.key(owner)))
console.log(JSON.stringify(got.map(key => key?.value)))
