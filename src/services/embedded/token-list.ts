// Authentication by a list of tokens: a file with a line for each, `TOKEN APP/USER`. Only their hashes are held, and
// compared in the same time whichever fits.

import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import { mkdir, open, readFile, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { AgentError, messageOf } from '../../core/errors.ts'
import { type AuthContext, LOCAL, TENANT_NAME } from '../../core/services/auth-context.ts'
import type { Authentication } from '../../core/services/authentication.ts'

/** `isShort`: it could be guessed. */
export type HashedToken = { sha256: Buffer; auth: AuthContext; isShort?: boolean }

export type TokenList = Authentication & { replace(tokens: readonly HashedToken[]): void }

export function createTokenList(first: readonly HashedToken[]): TokenList {
	let tokens = first
	const listeners = new Set<() => void>()
	return {
		replace(others) {
			tokens = others
			for (const listener of [...listeners]) listener()
		},
		onChange(listener) {
			listeners.add(listener)
			return () => listeners.delete(listener)
		},
		async authenticate(token) {
			const sha256 = hashOf(token)
			let found: AuthContext | undefined
			// All of them are looked at, so that the time tells nothing.
			for (const each of tokens) if (timingSafeEqual(each.sha256, sha256)) found = each.auth
			return found
		},
	}
}

export function hashedToken(token: string, auth: AuthContext): HashedToken {
	return { sha256: hashOf(token), auth, isShort: token.length < FEWEST_LETTERS }
}

/** @throws AgentError `config-invalid` naming the line, where it cannot be read, others may read it, or it has none */
export async function readTokenFile(path: string): Promise<readonly HashedToken[]> {
	const text = await readOwnFile(path)
	const tokens: HashedToken[] = []
	const lines = new Map<string, number>()
	for (const [index, line] of text.split('\n').entries()) {
		const said = line.replace(/(^|\s)#.*/, '').trim()
		if (said === '') continue
		const place = `${path}, line ${index + 1}`
		const token = tokenOf(said, place)
		const hash = token.sha256.toString('hex')
		const before = lines.get(hash)
		// Of two lines one would be passed over without a word.
		if (before !== undefined)
			throw new AgentError('config-invalid', `${place}: its token stands in line ${before} already`)
		lines.set(hash, index + 1)
		tokens.push(token)
	}
	if (tokens.length === 0)
		throw new AgentError('config-invalid', `${path} has no token in it; a line is TOKEN APP/USER`)
	return tokens
}

/** The one token of whoever works on this machine, made where there is none yet. */
export async function ownToken(path: string): Promise<HashedToken> {
	try {
		await mkdir(dirname(path), { recursive: true, mode: 0o700 })
		// Made whole or not at all: two starts at once must not each have another one.
		const file = await open(path, 'wx', 0o600).catch(error => {
			if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return undefined
			throw error
		})
		if (file) {
			await file.writeFile(`${randomBytes(32).toString('base64url')}\n`)
			await file.close()
		}
	} catch (error) {
		throw new AgentError('storage-failed', `${path} cannot be made: ${messageOf(error)}`, { cause: error })
	}
	const token = (await readOwnFile(path)).trim()
	if (token.length < FEWEST_LETTERS)
		throw new AgentError('config-invalid', `${path} holds no token; remove it, and a new one is made`)
	return { sha256: hashOf(token), auth: LOCAL }
}

function tokenOf(line: string, place: string): HashedToken {
	const [token = '', tenant = '', more] = line.split(/\s+/)
	const [app = '', user = '', rest] = tenant.split('/')
	if (more !== undefined || rest !== undefined || !TENANT_NAME.test(app) || !TENANT_NAME.test(user))
		throw new AgentError(
			'config-invalid',
			`${place}: that is not TOKEN APP/USER, with letters, digits and ._@+- in the names`,
		)
	return hashedToken(token, { app, user })
}

async function readOwnFile(path: string): Promise<string> {
	try {
		const { mode } = await stat(path)
		if (process.platform !== 'win32' && (mode & 0o077) !== 0)
			throw new AgentError(
				'config-invalid',
				`${path} can be read by others (mode ${(mode & 0o777).toString(8).padStart(4, '0')}); chmod 600 ${path}`,
			)
		return await readFile(path, 'utf8')
	} catch (error) {
		if (error instanceof AgentError) throw error
		throw new AgentError('config-invalid', `${path} cannot be read: ${messageOf(error)}`, { cause: error })
	}
}

function hashOf(token: string): Buffer {
	return createHash('sha256').update(token).digest()
}

const FEWEST_LETTERS = 16
