// A folder for the option fuzz: files of the sorts that programs read, names that look like options, option files,
// links that lead out, and settings and modules that would be loaded by whoever looks for them.

import { spawnSync } from 'node:child_process'
import { copyFile, mkdir, symlink, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { childEnvironment } from '../../../../src/runtime/host/child-environment.ts'
import { HARMLESS_ENVIRONMENT } from '../../../../src/safety/shell-policy/assess-command.ts'
import { FILE_NAMES } from './option-words.ts'

export type OptionFolder = { root: string; outside: string; home: string; env: Record<string, string> }

/** @param hasOptionNames - whether there are files whose names are options; with them few patterns run unasked */
export async function makeOptionFolder(
	base: string,
	{ path, hasOptionNames }: { path: string; hasOptionNames: boolean },
): Promise<OptionFolder> {
	const [root, outside, home] = ['work', 'outside', 'home'].map(name => join(base, name)) as [
		string,
		string,
		string,
	]
	const write = async (name: string, content: string | Uint8Array, mode = 0o644) => {
		const at = join(root, name)
		await mkdir(dirname(at), { recursive: true })
		await writeFile(at, content, { mode })
	}
	for (const folder of [root, join(outside, 'inner'), join(home, '.ssh')])
		await mkdir(folder, { recursive: true })
	await writeFile(join(outside, 'secret.txt'), 'secret hello a\n')
	await writeFile(join(home, '.ssh/id_rsa'), 'secret hello a\n')
	const names = FILE_NAMES.filter(name => hasOptionNames || !/^[-@]/.test(name))
	for (const name of names) await write(name, 'a hello 1 x\nb world 2 y\nb world 2 y\n')
	await write('data.json', '{"a": [1, {"b": "hello"}], "c": null}\n')
	await write('data.yaml', 'a:\n  - 1\n  - b: hello\n')
	await write(
		'bytes.bin',
		Uint8Array.from({ length: 300 }, (_, index) => (index * 7) % 256),
	)
	await write('lib.a', '!<arch>\n')
	await write('pack.zip', Buffer.from(ZIP, 'base64'))
	await write('pack.gz', gzipSync('packed\n'))
	if (hasOptionNames) await write('@opts', `--plugin=${root}/evil.so -o ran ${outside}/secret.txt\n`)
	await write('names', `${outside}/secret.txt\0${outside}/secret.txt\n`)
	await write('sums', `d41d8cd98f00b204e9800998ecf8427e  b.txt\n`)
	await copyFile('/bin/true', join(root, 'prog'))
	for (const name of ['.evil', 'ls', 'gzip', 'jq', 'grep', 'pr'])
		await write(name, '#!/bin/sh\necho ran > ran\n', 0o755)
	// Loaded by interpreters that look in a folder that the user's own environment names.
	await write('sitecustomize.py', 'open("ran", "w")\n')
	await write('strict.pm', 'open(my $f, ">", "ran"); 1;\n')
	await write('.npmrc', 'script-shell=./.evil\nlogs-dir=ran\n')
	for (const [name, target] of Object.entries({
		'link.txt': join(outside, 'secret.txt'),
		linkdir: outside,
		'sub/link.txt': join(outside, 'secret.txt'),
		'sub/linkdir': outside,
		'sub/deep/link.txt': join(outside, 'secret.txt'),
		inner: join(root, 'sub'),
	}))
		await symlink(target, join(root, name))
	for (const [mode, pack] of [
		['-cf', 'pack.tar'],
		['-czf', 'pack.tgz'],
	] as const)
		spawnSync('tar', [mode, pack, '--', 'a.txt', 'sub'], { cwd: root })
	const env = {
		...childEnvironment({
			PATH: path,
			HOME: home,
			TMPDIR: home,
			LANG: 'C',
			PYTHONPATH: root,
			PERL5LIB: root,
		}),
		...HARMLESS_ENVIRONMENT,
		X: '',
	}
	return { root, outside, home, env }
}

/** Two files, `a.txt` and `ran`. */
const ZIP =
	'UEsDBBQAAAAAAAAAIRRD4EEvBwAAAAcAAAAFAAAAYS50eHRwYWNrZWQKUEsDBBQAAAAAAAAAIRRD4EEvBwAAAAcAAAADAAAAcmFucGFja2VkClBLAQIUAxQAAAAAAAAAIRRD4EEvBwAAAAcAAAAFAAAAAAAAAAAAAACAAQAAAABhLnR4dFBLAQIUAxQAAAAAAAAAIRRD4EEvBwAAAAcAAAADAAAAAAAAAAAAAACAASoAAAByYW5QSwUGAAAAAAIAAgBkAAAAUgAAAAAA'
