// Unpacks released packages for measuring the repository map: Debian's sources by apt-get, npm's by npm pack, each by its
// ordinary client and into a folder that is gone afterwards.

import { execFileSync } from 'node:child_process'
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { MapPackage } from './map-tasks.ts'

/** @returns where the sources of a package are */
export function createUnpacker(folder: string): (wanted: MapPackage) => string {
	let areListsRead = false
	const sources = join(folder, 'sources.list')
	const lists = join(folder, 'lists')
	const apt = (cwd: string, ...words: readonly string[]) =>
		execFileSync(
			'apt-get',
			[
				...['-o', `Dir::Etc::sourcelist=${sources}`, '-o', 'Dir::Etc::sourceparts=-'],
				...['-o', `Dir::State::lists=${lists}`, '-o', 'APT::Sandbox::User=root', ...words],
			],
			{ cwd, stdio: ['ignore', 'ignore', 'inherit'] },
		)
	return ({ name, from, without = [] }) => {
		const place = join(folder, name.replaceAll(/\W+/g, '-'))
		const [packed, unpacked] = [join(place, 'packed'), join(place, 'sources')]
		mkdirSync(packed, { recursive: true })
		mkdirSync(unpacked)
		if ('npm' in from) execFileSync('npm', ['pack', '--silent', from.npm], { cwd: packed, stdio: 'ignore' })
		else {
			if (!areListsRead) {
				mkdirSync(join(lists, 'partial'), { recursive: true })
				writeFileSync(sources, SOURCES)
				apt(folder, '-qq', 'update')
				areListsRead = true
			}
			apt(packed, '-qq', 'source', '--download-only', from.debian)
		}
		const archive = readdirSync(packed).find(file => /(?:\.orig\.tar\.\w+|\.tgz)$/.test(file))
		if (archive === undefined) throw new Error(`${name} has no sources`)
		execFileSync('tar', ['xf', join(packed, archive), '-C', unpacked, '--strip-components=1'])
		for (const each of without) rmSync(join(unpacked, each), { recursive: true })
		return unpacked
	}
}

const SOURCES =
	'deb-src [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] http://deb.debian.org/debian bookworm main\n'
