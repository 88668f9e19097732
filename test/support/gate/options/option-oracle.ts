// What commands did, as the kernel saw it: every file opened for writing, made, renamed or removed, every program
// started, every connection, every read of what lies outside. Needs strace.

import { spawn, spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { OptionFolder } from './option-folder.ts'
import { quote } from './option-words.ts'

export type Deed = { command: string; deed: string }

/** Whether processes can be watched here. A machine may have strace and forbid it. */
export function canWatch(): boolean {
	return spawnSync('strace', ['-f', '-qq', '-e', 'trace=execve', 'true'], { timeout: 20_000 }).status === 0
}

/**
 * @param stuckMs - where nothing has happened for so long, a command waits for something that never comes
 * @returns everything that a command which only reads does not do
 */
export async function watch(
	commands: readonly string[],
	folder: OptionFolder,
	environmentOf: EnvironmentOf = () => ({}),
	stuckMs = STUCK_MS,
): Promise<readonly Deed[]> {
	const numbered = commands.map((command, index) => ({ command, index }))
	const deeds = []
	// What bash has of its own is tried out by bash. The rest is started by the smaller shell, which is sooner done.
	for (const [shell, share] of [
		['sh', numbered.filter(({ command }) => !isBuiltin(command))],
		['bash', numbered.filter(({ command }) => isBuiltin(command))],
	] as const)
		if (share.length > 0)
			deeds.push(
				...(await watchShell(
					shell,
					share.map(({ command }) => command),
					folder,
					environmentOf,
					stuckMs,
				)),
			)
	return deeds
}

async function watchShell(
	shell: 'sh' | 'bash',
	commands: readonly string[],
	folder: OptionFolder,
	environmentOf: EnvironmentOf,
	stuckMs: number,
): Promise<readonly Deed[]> {
	const script = join(folder.home, 'script')
	const exec = shell === 'sh' ? 'exec ' : ''
	const line = (command: string, index: number) =>
		`[ -r ${MARK}${index} ]\n(ulimit -t 1; ${exported(environmentOf(command))}eval ${quote(exec + command)})\n`
	await writeFile(script, `exec 2>/dev/null\n${commands.map(line).join('')}`)
	const child = spawn('strace', [...WATCHED, shell, script], {
		cwd: folder.root,
		env: folder.env,
		stdio: ['ignore', 'ignore', 'pipe'],
		detached: true,
	})
	const reader = createReader(commands, folder)
	const guard = setInterval(() => {
		if (reader.isStuck()) killBelow(child.pid)
	}, stuckMs)
	let rest = ''
	child.stderr.setEncoding('latin1').on('data', (chunk: string) => {
		const lines = (rest + chunk).split('\n')
		rest = lines.pop() ?? ''
		for (const line of lines) reader.take(line)
	})
	await new Promise(resolve => child.once('close', resolve))
	clearInterval(guard)
	if (reader.seen() !== commands.length)
		throw new Error(
			`${reader.seen()} of ${commands.length} commands were seen; the last: ${commands[reader.seen() - 1]}; ${rest}`,
		)
	return reader.deeds
}

/** What is set for a command when it runs unasked, besides what is set for all of them. */
type EnvironmentOf = (command: string) => Readonly<Record<string, string>>

function exported(env: Readonly<Record<string, string>>): string {
	return Object.entries(env)
		.map(([name, value]) => `export ${name}=${quote(value)}; `)
		.join('')
}

/** What bash has of its own; there is nothing to start for it. */
export const BUILTINS: ReadonlySet<string> = new Set(
	': true false pwd echo printf test [ type umask ulimit jobs alias help command hash times history export'.split(
		' ',
	),
)

function isBuiltin(command: string): boolean {
	return BUILTINS.has(command.split(' ', 1)[0]!)
}

/** The test for a file that cannot be tells which command is next. */
const MARK = '/dev/null/command-'

const STUCK_MS = 1_500

const WRITES =
	'creat,rename,renameat,renameat2,unlink,unlinkat,rmdir,link,linkat,symlink,symlinkat,mkdir,mkdirat,mknod,mknodat,chmod,fchmod,fchmodat,chown,lchown,fchown,fchownat,truncate,utime,utimes,utimensat,futimesat,setxattr,lsetxattr,fsetxattr,removexattr,mount,umount2,chroot,pivot_root'
/** What would change this machine is seen and does not happen. */
const DANGERS =
	'settimeofday,clock_settime,adjtimex,clock_adjtime,sethostname,setdomainname,reboot,kill,tkill,ptrace,swapon,swapoff,init_module,finit_module,kexec_load,bpf'
const CONNECTIONS = 'connect,bind,sendto,sendmsg,sendmmsg,listen,accept,accept4'

const WATCHED = [
	'-f',
	'-qq',
	'-y',
	'--seccomp-bpf',
	'-s',
	'400',
	'-e',
	'signal=none',
	'-e',
	`trace=open,openat,openat2,execve,execveat,faccessat,faccessat2,io_uring_setup,${WRITES},${DANGERS},${CONNECTIONS}`,
	'-e',
	`inject=${DANGERS}:error=EPERM`,
	'-o',
	'|exec cat >&2',
]

type Reader = { take(line: string): void; isStuck(): boolean; seen(): number; deeds: readonly Deed[] }

function createReader(commands: readonly string[], folder: OptionFolder): Reader {
	const deeds: Deed[] = []
	const unfinished = new Map<string, string>()
	let current = -1
	let starts = 0
	let last = -1
	const place = (text: string) => {
		const mark = text.indexOf(MARK)
		if (mark !== -1 && text.startsWith('faccessat')) {
			current = Number(/^\d+/.exec(text.slice(mark + MARK.length))?.[0])
			starts = 0
			return
		}
		if (current === -1) return
		const command = commands[current]!
		// A shell that looks for the program tries one folder after the other.
		if (text.startsWith('execve') && starts === 0 && text.includes('ENOENT')) return
		if (text.startsWith('execve')) starts++
		if (deeds.at(-1)?.command === command) return
		const deed = deedOf(text, { program: command.split(' ', 1)[0]!, starts, folder })
		if (deed !== undefined) deeds.push({ command, deed })
	}
	return {
		deeds,
		seen: () => current + 1,
		isStuck() {
			const isStuck = current === last
			last = current
			return isStuck
		},
		take(line) {
			const [, pid = '', text = ''] = /^(\d+) +(.*)$/.exec(line) ?? []
			if (text.endsWith('<unfinished ...>')) {
				unfinished.set(pid, text.slice(0, -'<unfinished ...>'.length))
				return
			}
			const resumed = /^<\.\.\. \w+ resumed>(.*)$/.exec(text)
			if (resumed) {
				place((unfinished.get(pid) ?? '') + resumed[1])
				unfinished.delete(pid)
			} else place(text)
		},
	}
}

type Circumstances = { program: string; starts: number; folder: OptionFolder }

function deedOf(call: string, { program, starts, folder }: Circumstances): string | undefined {
	const name = call.slice(0, call.indexOf('('))
	switch (name) {
		case 'open':
		case 'openat':
		case 'openat2':
			return openingOf(call, program, folder)
		case 'faccessat':
		case 'faccessat2':
			return undefined
		case 'execve':
		case 'execveat':
			return starts === 1 || isHelper(program, /"([^"]*)"/.exec(call)?.[1] ?? '')
				? undefined
				: `starts: ${call}`
		case 'connect':
			// The cache of names, and the log of this machine, to which pidof tells that a process has just ended.
			return /AF_UNIX, sun_path="\/(?:var\/run\/nscd\/socket|dev\/log)"/.test(call)
				? undefined
				: `connects: ${call}`
		case 'bind':
		case 'sendto':
		case 'sendmsg':
		case 'sendmmsg':
			// It is the kernel that answers.
			// pip looks whether there is IPv6, on a port that nobody knows of.
			if (program.startsWith('pip') && /^bind.*"::1"/.test(call)) return undefined
			return /NETLINK|nlmsg_/.test(call) ? undefined : `connects: ${call}`
		case 'kill':
		case 'tkill':
			return program === 'timeout' ? undefined : `signals: ${call}`
		default:
			return /^\w+$/.test(name) && !isPermittedWrite(call) ? `changes: ${call}` : undefined
	}
}

function openingOf(call: string, program: string, { outside, home }: OptionFolder): string | undefined {
	// A folder cannot be opened for writing, so nobody who is told so has done any.
	const isFolder = call.includes('EISDIR') && !call.includes('O_CREAT')
	// Where this machine keeps no log, it tells its console that a process has just ended.
	if (program === 'pidof' && /"\/dev\/console", O_WRONLY\|O_NOCTTY/.test(call)) return undefined
	if (/O_WRONLY|O_RDWR|O_CREAT|O_TRUNC|O_TMPFILE/.test(call) && !isFolder && !isPermittedWrite(call))
		return `writes: ${call}`
	const real = / = \d+<([^>]*)>/.exec(call)?.[1]
	const isOutside = real !== undefined && (real.startsWith(outside) || real.startsWith(join(home, '.ssh')))
	// It has the file system mounted, and reads nothing.
	if (program === 'df' && call.includes('O_NOCTTY')) return undefined
	return isOutside ? `reads: ${call}` : undefined
}

/** Devices that keep nothing, and what a Java machine notes down about itself while it runs. */
function isPermittedWrite(call: string): boolean {
	const path = /"([^"]*)"/.exec(call)?.[1] ?? ''
	if (/^openat\(AT_FDCWD<\/tmp\/hsperfdata_\w+>/.test(call)) return true
	return /^\/dev\/(?:null(?:\/.*)?|tty|pts\/\d+|stdout|stderr|fd\/[12])$|^\/tmp\/hsperfdata_|^\/proc\/self\/(?:task\/\d+\/)?(?:comm|oom_score_adj|coredump_filter)$/.test(
		path,
	)
}

/** Scripts that stand for a program and run it. What it does with its words is watched like everything else. */
const HELPERS: Readonly<Record<string, RegExp>> = {
	zgrep: /^(?:expr|sed|gzip|e?grep|zgrep)$/,
	zegrep: /^(?:expr|sed|gzip|e?grep|zgrep)$/,
	zfgrep: /^(?:expr|sed|gzip|[ef]?grep|zgrep)$/,
	egrep: /^grep$/,
	fgrep: /^grep$/,
	zcat: /^gzip$/,
	gunzip: /^gzip$/,
	// It is the same program by another name, and is given nothing but names.
	dpkg: /^dpkg-query$/,
	yq: /^jq$/,
	psql: /^psql$/,
	tar: /^(?:gzip|bzip2|xz)$/,
	bsdtar: /^(?:gzip|bzip2|xz)$/,
	// `env node` in its first line.
	npm: /^node$/,
	tsc: /^node$/,
	gdb: /^iconv$/,
	meson: /^(?:dpkg-architecture|gcc)$/,
	npx: /^node$/,
	// Its help is that of the tool it would run, from its own folder.
	valgrind: /^(?:valgrind\.bin|memcheck-[\w-]+)$/,
	lsb_release: /^(?:getopt|cut|tr|sed)$/,
	nice: /^(?:ls|cat|sort|xxd|head|nice|timeout)$/,
	timeout: /^(?:ls|cat|sort|xxd|head|nice|timeout)$/,
}

function isHelper(program: string, file: string): boolean {
	return HELPERS[program]?.test(basename(file)) === true && !file.startsWith('.')
}

/** Ends what the shell waits for, and leaves the shell. */
function killBelow(strace: number | undefined): void {
	for (const shell of childrenOf(strace))
		for (const command of childrenOf(shell))
			for (const pid of [...childrenOf(command), command])
				try {
					process.kill(pid, 'SIGKILL')
				} catch {
					// It was faster.
				}
}

function childrenOf(pid: number | undefined): readonly number[] {
	try {
		return readdirSync(`/proc/${pid}/task`).flatMap(task =>
			readFileSync(`/proc/${pid}/task/${task}/children`, 'utf8').split(' ').filter(Boolean).map(Number),
		)
	} catch {
		return []
	}
}
