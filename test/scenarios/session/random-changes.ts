// Random things that a run may do to a folder, as lines of a shell and as calls of the write tool: contents, names,
// modes, links of both kinds, repositories, also nested ones.

export type Chance = { below(limit: number): number; of<Item>(items: readonly Item[]): Item }

/** The same numbers for the same seed. */
export function chanceFrom(seed: number): Chance {
	let state = seed | 0
	const next = () => {
		state = (state + 0x6d2b79f5) | 0
		let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
		mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
	}
	const below = (limit: number) => Math.floor(next() * limit)
	return { below, of: items => items[below(items.length)]! }
}

/** What every folder begins with. */
export const FIRST_FILES = `
g() { git -c user.name=a -c user.email=a@b -c init.defaultBranch=main "$@" >/dev/null 2>&1; }
g init; mkdir -p d1/deep d2; printf one > a; printf two > b; ln a d1/x; ln a d2/y; printf deep > d1/deep/z
ln -s a link; ln -s nowhere dangling; ln -s ../d1 d2/up; ln -s . loop; printf '#!/bin/sh' > Run.sh; chmod 755 Run.sh
printf secret > 'c d'; chmod 600 'c d'; printf ro > d2/ro; chmod 444 d2/ro; chmod 555 d2; mkdir empty
g add -A; g commit -m first; g init nested; (cd nested; printf n > n; g add n; g commit -m n)`

/** A command that does some of them one after the other, whether or not they succeed. */
export function randomCommand(chance: Chance): string {
	const lines = Array.from({ length: 1 + chance.below(5) }, () => randomLine(chance))
	return `${GIT}\n${lines.map(line => `( ${line} ) 2>/dev/null`).join('\n')}\ntrue`
}

const GIT = 'g() { git -c user.name=a -c user.email=a@b -c gc.autoDetach=false "$@" >/dev/null 2>&1; }'

function randomLine(chance: Chance): string {
	return chance.of(LINES)(chance)
}

const NAMES = [
	'a',
	'b',
	"'c d'",
	`"e'f"`,
	`$'g\\nh'`,
	`$'\\xff\\xfe'`,
	'é',
	'd1/x',
	'd1/new',
	'd1/deep/z',
	'd2/y',
	'd2/ro',
	'Run.sh',
	'run.sh',
	'nested/n',
	'nested/m',
	'link',
] as const
const FOLDERS = ['d1', 'd1/deep', 'd2', 'nested', 'empty', `$'\\xfd'`, 'd3'] as const
const REPOSITORIES = ['.', '.', 'nested', 'vendor'] as const

const name = (chance: Chance) => chance.of(NAMES)
const folder = (chance: Chance) => chance.of(FOLDERS)
const repository = (chance: Chance) => chance.of(REPOSITORIES)
const text = (chance: Chance) => chance.of(['one', 'two', 'three', 'same', 'x'.repeat(50), ''])

const LINES: readonly ((chance: Chance) => string)[] = [
	chance => `printf '${text(chance)}' > ${name(chance)}`,
	chance => `printf '${text(chance)}' >> ${name(chance)}`,
	chance => `truncate -s ${chance.below(90_000)} ${name(chance)}`,
	chance => `head -c 600000 /dev/zero > ${name(chance)}`,
	chance =>
		`f=${name(chance)}; t=$(stat -c %y -- "$f"); tr a-z b-za < "$f" > t; cat t > "$f"; touch -d "$t" "$f"; rm t`,
	chance => `sed -i s/e/E/ ${name(chance)}`,
	chance => `mv -f ${name(chance)} ${name(chance)}`,
	chance => `f=${name(chance)}; h=${name(chance)}; mv "$f" t && mv "$h" "$f" && mv t "$h"`,
	chance => `mv ${folder(chance)} ${folder(chance)}`,
	chance => `ln -f ${name(chance)} ${name(chance)}`,
	chance => `ln ${name(chance)} ${name(chance)}`,
	chance => `f=${name(chance)}; cp -p "$f" t && mv -f t "$f"`,
	chance => `cp -a --remove-destination ${name(chance)} ${name(chance)}`,
	chance => `ln -sfn ${name(chance)} ${name(chance)}`,
	chance => `rm -rf ${name(chance)}`,
	chance => `rm -rf ${folder(chance)}`,
	chance => `f=${name(chance)}; rm -rf "$f"; mkdir "$f"; printf in > "$f/inner"`,
	chance => `f=${folder(chance)}; rm -rf "$f"; printf file > "$f"`,
	chance => `mkdir -p ${folder(chance)}/more`,
	chance => `chmod ${chance.of(['600', '644', '444', '755', '700', '4755'])} ${name(chance)}`,
	chance => `chmod ${chance.of(['555', '755', '700', '1777'])} ${folder(chance)}`,
	chance => `cd ${repository(chance)} && g add -A`,
	chance => `cd ${repository(chance)} && g add -A && g commit -m ${chance.below(100)}`,
	chance => `cd ${repository(chance)} && g checkout -b b${chance.below(9)}`,
	chance => `cd ${repository(chance)} && g checkout main -f`,
	chance => `cd ${repository(chance)} && g stash -u`,
	chance => `cd ${repository(chance)} && g tag t${chance.below(9)}`,
	chance => `cd ${repository(chance)} && g reset --hard HEAD~1`,
	chance => `cd ${repository(chance)} && g gc --prune=now`,
	chance => `cd ${repository(chance)} && g pack-refs --all`,
	chance => `cd ${repository(chance)} && g config x.y ${chance.below(9)}`,
	chance => `g mv ${name(chance)} ${name(chance)}`,
	chance => `g worktree add d3/tree -b w${chance.below(9)}`,
	() => 'g init vendor && cd vendor && printf v > v && g add v && g commit -m v',
	() => 'g clone . vendor',
	() => 'g -c protocol.file.allow=always submodule add ./nested sub',
	chance => `rm -rf ${repository(chance)}/.git`,
	() => 'mv nested/.git nested/git',
]
