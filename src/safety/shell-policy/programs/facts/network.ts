// What reaches other machines.

import { READS_FOLDERS, TAKES_FOLDERS } from './folder-use.ts'
import type { ProgramFacts } from './program-facts.ts'

export const NETWORK: Readonly<Record<string, ProgramFacts>> = {
	curl: { network: 'downloads', writes: 'operands' },
	wget: { network: 'downloads', writes: 'operands' },
	fetch: { network: 'downloads' },
	aria2c: { network: 'downloads' },
	http: { network: 'downloads' },
	https: { network: 'downloads' },
	nc: { network: 'downloads' },
	ncat: { network: 'downloads' },
	lynx: { network: 'downloads' },
	ssh: { network: 'connects', runsWordsAfter: 1, takesScript: 'words with blanks' },
	scp: { network: 'connects', writes: 'operands', replacesLast: true, carries: READS_FOLDERS },
	rsync: { network: 'connects', writes: 'operands', replacesLast: true, carries: TAKES_FOLDERS },
	socat: { network: 'connects' },
	sftp: { network: 'connects' },
	ftp: { network: 'connects' },
}
