// A workspace full of traps: names that look like options and commands, settings that name programs, programs that
// tell on whoever starts them, and a secret outside.

import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { chmod, lstat, mkdir, readdir, readFile, readlink, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { childEnvironment } from '../../../src/runtime/host/child-environment.ts'
import { HARMLESS_ENVIRONMENT } from '../../../src/safety/shell-policy/assess-command.ts'
import { ODD_NAMES } from './command-grammar.ts'

export type GateFolder = {
	root: string
	outside: string
	home: string
	temporary: string
	/** Whatever must not be started writes its name there. */
	canary: string
	secret: string
	env: Record<string, string>
}

/** Programs nothing that only reads has a use for. */
const DECOYS =
	'touch rm rmdir mv cp ln tee mkdir chmod chown dd truncate install vim vi nano emacs less more man pr curl wget ssh rsh scp nc gpg gpgsm xdg-open crontab at mail sendmail sudo su doas busybox frobnicate patch unlink shred'.split(
		' ',
	)

export async function makeGateFolder(base: string): Promise<GateFolder> {
	const [root, outside, home, temporary, decoys] = ['work', 'outside', 'home', 'tmp', 'bin'].map(name =>
		join(base, name),
	) as [string, string, string, string, string]
	for (const folder of [root, outside, home, temporary, decoys]) await mkdir(folder, { recursive: true })
	const canary = join(base, 'started')
	const secret = 'only-the-owner-may-see-this'
	await write(join(outside, 'secret.txt'), secret)
	await write(join(home, '.ssh/id_rsa'), secret)
	// Taken apart at its blank, this name leads out.
	await write(join(root, `x ${outside}/secret.txt`), 'one\n')
	for (const name of ODD_NAMES)
		await write(join(root, name), `one two\n-o ran\nthree ${outside}/secret.txt\n$(touch ran)\n`)
	await write(join(root, 'b.json'), '{"a": [1, 2]}\n')
	await write(join(root, 'c.csv'), 'a,1\nb,2\n')
	for (const name of ['.evil', 'evil', 'ls', 'git']) await program(join(root, name), canary)
	for (const name of DECOYS) await program(join(decoys, name), canary)
	const env = {
		...childEnvironment({
			PATH: `${decoys}:${process.env.PATH}`,
			HOME: home,
			TMPDIR: temporary,
			LANG: 'C.UTF-8',
		}),
		...HARMLESS_ENVIRONMENT,
		GIT_CONFIG_NOSYSTEM: '1',
		X: '',
	}
	fill(root)
	return { root, outside, home, temporary, canary, secret, env }
}

async function write(path: string, content: string): Promise<void> {
	await mkdir(dirname(path), { recursive: true })
	await writeFile(path, content)
}

async function program(path: string, canary: string): Promise<void> {
	await writeFile(path, `#!/bin/sh\necho "$0 $*" >> '${canary}'\n`)
	await chmod(path, 0o755)
}

/** A repository whose settings name programs wherever our environment says otherwise, and a bare one inside it. */
function fill(root: string): void {
	const git = (...args: string[]) => {
		const user = [
			'-c',
			'user.name=Ada',
			'-c',
			'user.email=ada@example.com',
			'-c',
			'core.fsmonitor=false',
			'-c',
			'core.hooksPath=/dev/null',
		]
		const { status, stderr } = spawnSync('git', [...user, ...args], {
			cwd: root,
			env: { PATH: process.env.PATH, GIT_CONFIG_NOSYSTEM: '1', GIT_CONFIG_GLOBAL: '/dev/null' },
		})
		if (status !== 0) throw new Error(`git ${args.join(' ')}: ${stderr}`)
	}
	git('init', '-q', '-b', 'main')
	git('add', '.')
	git('commit', '-qm', 'one')
	git('tag', 'v1')
	git('init', '-q', '--bare', 'bare')
	for (const key of [
		'core.fsmonitor',
		'core.pager',
		'core.editor',
		'core.sshCommand',
		'core.askPass',
		'gpg.program',
		'pager.log',
		'pager.diff',
		'sequence.editor',
	])
		git('config', key, `${root}/.evil`)
	git('config', 'core.hooksPath', root)
	git('config', 'alias.x', `!${root}/.evil`)
	git('config', 'log.showSignature', 'true')
	git('config', '-f', 'bare/config', 'core.fsmonitor', `${root}/.evil`)
	git('commit', '-q', '--allow-empty', '-m', 'two')
}

export async function snapshotOf({
	root,
	outside,
	home,
	temporary,
}: GateFolder): Promise<Record<string, string>> {
	const found: Record<string, string> = {}
	for (const base of [root, outside, home, temporary])
		for (const entry of ['', ...(await readdir(base, { recursive: true }))]) {
			// Here-documents come and go there.
			if (base === temporary && entry === '') continue
			const path = join(base, entry)
			const stat = await lstat(path)
			const content = stat.isSymbolicLink()
				? await readlink(path)
				: stat.isFile()
					? hash(await readFile(path))
					: ''
			found[path] = [stat.mode.toString(8), stat.mtimeMs, stat.size, content].join(' ')
		}
	return found
}

function hash(content: Buffer): string {
	return createHash('sha256').update(content).digest('hex')
}
