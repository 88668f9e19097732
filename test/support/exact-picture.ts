// The whole of a folder as a value to compare, `.git` included: every name as its bytes, every content, mode and link,
// and which names are one file.

import { createHash } from 'node:crypto'
import { lstatSync, readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { join } from 'node:path'

/** Name as latin1 → what is there. Names of one file have a number in common. */
export function exactPicture(root: string): ReadonlyMap<string, string> {
	const picture = new Map<string, string>()
	const files = new Map<string, string>()
	const visit = (folder: Buffer, shown: string) => {
		const names = readdirSync(folder, { encoding: 'buffer' }).sort(Buffer.compare)
		for (const name of names) {
			const path = Buffer.concat([folder, Buffer.from('/'), name])
			const key = join(shown, name.toString('latin1'))
			const stats = lstatSync(path)
			const mode = (stats.mode & 0o7777).toString(8)
			if (stats.isSymbolicLink()) picture.set(key, `link → ${readlinkSync(path, 'latin1')}`)
			else if (stats.isDirectory()) {
				picture.set(key, `folder ${mode}`)
				visit(path, key)
			} else if (stats.isFile()) {
				const bytes = readFileSync(path)
				const text =
					bytes.length <= 40 ? bytes.toString('latin1') : createHash('sha256').update(bytes).digest('hex')
				const first = files.get(`${stats.ino}`) ?? key
				files.set(`${stats.ino}`, first)
				picture.set(key, `file ${mode} ${stats.nlink > 1 ? `${stats.nlink} names, as ${first} ` : ''}${text}`)
			} else picture.set(key, 'special')
		}
	}
	visit(Buffer.from(root), '')
	return picture
}

/** One line for each place that differs. */
export function differences(
	got: ReadonlyMap<string, string>,
	wanted: ReadonlyMap<string, string>,
): readonly string[] {
	const paths = [...new Set([...got.keys(), ...wanted.keys()])].sort()
	return paths
		.filter(path => got.get(path) !== wanted.get(path))
		.map(path => `${path}: ${got.get(path) ?? 'nothing'} instead of ${wanted.get(path) ?? 'nothing'}`)
}
