// A receiver of push notifications on loopback: it keeps what it was told, and answers as the test says.

import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'

export type Notification = {
	headers: Readonly<Record<string, string | string[] | undefined>>
	// biome-ignore lint/suspicious/noExplicitAny: what a test looks into as it likes
	body: any
}

export async function startReceiver(statusOf: (told: number) => number = () => 204) {
	const told: Notification[] = []
	const waiting: (() => void)[] = []
	const server = createServer(async (request, response) => {
		const chunks: Buffer[] = []
		for await (const chunk of request) chunks.push(chunk)
		told.push({ headers: request.headers, body: JSON.parse(Buffer.concat(chunks).toString()) })
		response.writeHead(statusOf(told.length), { Location: '/elsewhere' }).end()
		for (const wake of waiting.splice(0)) wake()
	})
	await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
	onTestFinished(() => {
		server.closeAllConnections()
		server.close()
	})
	return {
		url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
		told: told as readonly Notification[],
		/** As soon as something was told that is so. */
		async until(isSo: (all: readonly Notification[]) => boolean): Promise<readonly Notification[]> {
			while (!isSo(told)) await new Promise<void>(resolve => waiting.push(resolve))
			return told
		},
	}
}
