// Looks whether a prompt could want something of MCP servers, before anything of them is loaded for it.

import { promptText, type UserMessage } from '../../../core/messages.ts'
import type { LazyServers } from './open-servers.ts'

/** @throws what `withServerMentions` throws */
export async function withMentions(
	message: UserMessage,
	{ servers, scrub }: { servers: LazyServers | undefined; scrub(text: string): string },
): Promise<UserMessage> {
	if (!servers || !/@|^\s*\/mcp__/.test(promptText(message))) return message
	const { withServerMentions } = await import('./prompt-mentions.ts')
	return withServerMentions(message, { servers: await servers.get(), scrub })
}
