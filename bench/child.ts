// Runs a program to its end and says how long that took, or how much processor time.

import { spawn } from 'node:child_process'

export type ChildRun = {
	exitCode: number | null
	wallMs: number
	stdout: string
	stderr: string
	/** From the last byte on stdout to the end of the process. */
	lingerMs: number
}

export type ChildOptions = {
	file: string
	args: readonly string[]
	cwd: string
	environment: Record<string, string>
}

/** @throws when the program ends with anything but 0 */
export async function runChild(options: ChildOptions): Promise<ChildRun> {
	const run = await watch(options.file, options.args, options)
	if (run.exitCode === 0) return run
	const command = [options.file, ...options.args].join(' ')
	throw new Error(
		`${command} ended with ${run.exitCode}: ${run.stderr.slice(-500) || run.stdout.slice(-500)}`,
	)
}

/**
 * User and system time of the program and all its children.
 * Node does not tell what its children used; bash does, and costs a few milliseconds, so it is asked only here.
 */
export async function childCpuMs(options: ChildOptions): Promise<number> {
	const script = 'TIMEFORMAT="cpu %U %S"; time "$0" "$@"'
	const run = await watch('bash', ['-c', script, options.file, ...options.args], options)
	const [, user, system] = /cpu ([\d.]+) ([\d.]+)\n$/.exec(run.stderr) ?? []
	if (run.exitCode !== 0 || user === undefined)
		throw new Error(`the timed run failed: ${run.stderr.slice(-500)}`)
	return (Number(user) + Number(system)) * 1000
}

const PATIENCE_MS = 300_000

function watch(
	file: string,
	args: readonly string[],
	{ cwd, environment }: Pick<ChildOptions, 'cwd' | 'environment'>,
): Promise<ChildRun> {
	const startMs = performance.now()
	const child = spawn(file, args, {
		cwd,
		env: environment,
		stdio: ['ignore', 'pipe', 'pipe'],
		timeout: PATIENCE_MS,
		killSignal: 'SIGKILL',
	})
	let [stdout, stderr] = ['', '']
	let lastByteMs = Number.NaN
	let exitMs = Number.NaN
	child.stdout.setEncoding('utf8').on('data', (text: string) => {
		stdout += text
		lastByteMs = performance.now()
	})
	child.stderr.setEncoding('utf8').on('data', (text: string) => {
		stderr += text
	})
	child.once('exit', () => {
		exitMs = performance.now()
	})
	return new Promise((resolve, reject) => {
		child.once('error', reject)
		child.once('close', exitCode =>
			resolve({
				exitCode,
				wallMs: exitMs - startMs,
				stdout,
				stderr,
				lingerMs: exitMs - lastByteMs,
			}),
		)
	})
}
