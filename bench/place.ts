// A folder of its own for the program under measure: settings, sessions and a small project, gone afterwards.

import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export type Place = {
	/** A small project to work in. */
	cwd: string
	home: string
	/** All a child gets: no key and no setting of whoever runs the bench. */
	environment: Record<string, string>
	remove(): Promise<void>
}

export async function makePlace(): Promise<Place> {
	const folder = await mkdtemp(join(tmpdir(), 'keelson-bench-'))
	const [cwd, home] = [join(folder, 'project'), join(folder, 'home')]
	await mkdir(cwd)
	await mkdir(home)
	await writeFile(
		join(cwd, 'note.txt'),
		Array.from({ length: 2000 }, (_, line) => `line ${line + 1}\n`).join(''),
	)
	await writeFile(join(cwd, 'README.md'), '# A project\n\nFor measuring.\n')
	return {
		cwd,
		home,
		environment: {
			PATH: process.env.PATH ?? '',
			HOME: home,
			KEELSON_HOME: join(home, 'keelson'),
			TERM: 'xterm-256color',
			COLORTERM: 'truecolor',
			LANG: 'C.UTF-8',
		},
		remove: () => rm(folder, { recursive: true, force: true }),
	}
}
