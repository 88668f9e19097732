// What a command fills in itself: loops, substitutions, assignments and arithmetic, each with what may run unasked and
// with its neighbours that may not.

import { describe } from 'vitest'
import { saysOf } from '../../support/gate/says-of.ts'

describe('words that a loop fills', () => {
	saysOf('auto', [
		'for f in a b; do [ -f "$f" ] && echo "$f"; done',
		'git ls-files | while read -r f; do [ "$f" = a.txt ]; done',
		'git ls-files | while read -r f; do [ ! -e "$f" ]; done',
		'git ls-files | while read -r f; do [ ! "$f" = x ]; done',
	])
	saysOf('ask', [
		// The subscript of a variable is evaluated, and that runs a command.
		'printf \'%s %s\\n\' -v \'x[$(id)]\' | while read -r a b; do [ "$a" "$b" ]; done',
		'printf \'%s %s\\n\' -v \'x[$(id)]\' | while read -r a b; do test ! "$a" "$b"; done',
		"printf '%s\\n' 'x[$(id)]' | while read -r b; do [ x = y -o -v \"$b\" ]; done",
		'printf \'%s %s\\n\' -v \'x[$(id)]\' | while read -r a b; do [ x = y -o "$a" "$b" ]; done',
		// What closes the bracket goes on with a path.
		"for x in 'a] /etc/passwd [b'; do cat [$x]; done",
		'for x in "a]/../../etc/passwd"; do cat [$x; done',
		'cat [$X]',
		'cat [`echo a`]',
		// Exported by npm to whatever it starts, so that a new value reaches npm.
		'for npm_config_logs_dir in x; do npm ls; done',
		'for https_proxy in x; do echo a; done',
	])
})
