import assert from 'node:assert/strict'
import { existsSync, readdirSync } from 'node:fs'
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeEach, describe, test } from 'vitest'
import { createRepositories } from '../../../src/sandbox/repositories/repositories.ts'
import { openSandboxFolder } from '../../support/sandbox-folder.ts'

const folder = await openSandboxFolder()
const { works, why } = await folder.sandbox.works()
if (!works) console.warn(`no sandbox here, so nothing can be planted from it: ${why}`)
afterAll(() => folder.close())

const EVIL = 'touch "$OUT/ran"; false'
const REPOSITORY = 'git init -q sub; git -C sub -c user.name=a -c user.email=b commit -q --allow-empty -m 1'
const LINK = 'git update-index --add --cacheinfo 160000,$(git -C sub rev-parse HEAD),sub'

/** How a command prepares what git runs later, and what the user does then, which is `git status` if nothing is said. */
const PLANTS: Readonly<Record<string, { bash: string; later?: string }>> = {
	'a monitor of a nested repository that was added': {
		bash: `${REPOSITORY}; git -C sub config core.fsmonitor '${EVIL}'; git add sub`,
	},
	'one whose folder lies deep among packages': {
		bash: `mkdir -p node_modules/a/b; cd node_modules/a/b; ${REPOSITORY}; git -C sub config core.fsmonitor '${EVIL}'; git update-index --add --cacheinfo 160000,$(git -C sub rev-parse HEAD),node_modules/a/b/sub; cd ../../..; git update-index --add --cacheinfo 160000,$(git -C node_modules/a/b/sub rev-parse HEAD),node_modules/a/b/sub`,
	},
	'one whose name is no text': {
		bash: `mkdir node_modules; ${REPOSITORY}; git -C sub config core.fsmonitor '${EVIL}'; n=$(printf 'node_modules/\\377'); mv sub "$n"; git update-index --add --cacheinfo "160000,$(git -C "$n" rev-parse HEAD),$n"`,
	},
	'one inside another': {
		bash: `${REPOSITORY}; ${LINK}; cd sub; mkdir node_modules; cd node_modules; ${REPOSITORY}; git -C sub config core.fsmonitor '${EVIL}'; cd ..; git update-index --add --cacheinfo 160000,$(git -C node_modules/sub rev-parse HEAD),node_modules/sub`,
	},
	'one in an index about whose form the settings lie': {
		bash: `${REPOSITORY}; ${LINK}; echo '# objectformat = sha256' >> sub/.git/config; cd sub; mkdir node_modules; cd node_modules; ${REPOSITORY}; git -C sub config core.fsmonitor '${EVIL}'; cd ..; git update-index --add --cacheinfo 160000,$(git -C node_modules/sub rev-parse HEAD),node_modules/sub`,
	},
	'one in an index of version 4': {
		bash: `mkdir node_modules; cd node_modules; ${REPOSITORY}; git -C sub config core.fsmonitor '${EVIL}'; cd ..; git update-index --add --cacheinfo 160000,$(git -C node_modules/sub rev-parse HEAD),node_modules/sub; git update-index --index-version 4`,
	},
	'one in a split index': {
		bash: `mkdir node_modules; cd node_modules; ${REPOSITORY}; git -C sub config core.fsmonitor '${EVIL}'; cd ..; git update-index --add --cacheinfo 160000,$(git -C node_modules/sub rev-parse HEAD),node_modules/sub; git update-index --split-index`,
	},
	'one that is nowhere named, where the user goes': {
		bash: `${REPOSITORY}; git -C sub config core.fsmonitor '${EVIL}'`,
		later: 'cd sub; git status',
	},
	'a folder of git apart from its work tree': {
		bash: `mkdir node_modules; git init -q --separate-git-dir node_modules/g sub; git -C sub -c user.name=a -c user.email=b commit -q --allow-empty -m 1; git -C sub config core.fsmonitor '${EVIL}'; ${LINK}`,
	},
	'a folder of git inside the protected one': {
		bash: `mkdir -p .git/modules; git init -q --separate-git-dir .git/modules/sub sub; git -C sub -c user.name=a -c user.email=b commit -q --allow-empty -m 1; git -C sub config core.fsmonitor '${EVIL}'; ${LINK}`,
	},
	'a folder of git among the temporary files': {
		bash: `git init -q --separate-git-dir "$TMPDIR/g" sub; git -C sub -c user.name=a -c user.email=b commit -q --allow-empty -m 1; git -C sub config core.fsmonitor '${EVIL}'; ${LINK}`,
	},
	'a folder of git with a line break in its name': {
		bash: `mkdir node_modules sub; n=$(printf 'node_modules/a\\nb'); mkdir node_modules/a; git init -q --separate-git-dir "$n" sub; git -C sub -c user.name=a -c user.email=b commit -q --allow-empty -m 1; git -C sub config core.fsmonitor '${EVIL}'; ${LINK}`,
	},
	'settings shared with a work tree': {
		bash: `${REPOSITORY}; mv sub node_modules; cd node_modules; git worktree add -q ../tree; git config core.fsmonitor '${EVIL}'; cd ..; git update-index --add --cacheinfo 160000,$(git -C tree rev-parse HEAD),tree`,
	},
	'settings of one work tree': {
		bash: `${REPOSITORY}; git -C sub config extensions.worktreeConfig true; git -C sub config --worktree core.fsmonitor '${EVIL}'; ${LINK}`,
	},
	'settings in another file': {
		bash: `${REPOSITORY}; git config -f plain core.fsmonitor '${EVIL}'; git -C sub config include.path ../../plain; ${LINK}`,
	},
	'a filter': {
		bash: `${REPOSITORY}; cd sub; echo x > f; echo '* filter=x' > .gitattributes; git add .; git -c user.name=a -c user.email=b commit -qm 2; git config filter.x.clean '${EVIL}'; echo y > f; cd ..; ${LINK}`,
	},
	'a hook': {
		bash: `${REPOSITORY}; printf '#!/bin/sh\\n${EVIL}\\n' > sub/.git/hooks/post-index-change; chmod +x sub/.git/hooks/*; echo x > sub/f; ${LINK}`,
		later: 'cd sub; git add f',
	},
	'hooks in another folder': {
		bash: `${REPOSITORY}; mkdir hooks; printf '#!/bin/sh\\n${EVIL}\\n' > hooks/post-index-change; chmod +x hooks/*; git -C sub config core.hooksPath ../hooks; echo x > sub/f; ${LINK}`,
		later: 'cd sub; git add f',
	},
	'a folder that is a repository itself': {
		bash: `cd src; git init -q --bare .; git config core.bare false; git config core.worktree .; git config core.fsmonitor '${EVIL}'`,
		later: 'cd src; git status',
	},
	'a folder that is a repository by what it shares': {
		bash: `git init -q --bare node_modules; cd src; echo 'ref: refs/heads/main' > HEAD; echo ../node_modules > commondir; git config -f ../node_modules/config extensions.worktreeConfig true; git config -f config.worktree core.bare false; git config -f config.worktree core.worktree "$PWD"; git config -f ../node_modules/config core.fsmonitor '${EVIL}'`,
		later: 'cd src; git status',
	},
	'files written without git': {
		bash: `${REPOSITORY}; cp -r sub/.git plain; rm -rf sub/.git; "$NODE" -e 'fs.cpSync("plain", "sub/.git", { recursive: true }); fs.appendFileSync("sub/.git/config", "[Core]FSMonitor = touch \\"$OUT/ran\\"; false\\n".replaceAll(String.fromCharCode(34), ""))'; ${LINK}`,
	},
}

async function begin(): Promise<void> {
	await folder.reset()
	// In the fixture it is no settings file, and then git goes nowhere.
	await writeFile(join(folder.root, '.gitmodules'), '')
}

describe.skipIf(!works)('what a sandboxed command prepares is not run by the git of the user', () => {
	beforeEach(begin)
	const ran = () => existsSync(join(folder.outside, 'ran'))

	test.for(Object.entries(PLANTS))('%s', async ([, { bash, later = 'git status' }]) => {
		folder.free(`export TMPDIR=$(mktemp -d); ${bash}; rm -f "$OUT/ran"`)
		folder.free(later)
		assert.ok(ran(), 'done outside of the sandbox, it is run')

		await begin()
		const { output } = await folder.held(bash)
		assert.match(output, /\[[^[]+ can make git start programs outside of the sandbox, [^[]+; it is now /)
		folder.free(later)
		folder.free('git status; git diff; git add -A; git status')
		assert.ok(!ran(), output)
	})
})

test('where an index cannot be read, what it may name is looked for everywhere', async () => {
	await begin()
	folder.free('git init -q node_modules/sub; git -C node_modules/sub config core.pager evil')
	const repositories = createRepositories()
	assert.deepEqual([...repositories.settings([folder.root]).keys()], [join(folder.root, '.git/hooks')])
	await writeFile(join(folder.root, '.git/index'), 'DIRC of a later version')
	assert.deepEqual(
		[...repositories.settings([folder.root]).keys()],
		[join(folder.root, '.git/hooks'), join(folder.root, 'node_modules/sub/.git/config')],
	)
})

describe.skipIf(!works)('a repository', () => {
	beforeEach(begin)

	test('without anything that git runs is left as it is', async () => {
		const { output } = await folder.held(
			`${REPOSITORY}; git clone -q sub copy; git -C copy config user.name Ada; git init -q --bare remote; git -C copy push -q ../remote HEAD; git -C copy worktree add -q ../tree; git add sub; git -C copy status --short`,
		)
		assert.doesNotMatch(output, /is now/)
		assert.equal(folder.free('git -C copy log --oneline | wc -l; git -C tree status --short').output, '1\n')
	})

	test('that was there before keeps its settings, whatever is done in it', async () => {
		folder.free(
			'mkdir -p node_modules; cd node_modules; git init -q sub; git -C sub config core.pager more; printf "#!/bin/sh\\n" > sub/.git/hooks/pre-commit',
		)
		const { output } = await folder.held('cd node_modules/sub; echo x > f; git add f; git commit -qm x')
		assert.doesNotMatch(output, /is now/)
		const config = join(folder.root, 'node_modules/sub/.git/config')
		assert.match(await readFile(config, 'utf8'), /pager = more/)
	})

	test('whose settings the user changes meanwhile keeps them where the command cannot write', async () => {
		const running = folder.start('echo begun; until [ -e go ]; do sleep 0.01; done')
		while (running.output() !== 'begun\n') await new Promise(resolve => setTimeout(resolve, 5))
		folder.free('git config core.pager more')
		await writeFile(join(folder.root, 'go'), '')
		await running.ended
		assert.equal(running.output(), 'begun\n')
		assert.match(await readFile(join(folder.root, '.git/config'), 'utf8'), /pager = more/)
	})

	test('a pipe in the place of one holds nothing up', async () => {
		await folder.held('mkdir a b; mkfifo a/.git b/config b/HEAD; mkdir b/objects b/refs')
		assert.equal((await folder.held('echo on')).output, 'on\n')
	})

	test('is put aside in the folder it was found in, not in one that a link leads to', async () => {
		await mkdir(join(folder.outside, 'g/hooks'), { recursive: true })
		await writeFile(join(folder.outside, 'g/config'), '[core]\n\tpager = mine\n')
		await writeFile(join(folder.outside, 'g/hooks/pre-commit'), 'mine\n')
		const { output } = await folder.held('mkdir a; ln -s "$OUT/g" a/.git')
		assert.doesNotMatch(output, /is now/)
		assert.deepEqual(readdirSync(join(folder.outside, 'g')).sort(), ['config', 'hooks'])
		await rm(join(folder.outside, 'g'), { recursive: true })
	})
})
