// Program facts: what each program does by its name alone, one row a program. Everything that judges, grants or searches
// asks this table through the functions below it; what options change about a program is in the rules beside this file.

export type ProgramFacts = {
	/** What sort of program it is, where a whole sort is judged alike. */
	kind?:
		| 'shell'
		| 'language'
		/** A language whose program stands on the command line, with data to work on: sed, awk. */
		| 'filter'
		/** Part of a shell: in a process of its own it does nothing. */
		| 'builtin'
		| 'remover'
		/** Of files: who may do what with them. */
		| 'permissions'
		| 'disk'
		| 'power'
		| 'grep'
		| 'searcher'
		| 'finder'
	/** `removes`: what it takes away, ends or moves does not come back. `replaces`: what it writes over does not. */
	destroys?: 'removes' | 'replaces'
	/** `operands`: of what it is given, some or all is written. `option`: with an option for that. */
	writes?: 'operands' | 'option'
	/** Of its operands only the last is written. */
	replacesLast?: true
	/** It takes a folder with all that is in it, always or when it is told to go down. */
	carries?: { reads: boolean; changes: boolean; when: 'always' | 'recursive' }
	/** `downloads`: it can fetch what is then run. `connects`: it talks to another machine in some other way. */
	network?: 'downloads' | 'connects'
	/** It runs the words that follow this many operands of its own. */
	runsWordsAfter?: number
	/** It adds words to the command it runs. */
	addsWords?: true
	/** An option of it runs a program on what it finds. */
	runsByOption?: true
	/** It reads a script from its words: from any, or from those that hold a blank. */
	takesScript?: 'any word' | 'words with blanks'
	/** It runs the script in a file that it is given. */
	runsScriptFile?: true
	/** What it does is in what it is given to run. */
	interprets?: true
	/** It understands code, also the kind that runs commands: a language, or an editor with one. */
	readsCode?: true
	/** It runs what a file of the folder, a package or a further word says. */
	runsProject?: true
	/** It runs the scripts of package.json by their names. */
	runsScripts?: true
	/** Its first words that stay what they are, whatever follows. The rest is asked about each time. */
	lastingVerbs?: readonly string[]
	/** It changes the shell itself, the system, or what runs on it later. */
	changes?: 'shell' | 'system'
	stopsMachine?: 'always' | 'by run level' | 'by verb'
	/** It prints the environment, or the variables of the shell, when it is given no names. */
	printsVariables?: 'environment' | 'shell'
	/** Worth looking for behind a program that nobody knows: as a word of its own, or only where a text begins with it. */
	hunted?: 'word' | 'text'
	/** Its words are names or prose, never a command. */
	takesNoCommand?: true
	/** It prints its words. */
	says?: true
	/** It passes some of its lines on as they are. */
	picksLines?: true
}

export type ProgramKind = NonNullable<ProgramFacts['kind']>

/** @param program - its name without the folder. `python3.12` and `mkfs.ext4` are python and mkfs. */
export function factsOf(program: string): ProgramFacts {
	return FACTS.get(program) ?? FACTS.get(familyOf(program)) ?? NOTHING
}

export function isKind(program: string, ...kinds: readonly ProgramKind[]): boolean {
	const { kind } = factsOf(program)
	return kind !== undefined && kinds.includes(kind)
}

/** What it does is in what it is given to run. */
export function interprets(program: string): boolean {
	const { kind, interprets: does } = factsOf(program)
	return does === true || kind === 'shell' || kind === 'language' || kind === 'filter'
}

export function readsCode(program: string): boolean {
	const { kind, readsCode: does } = factsOf(program)
	return does === true || kind === 'language' || kind === 'filter'
}

export function runsWords(program: string): boolean {
	return factsOf(program).runsWordsAfter !== undefined
}

export function takesScript(program: string): ProgramFacts['takesScript'] {
	const facts = factsOf(program)
	return facts.kind === 'shell' ? 'any word' : facts.takesScript
}

/** It runs the script in a file that it is given, and that may be any file. */
export function runsScriptFile(program: string): boolean {
	const facts = factsOf(program)
	return facts.kind === 'shell' || facts.runsScriptFile === true
}

/** What it did cannot be called back: a yes to one use of it is none to the next, even of the same words. */
export function isBeyondRecall(program: string): boolean {
	const { destroys, network } = factsOf(program)
	return destroys === 'removes' || network !== undefined
}

/** A rule about it counts for its whole words only: anything more could run, destroy, send or change what nobody has seen. */
export function mustBeWhole(program: string): boolean {
	const { destroys, network, runsByOption, runsProject, changes } = factsOf(program)
	return (
		runsWords(program) ||
		interprets(program) ||
		[destroys, network, runsByOption, runsProject, changes].some(fact => fact !== undefined)
	)
}

export function programsWhere(holds: (facts: ProgramFacts) => boolean): readonly string[] {
	return [...FACTS].flatMap(([program, facts]) => (holds(facts) ? [program] : []))
}

const NOTHING: ProgramFacts = {}

/** The name without what a version or a file system adds to it. */
function familyOf(program: string): string {
	if (program.startsWith('mkfs.')) return 'mkfs'
	if (program.startsWith('newfs_')) return 'newfs'
	let end = program.length
	while (end > 0 && isVersion(program.charCodeAt(end - 1))) end--
	if (end === program.length) return ''
	const family = program.slice(0, end)
	return FACTS.get(family)?.kind === 'language' ? family : ''
}

/** A digit or a full stop. */
function isVersion(code: number): boolean {
	return (code >= 48 && code <= 57) || code === 46
}

const REMOVES_FOLDERS = { reads: false, changes: true, when: 'recursive' } as const
const READS_FOLDERS = { reads: true, changes: false, when: 'recursive' } as const
const TAKES_FOLDERS = { reads: true, changes: true, when: 'always' } as const

const FACTS: ReadonlyMap<string, ProgramFacts> = new Map(
	Object.entries<ProgramFacts>({
		// Shells, and what in them runs a text or a file.
		sh: { kind: 'shell', hunted: 'text' },
		bash: { kind: 'shell', hunted: 'text' },
		zsh: { kind: 'shell', hunted: 'text' },
		dash: { kind: 'shell', hunted: 'text' },
		ksh: { kind: 'shell', hunted: 'text' },
		fish: { kind: 'shell' },
		ash: { kind: 'shell' },
		csh: { kind: 'shell' },
		tcsh: { kind: 'shell' },
		eval: { kind: 'builtin', takesScript: 'any word', interprets: true },
		trap: { kind: 'builtin', takesScript: 'any word', changes: 'shell' },
		alias: { kind: 'builtin', takesScript: 'any word', changes: 'shell' },
		source: { kind: 'builtin', runsScriptFile: true, interprets: true },
		'.': { kind: 'builtin', runsScriptFile: true, interprets: true },
		exec: { kind: 'builtin', runsWordsAfter: 0, interprets: true },
		command: { kind: 'builtin', runsWordsAfter: 0 },
		builtin: { kind: 'builtin', runsWordsAfter: 0 },
		cd: { kind: 'builtin', changes: 'shell' },
		pushd: { kind: 'builtin', changes: 'shell' },
		popd: { kind: 'builtin', changes: 'shell' },
		export: { kind: 'builtin', changes: 'shell', printsVariables: 'shell' },
		declare: { kind: 'builtin', changes: 'shell', printsVariables: 'shell' },
		typeset: { kind: 'builtin', changes: 'shell', printsVariables: 'shell' },
		readonly: { kind: 'builtin', changes: 'shell', printsVariables: 'shell' },
		local: { kind: 'builtin', printsVariables: 'shell' },
		unset: { kind: 'builtin', changes: 'shell' },
		set: { kind: 'builtin', changes: 'shell' },
		shopt: { kind: 'builtin', changes: 'shell' },
		enable: { kind: 'builtin', changes: 'shell' },
		hash: { kind: 'builtin', changes: 'shell' },
		type: { kind: 'builtin' },
		read: { kind: 'builtin' },
		// Languages, and editors that have one.
		python: { kind: 'language' },
		python2: { kind: 'language' },
		python3: { kind: 'language' },
		pypy: { kind: 'language' },
		node: { kind: 'language' },
		nodejs: { kind: 'language' },
		deno: { kind: 'language' },
		bun: { kind: 'language' },
		tsx: { kind: 'language' },
		'ts-node': { kind: 'language' },
		ipython: { kind: 'language' },
		guile: { kind: 'language' },
		jshell: { kind: 'language' },
		ruby: { kind: 'language', writes: 'option' },
		perl: { kind: 'language', writes: 'option' },
		php: { kind: 'language' },
		lua: { kind: 'language' },
		luajit: { kind: 'language' },
		tclsh: { kind: 'language' },
		expect: { kind: 'language' },
		osascript: { kind: 'language' },
		pwsh: { kind: 'language' },
		powershell: { kind: 'language' },
		Rscript: { kind: 'language' },
		julia: { kind: 'language' },
		elixir: { kind: 'language' },
		iex: { kind: 'language' },
		ghci: { kind: 'language' },
		scala: { kind: 'language' },
		groovy: { kind: 'language' },
		awk: { kind: 'filter', writes: 'option' },
		gawk: { kind: 'filter', writes: 'option' },
		sed: { kind: 'filter', writes: 'option' },
		gsed: { kind: 'filter', writes: 'option' },
		mawk: { kind: 'filter' },
		vi: { readsCode: true, writes: 'operands' },
		vim: { readsCode: true, writes: 'operands' },
		nvim: { readsCode: true, writes: 'operands' },
		ex: { readsCode: true, writes: 'operands' },
		emacs: { readsCode: true, writes: 'operands' },
		ed: { readsCode: true, writes: 'operands' },
		nano: { writes: 'operands' },
		code: { writes: 'operands' },
		// Wrappers: they run the words that follow.
		sudo: { kind: 'power', runsWordsAfter: 0, hunted: 'text' },
		doas: { kind: 'power', runsWordsAfter: 0, hunted: 'text' },
		pkexec: { kind: 'power', runsWordsAfter: 0 },
		run0: { kind: 'power', runsWordsAfter: 0 },
		su: { kind: 'power', runsWordsAfter: 1, takesScript: 'words with blanks' },
		runuser: { kind: 'power', runsWordsAfter: 1 },
		sudoedit: { kind: 'power' },
		gosu: { kind: 'power' },
		'su-exec': { kind: 'power' },
		env: { runsWordsAfter: 0, takesScript: 'words with blanks', printsVariables: 'environment' },
		printenv: { printsVariables: 'environment' },
		nohup: { runsWordsAfter: 0 },
		nice: { runsWordsAfter: 0 },
		ionice: { runsWordsAfter: 0 },
		time: { runsWordsAfter: 0 },
		stdbuf: { runsWordsAfter: 0 },
		setsid: { runsWordsAfter: 0 },
		unshare: { runsWordsAfter: 0 },
		nsenter: { runsWordsAfter: 0 },
		busybox: { runsWordsAfter: 0 },
		toybox: { runsWordsAfter: 0 },
		strace: { runsWordsAfter: 0 },
		ltrace: { runsWordsAfter: 0 },
		caffeinate: { runsWordsAfter: 0 },
		'systemd-run': { runsWordsAfter: 0 },
		entr: { runsWordsAfter: 0 },
		xargs: { runsWordsAfter: 0, addsWords: true },
		parallel: { runsWordsAfter: 0, addsWords: true, takesScript: 'words with blanks' },
		watch: { runsWordsAfter: 0, takesScript: 'words with blanks' },
		timeout: { runsWordsAfter: 1 },
		gtimeout: { runsWordsAfter: 1 },
		chroot: { runsWordsAfter: 1 },
		taskset: { runsWordsAfter: 1 },
		chrt: { runsWordsAfter: 1 },
		setarch: { runsWordsAfter: 1 },
		'aws-vault': { runsWordsAfter: 1 },
		flock: { runsWordsAfter: 1, takesScript: 'words with blanks' },
		docker: { runsWordsAfter: 9 },
		podman: { runsWordsAfter: 9 },
		kubectl: { runsWordsAfter: 9 },
		script: { takesScript: 'words with blanks' },
		tmux: { takesScript: 'words with blanks' },
		screen: { takesScript: 'words with blanks' },
		sg: { takesScript: 'words with blanks' },
		hyperfine: { takesScript: 'words with blanks' },
		at: { takesScript: 'words with blanks', runsScriptFile: true, changes: 'system' },
		batch: { takesScript: 'words with blanks', runsScriptFile: true },
		crontab: { takesScript: 'words with blanks', runsScriptFile: true, changes: 'system' },
		// What takes files away, replaces them or changes who may use them.
		rm: {
			kind: 'remover',
			destroys: 'removes',
			writes: 'operands',
			hunted: 'word',
			carries: REMOVES_FOLDERS,
		},
		rmdir: { kind: 'remover', destroys: 'removes', writes: 'operands', hunted: 'word' },
		unlink: { kind: 'remover', destroys: 'removes', writes: 'operands', hunted: 'word' },
		shred: { kind: 'remover', destroys: 'removes', writes: 'operands', hunted: 'word' },
		srm: { kind: 'remover', destroys: 'removes', writes: 'operands', hunted: 'word' },
		rimraf: { kind: 'remover', destroys: 'removes', writes: 'operands', hunted: 'word' },
		'del-cli': { kind: 'remover', destroys: 'removes', writes: 'operands', hunted: 'word' },
		trash: { kind: 'remover', destroys: 'removes', writes: 'operands' },
		wipe: { kind: 'remover', destroys: 'removes', writes: 'operands' },
		mv: { destroys: 'removes', writes: 'operands', takesNoCommand: true, carries: TAKES_FOLDERS },
		dd: { destroys: 'removes', writes: 'operands', hunted: 'word' },
		truncate: { destroys: 'removes', writes: 'operands' },
		cp: {
			destroys: 'replaces',
			writes: 'operands',
			replacesLast: true,
			takesNoCommand: true,
			carries: READS_FOLDERS,
		},
		ln: {
			destroys: 'replaces',
			writes: 'operands',
			replacesLast: true,
			takesNoCommand: true,
			carries: TAKES_FOLDERS,
		},
		install: { destroys: 'replaces', writes: 'operands', replacesLast: true, takesNoCommand: true },
		tee: { destroys: 'replaces', writes: 'operands', takesNoCommand: true },
		touch: { writes: 'operands', takesNoCommand: true },
		mkdir: { writes: 'operands', takesNoCommand: true },
		patch: { writes: 'operands' },
		sponge: { writes: 'operands' },
		unzip: { writes: 'operands' },
		cpio: { writes: 'operands' },
		split: { writes: 'operands' },
		csplit: { writes: 'operands' },
		tar: { writes: 'operands', carries: TAKES_FOLDERS },
		'7z': { writes: 'operands', carries: TAKES_FOLDERS },
		bsdtar: { carries: TAKES_FOLDERS },
		'7za': { carries: TAKES_FOLDERS },
		pax: { carries: TAKES_FOLDERS },
		zip: { carries: READS_FOLDERS },
		chmod: {
			kind: 'permissions',
			destroys: 'removes',
			writes: 'operands',
			hunted: 'word',
			carries: REMOVES_FOLDERS,
		},
		chown: {
			kind: 'permissions',
			destroys: 'removes',
			writes: 'operands',
			hunted: 'word',
			carries: REMOVES_FOLDERS,
		},
		chgrp: {
			kind: 'permissions',
			destroys: 'removes',
			writes: 'operands',
			hunted: 'word',
			carries: REMOVES_FOLDERS,
		},
		chattr: { kind: 'permissions', destroys: 'removes', writes: 'operands' },
		setfacl: { kind: 'permissions', destroys: 'removes', writes: 'operands' },
		// What writes with an option.
		uniq: { writes: 'option', picksLines: true },
		sort: { writes: 'option', picksLines: true },
		head: { picksLines: true },
		tail: { picksLines: true },
		xxd: { writes: 'option' },
		yq: { writes: 'option' },
		prettier: { writes: 'option' },
		// The machine: disks, services, processes.
		mkfs: { kind: 'disk', changes: 'system', hunted: 'word' },
		wipefs: { kind: 'disk', hunted: 'word' },
		mke2fs: { kind: 'disk' },
		fdisk: { kind: 'disk' },
		sfdisk: { kind: 'disk' },
		cfdisk: { kind: 'disk' },
		gdisk: { kind: 'disk' },
		sgdisk: { kind: 'disk' },
		parted: { kind: 'disk' },
		mkswap: { kind: 'disk' },
		blkdiscard: { kind: 'disk' },
		cryptsetup: { kind: 'disk' },
		lvremove: { kind: 'disk' },
		vgremove: { kind: 'disk' },
		pvremove: { kind: 'disk' },
		mdadm: { kind: 'disk' },
		zpool: { kind: 'disk' },
		hdparm: { kind: 'disk' },
		badblocks: { kind: 'disk' },
		newfs: { kind: 'disk' },
		shutdown: { stopsMachine: 'always' },
		reboot: { stopsMachine: 'always' },
		poweroff: { stopsMachine: 'always' },
		halt: { stopsMachine: 'always' },
		init: { stopsMachine: 'by run level' },
		telinit: { stopsMachine: 'by run level' },
		systemctl: { stopsMachine: 'by verb', changes: 'system' },
		loginctl: { stopsMachine: 'by verb' },
		mount: { changes: 'system' },
		umount: { changes: 'system' },
		service: { changes: 'system' },
		launchctl: { changes: 'system' },
		reg: { changes: 'system' },
		kill: { destroys: 'removes', hunted: 'text' },
		pkill: { destroys: 'removes' },
		killall: { destroys: 'removes' },
		// Other machines.
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
		// What looks for files, or through them.
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
		// What runs what a project or a package says.
		make: { runsProject: true },
		gmake: { runsProject: true },
		just: { runsProject: true },
		task: { runsProject: true },
		rake: { runsProject: true },
		ant: { runsProject: true },
		gradle: { runsProject: true },
		gradlew: { runsProject: true },
		mvn: { runsProject: true },
		mvnw: { runsProject: true },
		invoke: { runsProject: true },
		nox: { runsProject: true },
		tox: { runsProject: true },
		bazel: { runsProject: true },
		scons: { runsProject: true },
		ninja: { runsProject: true },
		pipx: { runsProject: true },
		poetry: { runsProject: true },
		pipenv: { runsProject: true },
		uv: { runsProject: true },
		bundle: { runsProject: true },
		nix: { runsProject: true },
		mise: { runsProject: true },
		asdf: { runsProject: true },
		terraform: { runsProject: true },
		ansible: { runsProject: true },
		helm: { runsProject: true },
		gcloud: { runsProject: true },
		aws: { runsProject: true },
		az: { runsProject: true },
		npx: { runsProject: true, runsWordsAfter: 0, takesScript: 'words with blanks' },
		bunx: { runsProject: true, runsWordsAfter: 0 },
		uvx: { runsProject: true, runsWordsAfter: 0 },
		direnv: { runsProject: true, runsWordsAfter: 0 },
		'nix-shell': { runsProject: true, takesScript: 'words with blanks' },
		git: { hunted: 'word', lastingVerbs: ['add', 'commit', 'fetch', 'pull', 'switch', 'merge'] },
		npm: { runsScripts: true, lastingVerbs: ['test', 't'] },
		pnpm: { runsScripts: true, lastingVerbs: ['test', 't'] },
		yarn: { runsScripts: true, lastingVerbs: ['test'] },
		cargo: { lastingVerbs: ['build', 'check', 'test', 'clippy', 'fmt', 'doc', 'bench'] },
		go: { lastingVerbs: ['build', 'test', 'vet', 'fmt'] },
		dotnet: { lastingVerbs: ['build', 'test', 'format'] },
		swift: { lastingVerbs: ['build', 'test'] },
		mix: { lastingVerbs: ['test', 'format', 'compile'] },
		composer: { lastingVerbs: ['validate'] },
		pip: { lastingVerbs: [] },
		pip3: { lastingVerbs: [] },
		gem: { lastingVerbs: [] },
		brew: { lastingVerbs: [] },
		apt: { lastingVerbs: [] },
		'apt-get': { lastingVerbs: [] },
		// Credentials.
		op: { runsWordsAfter: 0 },
		// What prints its words, or takes prose.
		echo: { says: true },
		printf: { says: true },
		man: { takesNoCommand: true },
		info: { takesNoCommand: true },
		tldr: { takesNoCommand: true },
		gh: { takesNoCommand: true },
		glab: { takesNoCommand: true },
		hub: { takesNoCommand: true },
		say: { takesNoCommand: true },
		logger: { takesNoCommand: true },
		'notify-send': { takesNoCommand: true },
		mail: { takesNoCommand: true },
	}),
)
