// Asking a program for its help or its version and for nothing else: of those that answer without doing more, in every
// version of them.

import { literal, type Word } from '../../shell-parser/bash-words.ts'

/**
 * Left out: those whose help goes through a pager or a browser (`bat`, `ruby`, `git status --help`), that start others to
 * tell about them (`docker`), that take the word for a name or a pattern (`printf`, `expr`), and those of which a file of
 * the folder says what they are; see `developer.ts`.
 */
const ANSWERS: ReadonlySet<string> = new Set(
	[
		'cat head tail nl tac wc cut tr sort uniq comm join paste column fold fmt expand unexpand shuf rev diff cmp iconv',
		'grep egrep fgrep rg fd fdfind jq yq find sed awk gawk mawk tar bsdtar',
		'ls stat file du df tree realpath readlink od hexdump xxd strings basename dirname dir namei',
		'md5sum sha1sum sha224sum sha256sum sha384sum sha512sum b2sum shasum cksum',
		'gzip gunzip unzip zipinfo nm readelf objdump size',
		'seq sleep pwd whoami id groups uname arch nproc uptime free date which ps cal getconf locale lscpu lsblk',
		'lsb_release tty who w users logname whereis pgrep pidof top vmstat ss netstat git',
		'shellcheck xmllint zgrep tokei journalctl systemctl',
		'env timeout nice nohup stdbuf setsid watch xz bzip2 zstd',
	]
		.join(' ')
		.split(' '),
)

export function onlyAsksForHelp(program: string, words: readonly Word[]): boolean {
	const [only, ...others] = words
	const text = only && literal(only)
	return others.length === 0 && (text === '--help' || text === '--version') && ANSWERS.has(program)
}
