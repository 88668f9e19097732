// Program facts: what a program does by its name alone.

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
