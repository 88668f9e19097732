// What git's sub-commands do that do more than read.

import type { Deeds } from './deed.ts'

export const GIT_DEEDS: Readonly<Record<string, Deeds>> = {
	git: {
		add: 'stages changes for the next commit',
		commit: 'makes a commit',
		push: 'sends commits to another repository',
		pull: 'fetches commits from another repository and puts them into this branch',
		fetch: 'fetches commits from another repository',
		clone: 'copies a repository to this machine',
		init: 'makes a repository',
		checkout: 'switches to another branch, or puts files back',
		switch: 'switches to another branch',
		restore: 'puts files back',
		reset: 'moves the branch, or unstages changes',
		merge: 'puts another branch into this one',
		rebase: 'makes the commits of this branch anew on another base',
		'cherry-pick': 'repeats commits on this branch',
		revert: 'makes commits that undo others',
		stash: 'puts changes aside, or brings them back',
		branch: 'makes, renames or deletes branches',
		tag: 'makes or deletes tags',
		remote: 'changes which other repositories are known',
		config: 'reads or changes settings of git',
		rm: 'deletes files, and stages that for the next commit',
		mv: 'moves files, and stages that for the next commit',
		apply: 'changes files by a patch',
		am: 'makes commits of patches',
		submodule: 'changes or fetches submodules',
		worktree: 'makes or removes another work tree',
		bisect: 'switches between commits to find one',
		gc: 'tidies up the repository',
		clean: 'deletes files that git does not know',
	},
}
