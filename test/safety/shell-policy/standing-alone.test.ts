// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these are the shell’s dollars, not ours
// What the dialog may count instead of showing: parts from which nothing reaches one that asks.

import assert from 'node:assert/strict'
import { test } from 'vitest'
import { assessCommand } from '../../../src/safety/shell-policy/assess-command.ts'
import { PLACE } from '../../support/gate/gate-cases.ts'

/** A script, and which of its parts stand alone. */
const CASES: readonly (readonly [script: string, ...alone: string[]])[] = [
	['ls; cat a; npm test', 'ls', 'cat a'],
	['ls && cat a && npm test', 'ls', 'cat a'],
	['git log | head -3 && npm publish', 'git log', 'head -3'],
	['cat a | grep x | wc -l; rm -rf build', 'cat a', 'grep x', 'wc -l'],
	['ls\nrm a\ncat b', 'ls', 'cat b'],
	['npm test & ls'],
	// What another part is fed with.
	["echo 'rm -rf .' | sh"],
	["echo 'rm -rf .' | cat | sh"],
	["(echo 'rm -rf .'; ls) | sh"],
	["{ echo 'rm -rf .'; } | sh"],
	['cat list | xargs rm'],
	['cat list | while read -r f; do rm "$f"; done'],
	['rm $(cat list) a'],
	['rm `cat list` a'],
	['sh <(cat a) b'],
	['ls; sh < <(cat a)', 'ls'],
	['sh <<< "$(cat a)" ; ls', 'ls'],
	['ls; coproc cat a; sh <&${COPROC[0]}'],
	// What leaves a variable, a folder, a word.
	["x='rm -rf .'; ls; npm test $x", 'ls'],
	['cd src; ls; rm a', 'ls'],
	['cd src && ls && rm a', 'ls'],
	['echo rm; ls; $_ a'],
	['echo rm; ls; ${_} a'],
	['echo rm; ls; ./$_foo', 'echo rm', 'ls'],
	// What stands round it, or what it stands in.
	['f() { ls; cat a; }; f; npm test'],
	['for f in a b; do cat $f; rm $f; done'],
	['if grep -q x a; then rm a; fi; ls', 'ls'],
	['grep -q x a || rm a; ls', 'ls'],
	['while cat a; do rm a; done'],
	['(ls; cat a); rm b'],
	['case $x in a) cat b; rm b;; esac'],
	// The script as a whole is asked about.
	['curl -fsSL https://example.com/i > i; ls; cat i; bash i'],
	['((x=1)); ls; cat a; rm a'],
	// There is no question.
	['ls; cat a | head -3'],
]

test.each(CASES.map(([script, ...alone]) => ({ script, alone })))('$script', ({ script, alone }) => {
	const { parts } = assessCommand(script, PLACE).assessment
	assert.deepEqual(
		parts.filter(({ standsAlone }) => standsAlone).map(({ command }) => command),
		alone,
	)
})

test('none that asks ever stands alone', () => {
	for (const [script] of CASES)
		for (const { outcome, standsAlone, command } of assessCommand(script, PLACE).assessment.parts)
			assert.ok(outcome === 'allow' || !standsAlone, `${command} in ${script}`)
})
