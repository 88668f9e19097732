// What looks for files, or through them.

import { READS_FOLDERS } from './folder-use.ts'
import type { ProgramFacts } from './program-facts.ts'

export const SEARCH: Readonly<Record<string, ProgramFacts>> = {
	grep: { kind: 'grep' },
	rgrep: { kind: 'grep' },
	egrep: { kind: 'grep' },
	fgrep: { kind: 'grep' },
	zgrep: { kind: 'grep' },
	xzgrep: { kind: 'grep' },
	bzgrep: { kind: 'grep' },
	zstgrep: { kind: 'grep' },
	zstdgrep: { kind: 'grep' },
	rg: { kind: 'searcher' },
	ag: { kind: 'searcher' },
	ack: { kind: 'searcher' },
	'ack-grep': { kind: 'searcher' },
	ugrep: { kind: 'searcher' },
	ug: { kind: 'searcher' },
	pt: { kind: 'searcher' },
	sift: { kind: 'searcher' },
	find: { kind: 'finder', destroys: 'removes', runsByOption: true, addsWords: true, hunted: 'text' },
	fd: { kind: 'finder', runsByOption: true },
	fdfind: { kind: 'finder', runsByOption: true },
	bfs: { kind: 'finder', runsByOption: true },
	diff: { carries: READS_FOLDERS },
}
