// A process that takes the newest session up and goes back to its first prompt, and kills itself before one of the steps
// in which something is written. Says how many steps there were when it comes to the end.
// arguments: the working folder, the home, and the step; with 0 it lives

import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { scriptedProvider } from '../../support/runtime/scripted-provider.ts'
import { startRuntime } from '../../support/runtime/start-runtime.ts'

const [cwd = '', home = '', atStep = '0'] = process.argv.slice(2)
let steps = 0
let isCounting = false

function step(): void {
	if (!isCounting) return
	steps += 1
	if (steps === Number(atStep)) process.kill(process.pid, 'SIGKILL')
}

const handle = await fs.promises.open(process.execPath)
const handles = Object.getPrototypeOf(handle)
await handle.close()
for (const name of ['writeFile', 'write', 'writev', 'truncate'] as const) watched(handles, name)
for (const name of [
	'rename',
	'rm',
	'unlink',
	'rmdir',
	'mkdir',
	'link',
	'symlink',
	'chmod',
	'utimes',
] as const)
	watched(fs.promises, name)
syncBuiltinESMExports()

function watched<Name extends string>(
	target: Record<Name, (...given: never[]) => unknown>,
	name: Name,
): void {
	const real = target[name]
	target[name] = function (this: unknown, ...given: never[]) {
		step()
		return real.apply(this, given)
	}
}

const runtime = await startRuntime({
	provider: scriptedProvider(),
	in: { cwd, home },
	selector: { kind: 'last' },
})
const { port } = runtime
const first = (await port.queries.rewindPoints()).at(-1)!
isCounting = true
await port.send({ type: 'rewind', toSeq: first.toSeq, conversation: true, files: true })
isCounting = false
await runtime.stop()
process.stdout.write(String(steps))
