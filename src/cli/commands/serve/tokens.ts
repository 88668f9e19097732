// Who may come in to a server: the tokens of a file, or the one of whoever works on this machine.

import { messageOf } from '../../../core/errors.ts'
import {
	createTokenList,
	ownToken,
	readTokenFile,
	type TokenList,
} from '../../../services/embedded/token-list.ts'
import type { HomeFolders } from '../../../workspace/places/home-folders.ts'
import type { Output } from '../../io/output.ts'
import { ownTokenFile } from './server-files.ts'

/** @throws AgentError `config-invalid`, `storage-failed` */
export async function openTokens(
	tokenFile: string | undefined,
	folders: HomeFolders,
	output: Output,
): Promise<TokenList> {
	if (tokenFile !== undefined) {
		const list = await readTokenFile(tokenFile)
		const short = list.flatMap(({ auth, isShort }) => (isShort ? [`${auth.app}/${auth.user}`] : []))
		if (short.length > 0)
			output.error(
				`warning: short tokens can be guessed: those of ${short.join(', ')}; openssl rand -base64 32 makes a better one\n`,
			)
		return createTokenList(list)
	}
	const path = ownTokenFile(folders)
	const tokens = createTokenList([await ownToken(path)])
	output.error(`token: ${path}\n`)
	return tokens
}

/** A file that is wrong by then changes nothing. @returns ends it */
export function rereadOnHangup(tokenFile: string | undefined, tokens: TokenList, output: Output): () => void {
	const reread = () => {
		if (tokenFile === undefined) return
		readTokenFile(tokenFile).then(
			list => {
				tokens.replace(list)
				output.error(`info: ${tokenFile} is read anew: ${list.length} tokens\n`)
			},
			error => output.error(`error: ${messageOf(error)}; the tokens stay as they were\n`),
		)
	}
	process.on('SIGHUP', reread)
	return () => process.off('SIGHUP', reread)
}
