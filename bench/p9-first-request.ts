// P9: what the first request carries before a word of the user: the system prompt and the tools, in tokens.

import { get_encoding } from 'tiktoken'
import type { Measure } from './figure.ts'
import { runToolLoop } from './tool-loop.ts'

export const firstRequest: Measure = {
	row: 'P9',
	what: 'first request: system prompt + tools',
	async run(bench) {
		const { requests } = await runToolLoop(bench, 'openai', 1)
		const { instructions = '', tools = [] } = requests[0]?.body ?? {}
		const encoding = get_encoding('o200k_base')
		const count = (text: string) => encoding.encode(text).length
		const [systemTokens, toolTokens] = [count(String(instructions)), count(JSON.stringify(tools))]
		encoding.free()
		return [
			{
				row: 'P9',
				what: firstRequest.what,
				value: systemTokens + toolTokens,
				unit: 'tokens',
				target: { atMost: 4000 },
				beside: `system ${systemTokens}, ${Array.isArray(tools) ? tools.length : 0} tools ${toolTokens}`,
				peers: 'pi 1 400 (4 tools), codex 9 500, claude 19 000',
			},
		]
	},
}
