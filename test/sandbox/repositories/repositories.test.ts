import assert from 'node:assert/strict'
import { existsSync, readdirSync } from 'node:fs'
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeEach, describe, test } from 'vitest'
import { createRepositories, putAside } from '../../../src/sandbox/repositories/repositories.ts'
import { openSandboxFolder, type SandboxFolder } from '../../support/sandbox-folder.ts'
import { longer, SOAK_TIMES } from '../../support/soak.ts'

const folder = await openSandboxFolder()
const { works, why } = await folder.sandbox.works()
if (!works) console.warn(`no sandbox here, so nothing can be planted from it: ${why}`)
afterAll(() => folder.close())

/** What holds commands where bubblewrap is missing: in the soak only, for what is put aside is the same. */
const second = SOAK_TIMES > 1 ? await openSandboxFolder('unshare') : undefined
afterAll(() => second?.close())
const columns = [
	{ engine: 'bwrap', folder, works },
	...(second ? [{ engine: 'unshare', folder: second, works: (await second.sandbox.works()).works }] : []),
]

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

async function begin({ reset, root }: SandboxFolder = folder): Promise<void> {
	reset()
	// In the fixture it is no settings file, and then git goes nowhere.
	await writeFile(join(root, '.gitmodules'), '')
}

describe.for(columns)(
	'what a command held by $engine prepares is not run by the git of the user',
	({ folder, works }) => {
		if (!works) return test.skip('does not work here', () => {})
		beforeEach(() => begin(folder))
		const ran = () => existsSync(join(folder.outside, 'ran'))

		test.for(Object.entries(PLANTS))('%s', async ([, { bash, later = 'git status' }]) => {
			folder.free(`export TMPDIR=$(mktemp -d); ${bash}; rm -f "$OUT/ran"`)
			folder.free(later)
			assert.ok(ran(), 'done outside of the sandbox, it is run')

			await begin(folder)
			const { output } = await folder.held(bash)
			assert.match(output, /\[[^[]+ can make git start programs outside of the sandbox, [^[]+; it is now /)
			folder.free(later)
			folder.free('git status; git diff; git add -A; git status')
			assert.ok(!ran(), output)
		})
	},
)

test('where an index cannot be read, what it may name is looked for everywhere', async () => {
	await begin()
	folder.free('git init -q node_modules/sub; git -C node_modules/sub config core.pager evil')
	const repositories = createRepositories(3)
	const found = () => [...repositories.settings([folder.root]).found.keys()]
	assert.deepEqual(found(), [join(folder.root, '.git/hooks')])
	await writeFile(join(folder.root, '.git/index'), 'DIRC of a later version')
	assert.deepEqual(found(), [
		join(folder.root, '.git/hooks'),
		join(folder.root, 'node_modules/sub/.git/config'),
	])
})

test('a command that makes more folders than are looked through is told about, and what lies nearer is found', async () => {
	await begin()
	const repositories = createRepositories(60)
	const before = repositories.settings([folder.root])
	folder.free(
		'mkdir -p node_modules/a{1..99}; git init -q node_modules/a99/sub; git init -q sub; git -C sub config core.pager evil',
	)
	const now = repositories.settings([folder.root])
	assert.deepEqual([before.isWhole, now.isWhole], [true, false])
	const told = putAside(before, now, { writable: [folder.root], held: [] })
	assert.match(told[0] ?? '', /sub\/\.git\/config can make git start programs/)
	assert.match(told[1] ?? '', /there are more folders than are looked through/)
	assert.equal(
		putAside(now, repositories.settings([folder.root]), { writable: [folder.root], held: [] }).length,
		0,
	)
})

/** Each in a folder of its own, all by one command: what was there before, what it does, what the user does then. */
const TOGETHER: Readonly<Record<string, { before?: string; bash: string; later: string }>> = {
	'one among packages, nowhere named': {
		bash: 'mkdir -p node_modules/p; cd node_modules/p; git init -q; git config core.fsmonitor "$EVIL"',
		later: 'cd node_modules/p; git status',
	},
	'a bare one among them': {
		bash: 'git init -q --bare target/p; cd target/p; git config core.bare false; git config core.worktree "$PWD"; git config core.fsmonitor "$EVIL"',
		later: 'cd target/p; git status',
	},
	'one of a submodule that is not checked out': {
		before: 'git init -q .; mkdir .git/modules',
		bash: 'git init -q --bare .git/modules/x; git config -f .git/modules/x/config core.bare false; git config -f .git/modules/x/config core.worktree ../../..; git config -f .git/modules/x/config core.fsmonitor "$EVIL"',
		later: 'git --git-dir .git/modules/x status',
	},
	'one that had another name': {
		before:
			'mkdir -p node_modules/p; git init -q node_modules/p; git -C node_modules/p config core.fsmonitor "$EVIL"; mv node_modules/p/.git node_modules/p/git',
		bash: 'mv node_modules/p/git node_modules/p/.git',
		later: 'cd node_modules/p; git status',
	},
	'a link to one': {
		bash: 'git init -q --bare real; git config -f real/config core.bare false; git config -f real/config core.fsmonitor "$EVIL"; mkdir x; ln -s ../real x/.git',
		later: 'cd x; git status',
	},
	'settings written through another name': {
		before: 'git init -q .; ln .git/config other',
		bash: 'printf "[core]\\n\\tfsmonitor = %s\\n" "$EVIL" >> other',
		later: 'git status',
	},
	'attributes that call a filter of the user': {
		before:
			'git init -q .; git config filter.x.clean "$EVIL"; mkdir .git/info; echo x > f; git add f; echo y > f; touch -d 2020-01-01 f',
		bash: 'cat > .git/info/attributes 2>/dev/null <<< "* filter=x" || true; git init -q sub; mkdir -p sub/.git/info; echo "* filter=x" > sub/.git/info/attributes',
		later: 'git status; git -C sub status',
	},
	'a clone, changed afterwards': {
		bash: 'git init -q a; git -C a commit -q --allow-empty -m x; git clone -q a b 2>/dev/null; printf "[core]fsmonitor=%s" "$EVIL" >> b/.git/config',
		later: 'cd b; git status',
	},
	'the settings of a work tree somewhere else': {
		bash: 'git init -q a; git -C a commit -q --allow-empty -m x; git -C a worktree add -q ../b; git -C a config extensions.worktreeConfig true; git -C b config --worktree core.fsmonitor "$EVIL"',
		later: 'cd b; git status',
	},
	'a name in large letters': {
		bash: 'git init -q x; git -C x config core.fsmonitor "$EVIL"; mv x/.git x/.GIT',
		later: 'mv x/.GIT x/.git; cd x; git status',
	},
}

test.skipIf(!works)('many ways at once, and none of them is left', { timeout: 60_000 }, async () => {
	const evil = (at: number) => `touch ${folder.outside}/ran-${at}; false`
	const all = (step: (each: (typeof TOGETHER)[string]) => string) =>
		Object.values(TOGETHER)
			.map((each, at) => `( mkdir -p p${at}; cd p${at}; export EVIL='${evil(at)}'; ${step(each)} )`)
			.join('\n')
	const who =
		'export GIT_TEMPLATE_DIR= GIT_AUTHOR_NAME=a GIT_AUTHOR_EMAIL=a@b GIT_COMMITTER_NAME=a GIT_COMMITTER_EMAIL=a@b\n'
	const ran = () =>
		readdirSync(folder.outside)
			.filter(name => name.startsWith('ran-'))
			.sort()
	const before = who + all(each => each.before ?? ':')
	const now = who + all(each => each.bash)
	const later = all(each => each.later)

	await begin()
	folder.free(`${before}\n${now}; rm -f "$OUT"/ran-*`)
	folder.free(later)
	assert.deepEqual(
		ran(),
		Object.keys(TOGETHER)
			.map((_, at) => `ran-${at}`)
			.sort(),
	)

	await begin()
	folder.free(`${before}; rm -f "$OUT"/ran-*`)
	const { output } = await folder.held(now)
	folder.free(later)
	assert.deepEqual(ran(), [], output)
})

test.skipIf(!works)(
	'objects that are borrowed outside of the workspace are put aside, those inside are not',
	async () => {
		await begin()
		folder.free('git init -q "$OUT/g"')
		const { output } = await folder.held(
			'git init -q a; git init -q b; echo "$OUT/g/.git/objects" > a/.git/objects/info/alternates; echo ../../../a/.git/objects > b/.git/objects/info/alternates; echo "$OUT/g/.git/objects" > .git/objects/info/alternates',
		)
		const aside = [...output.matchAll(/\[([^[]+) can make git start/g)].map(([, path]) => path)
		assert.deepEqual(
			aside.sort(),
			['.git', 'a/.git'].map(path => join(folder.root, path, 'objects/info/alternates')),
		)
	},
)

const settingsFile = fc.constantFrom('config', 'config.worktree', 'hooks/post-index-change', 'more')
const plant = fc.record({
	place: fc.constantFrom('sub', 'node_modules/a', 'src/x/y', 'node_modules/.cache/b', 'target'),
	made: fc.constantFrom(
		'git init -q "$P"',
		'git init -q o; git -C o commit -q --allow-empty -m x; git clone -q o "$P"',
		'mkdir -p "$P"; git init -q --separate-git-dir "$P.git" "$P"',
		'git init -q "$P"; mkdir -p .git/modules; mv "$P/.git" .git/modules/m; echo "gitdir: $PWD/.git/modules/m" > "$P/.git"',
		'git init -q o; git -C o commit -q --allow-empty -m x; git -C o worktree add -q "$PWD/$P"',
		'git init -q "$P"; cp -r "$P/.git" "$P/git"; rm -rf "$P/.git"; mv "$P/git" "$P/.git"',
		'git init -q "$P"; mv "$P/.git" "$P/git"; ln -s git "$P/.git"',
		'git init -q --bare "$P"; git -C "$P" config core.bare false; git -C "$P" config core.worktree "$PWD/$P"',
		'git init -q o; git -C o commit -q --allow-empty -m x; git -c protocol.file.allow=always submodule --quiet add ./o "$P"',
	),
	file: settingsFile,
	setting: fc.constantFrom(
		'fsmonitor = EVIL',
		'FSMonitor="EVIL"',
		'hooksPath = HOOKS',
		'editor = EVIL',
		'pager=EVIL # x',
	),
	isLinked: fc.boolean(),
	isCommitted: fc.boolean(),
})

test.skipIf(!works)(
	'whatever a sandboxed command prepares, no git of the user starts it afterwards',
	async () => {
		let prepared = 0
		await fc.assert(
			fc.asyncProperty(fc.array(plant, { minLength: 1, maxLength: 3 }), async plants => {
				await begin()
				const steps = plants.map(({ place, made, file, setting, isLinked, isCommitted }, at) => {
					const path = `${place}${at}`
					const text = setting.replace('EVIL', `$ROOT/e`).replace('HOOKS', '$ROOT/h')
					const config = `printf '[core]\\n%s\\n' "${text.replaceAll('"', '\\"')}"`
					const write: Record<string, string> = {
						config: `${config} >> "$G/config"`,
						'config.worktree': `git -C "$P" config extensions.worktreeConfig true; ${config} >> "$W/config.worktree"`,
						'hooks/post-index-change': 'mkdir -p "$G/hooks"; cp e "$G/hooks/post-index-change"',
						more: `git -C "$P" config include.path "$ROOT/more${at}"; ${config} > more${at}`,
					}
					return `P=${path}; ${made.replaceAll(' o;', ` o${at};`).replaceAll('C o ', `C o${at} `).replaceAll(' o "', ` o${at} "`).replaceAll('./o ', `./o${at} `).replaceAll('modules/m', `modules/m${at}`)}
echo x > "$P/f"; git -C "$P" add f; ${isCommitted ? 'git -C "$P" commit -qm x' : ':'}
W=$(git -C "$P" rev-parse --absolute-git-dir); G=$(cd "$P"; cd "$(git rev-parse --git-common-dir)"; pwd)
${write[file]}
${isLinked ? 'git -c core.fsmonitor=false -c core.hooksPath=/dev/null update-index --add --cacheinfo "160000,$(git -C "$P" rev-parse HEAD),$P"' : ':'}`
				})
				const evil = `printf '#!/bin/sh\\ntouch "%s/ran"; false\\n' "$OUT" > e; chmod +x e; mkdir h; cp e h/post-index-change`
				const { output } = await folder.held(`export GIT_TEMPLATE_DIR=\n${evil}\n${steps.join('\n')}`)
				if (/is now/.test(output)) prepared++
				const visits = plants.map(
					({ place }, at) =>
						`cd "$ROOT/${place}${at}" && { git status; git diff; echo y > f; git add f; git log -p; }`,
				)
				folder.free(`git status; git diff; ${visits.join('; ')}; cd "$ROOT"; git add -A; git status`)
				assert.ok(!existsSync(join(folder.outside, 'ran')), output)
			}),
			{ numRuns: 4 },
		)
		assert.ok(prepared > 0, `${prepared} rounds prepared something`)
	},
	longer(60_000),
)

describe.skipIf(!works)('a repository', () => {
	beforeEach(() => begin())

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
