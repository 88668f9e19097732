// `agent` as a command of a shell, for scripts that type it many times: a few lines of bash that have the program run where
// it stays (see ../program/warm-agent.ts). What serves, or reads from a pipe, is a process of its own.

import { readFile, writeFile } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { AGENT, type Desk, runAgent } from '../run-agent.ts'

/** @param bin - a folder for the command, and for what goes between it and us */
export async function typedAgent(bin: string, desk: Desk): Promise<{ close(): void }> {
	const server = createServer(socket => {
		const lines = createInterface({ input: socket })
		socket.on('error', () => {})
		lines.once('line', line => {
			const [call, cwd] = JSON.parse(line) as [string, string]
			answer(call, { ...desk, cwd }).then(
				code => socket.end(`${code}\n`),
				error => socket.destroy(error),
			)
		})
	})
	await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
	const { port } = server.address() as AddressInfo
	await writeFile(join(bin, 'agent'), script(bin, port), { mode: 0o755 })
	return { close: () => void server.close() }
}

async function answer(call: string, desk: Desk): Promise<number> {
	const [args, variables] = await Promise.all(
		['args', 'env'].map(async name => (await readFile(`${call}-${name}`, 'utf8')).split('\0').slice(0, -1)),
	)
	const env = Object.fromEntries(
		variables!.map(variable => {
			const at = variable.indexOf('=')
			return [variable.slice(0, at), variable.slice(at + 1)]
		}),
	)
	const { code, stdout, stderr } = await runAgent(args!, { desk, env })
	await Promise.all([writeFile(`${call}-out`, stdout), writeFile(`${call}-err`, stderr)])
	return code ?? 1
}

/** Folders of tests have no quotes in their names. */
const script = (bin: string, port: number) => `#!/bin/bash
if [[ \${1-} == serve || -p /dev/stdin ]]; then exec '${process.execPath}' '${AGENT}' "$@"; fi
call='${bin}'/call-$$
env -0 > "$call-env"
(($#)) && printf '%s\\0' "$@" > "$call-args" || : > "$call-args"
exec 3<> /dev/tcp/127.0.0.1/${port}
printf '["%s","%s"]\\n' "$call" "$PWD" >&3
read -r code <&3
cat "$call-out"
cat "$call-err" >&2
exit "$code"
`
