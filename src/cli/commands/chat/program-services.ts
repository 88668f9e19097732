// Other programs that the screen starts: a command of the user's own, a browser, our own login.

import { homedir } from 'node:os'
import type { TuiOptions } from '../../../tui/state/tui-options.ts'
import type { StartedRuntime } from '../../startup/start.ts'
import { temporaryFile } from './temporary-file.ts'

export function programServices(
	started: () => Promise<Pick<StartedRuntime, 'cwd'>>,
): Required<
	Pick<
		TuiOptions,
		'runShell' | 'feedProgram' | 'openPage' | 'logIn' | 'loginProviders' | 'storedLogins' | 'logOut'
	>
> {
	return {
		async openPage(url) {
			const { hasBrowser, openUrl } = await import('../../io/open-url.ts')
			if (!hasBrowser(process.env)) return false
			openUrl(url, process.env)
			return true
		},

		async feedProgram(program, args, input) {
			const [{ feedProgram }, { cwd }] = await Promise.all([import('../../io/feed-program.ts'), started()])
			return feedProgram([program, ...args], input, { env: process.env, notFrom: cwd })
		},

		async runShell(command, signal, stdin) {
			const [{ createNodeShell }, { withoutBinary }, { createScrubber }, { ownSecrets }] = await Promise.all([
				import('../../../runtime/host/shell.ts'),
				import('../../../tools/process/binary-output.ts'),
				import('../../../safety/redaction/scrub.ts'),
				import('../../startup/own-secrets.ts'),
			])
			const { cwd } = await started()
			// What it prints goes to the model with the next prompt.
			const { known } = await ownSecrets({ env: process.env, home: homedir(), cwd })
			const scrub = createScrubber(() => known)
			let text = ''
			let totalBytes = 0
			const input = stdin === undefined ? undefined : await temporaryFile('input', stdin)
			const running = createNodeShell({ knownSecrets: () => known }).start({
				run: { bash: input ? `{ ${command}\n} < ${shellQuoted(input.file)}` : command },
				cwd,
				onOutput(more, sizeBytes = Buffer.byteLength(more)) {
					text += more
					totalBytes += sizeBytes
				},
			})
			signal.addEventListener('abort', () => void running.kill(), { once: true })
			const end = await running.ended.finally(() => input?.remove())
			const shown = withoutBinary(text, totalBytes)
			return {
				text: scrub(end.error === undefined ? shown : `${shown}${end.error}\n`),
				exitCode: end.exitCode,
			}
		},

		async loginProviders(which) {
			const { loginProviders } = await import('../login.ts')
			return loginProviders(which)
		},

		async storedLogins() {
			const { storedLogins } = await import('../login.ts')
			return storedLogins()
		},

		async logOut(provider) {
			const { logout } = await import('../login.ts')
			let said = ''
			const output = {
				out(text: string) {
					said += text
				},
				error(text: string) {
					said += text
				},
			}
			await logout({ provider, output })
			return said.trim()
		},

		async logIn(words) {
			const { execa } = await import('execa')
			const own = [...process.execArgv, process.argv[1] ?? '', 'login', ...words]
			const { exitCode } = await execa(process.execPath, own, { stdio: 'inherit', reject: false })
			return exitCode === 0
		},
	}
}

function shellQuoted(path: string): string {
	return `'${path.replaceAll("'", "'\\''")}'`
}
