// The files of the web page where the build has put them. They are read when somebody opens the page, never before.

import { readFile } from 'node:fs/promises'
import type { PageFile } from './page-routes.ts'

export function readPageFile(file: PageFile): Promise<string> {
	return readFile(new URL(file, new URL(FOLDER, import.meta.url)), 'utf8')
}

/** The build writes the path of the folder here, seen from the file this becomes part of. */
const FOLDER = './built-page/'
