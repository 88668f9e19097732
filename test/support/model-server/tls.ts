// A server with TLS and a certificate of its own, which this process may be told to trust.

import { readFile } from 'node:fs/promises'
import type { RequestListener } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { onTestFinished } from 'vitest'

/** `other` is for another host, `expired` was good for a day. */
export type CertificateName = 'localhost' | 'other' | 'expired'

/** @param isTrusted - for as long as the test lasts, as if its issuer were one of the system's */
export async function listenWithTls(
	answer: RequestListener,
	{ name = 'localhost', isTrusted = true }: { name?: CertificateName; isTrusted?: boolean } = {},
): Promise<{ url: string; port: number }> {
	const pem = await readFile(join(import.meta.dirname, '../../fixtures/tls', `${name}.pem`), 'utf8')
	const server = createServer({ key: pem, cert: pem }, answer)
	await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
	const before = getCACertificates('default')
	if (isTrusted) setDefaultCACertificates([...before, pem.slice(pem.indexOf('-----BEGIN CERTIFICATE'))])
	onTestFinished(() => {
		setDefaultCACertificates(before)
		server.closeAllConnections()
		server.close()
	})
	const { port } = server.address() as AddressInfo
	return { url: `https://localhost:${port}/`, port }
}
