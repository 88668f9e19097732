// What is wrong with a TLS connection that could not be made, in words. Node tells a code; who signed the certificate, for
// whom and until when is asked of the server once more, without sending it anything.

import type { PeerCertificate } from 'node:tls'
import { AgentError } from '../../core/errors.ts'

/** @returns undefined for an error that is not about TLS */
export async function tlsTrouble(url: URL, error: unknown): Promise<AgentError | undefined> {
	const code = error instanceof Error && 'code' in error ? String(error.code) : ''
	if (url.protocol === 'https:') {
		const words = await tlsWords(url, code, error)
		return words === undefined
			? undefined
			: new AgentError('config-invalid', `${url.host} ${words}`, { cause: error })
	}
	// A server that expects TLS hangs up on anything else.
	if (!HUNG_UP.has(code) || !(await certificateOf(url))) return undefined
	const advice = 'write its base URL with https://'
	return new AgentError('config-invalid', `${url.host} expects TLS; ${advice}`, { cause: error })
}

const HUNG_UP: ReadonlySet<string> = new Set(['ECONNRESET', 'EPIPE'])

async function tlsWords(url: URL, code: string, error: unknown): Promise<string | undefined> {
	const message = error instanceof Error ? error.message : ''
	if (/wrong version number|packet length too long|http request|unknown protocol/i.test(message))
		return 'does not speak TLS; write its base URL with http://'
	if (/no_?application_?protocol/i.test(`${code} ${message}`))
		return 'speaks HTTP/2 only, which is not spoken here; put a gateway with HTTP/1.1 in front of it'
	if (
		/alert[_ ](?:certificate[_ ]required|bad[_ ]certificate|handshake[_ ]failure.*certificate)/i.test(
			`${code} ${message}`,
		)
	)
		return `wants a certificate of yours, which is not sent here (${code}); ask who runs it for a way with a key`
	if (/unsupported protocol|protocol[_ ]version/i.test(`${code} ${message}`))
		return `speaks only a TLS older than 1.2, which is not spoken here (${code})`
	if (!/CERT|SELF_SIGNED|UNABLE_TO_|ALTNAME/.test(code)) return undefined
	const certificate = await certificateOf(url)
	return `${certificateWords(code, url, certificate)} (${code})`
}

/** What follows the server's name: `has a certificate that …`. */
export function certificateWords(code: string, url: URL, certificate: PeerCertificate | undefined): string {
	const own = 'NODE_EXTRA_CA_CERTS names a file with your own issuers'
	if (!certificate) return `has a certificate that is not trusted; ${own}`
	const { issuer, subject, valid_to, valid_from } = certificate
	if (code === 'CERT_HAS_EXPIRED') return `has a certificate that was good until ${valid_to}`
	if (code === 'CERT_NOT_YET_VALID')
		return `has a certificate that is good from ${valid_from} on; is the clock right?`
	if (code === 'ERR_TLS_CERT_ALTNAME_INVALID')
		return `has a certificate for ${namesIn(certificate)}, not for ${url.hostname}`
	const signer =
		nameOf(issuer) === nameOf(subject)
			? 'signed by itself'
			: `signed by ${nameOf(issuer)}, which is not known here`
	return `has a certificate that is ${signer}; ${own}`
}

/** Whom it is for. */
export function namesIn({ subject, subjectaltname }: PeerCertificate): string {
	return subjectaltname?.replaceAll(/(?:DNS|IP Address):/g, '') ?? nameOf(subject)
}

export function nameOf(entity: PeerCertificate['issuer'] | undefined): string {
	const name = entity?.CN ?? entity?.O
	return String(name ?? 'nobody who says so')
}

/** What the server shows when it is asked for nothing. @returns undefined where nobody speaks TLS */
function certificateOf({ hostname, port }: URL): Promise<PeerCertificate | undefined> {
	const { connect } = process.getBuiltinModule('node:tls')
	const { isIP } = process.getBuiltinModule('node:net')
	const host = hostname.replace(/^\[|\]$/g, '')
	return new Promise(resolve => {
		const socket = connect({
			host,
			port: Number(port || 443),
			rejectUnauthorized: false,
			...(isIP(host) === 0 && { servername: host }),
		})
		const end = (certificate?: PeerCertificate) => {
			clearTimeout(timer)
			socket.destroy()
			resolve(certificate)
		}
		const timer = setTimeout(end, LOOK_MS)
		socket.once('secureConnect', () => end(socket.getPeerCertificate()))
		socket.once('error', () => end())
		socket.once('close', () => end())
	})
}

const LOOK_MS = 3_000
