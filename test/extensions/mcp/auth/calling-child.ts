// Another process that has a server to call: calls it once, and says what it answers.

import { createServerAuth } from '../../../../src/extensions/mcp/auth/server-auth.ts'
import { nodeClock } from '../../../../src/runtime/host/clock.ts'

const [folder = '', url = ''] = process.argv.slice(2)
const auth = createServerAuth({ server: { name: 'corp', url }, folder, env: {}, clock: nodeClock })
const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' })
const answer = await auth.fetch(url, { method: 'POST', body })
console.log(answer.status)
