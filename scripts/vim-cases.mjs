// Has the real vim play the cases of test/fixtures/vim/keys.json and writes what came of them beside it, as cases.json.
// Run it when keys are added: `node scripts/vim-cases.mjs`, with vim 9 in the PATH.

import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const folder = new URL('../test/fixtures/vim/', import.meta.url).pathname
const { texts, keys } = JSON.parse(readFileSync(join(folder, 'keys.json'), 'utf8'))
const cases = keys.flatMap(({ on, at = [[1, 0]], play }) =>
	on.flatMap(text => at.flatMap(([line, column]) => play.map(each => ({ text, line, column, keys: each })))),
)

const place = mkdtempSync(join(tmpdir(), 'vim-cases-'))
const input = join(place, 'in.json')
const output = join(place, 'out.json')
writeFileSync(input, JSON.stringify(cases.map(each => ({ ...each, lines: texts[each.text].split('\n') }))))
const script = join(place, 'play.vim')
writeFileSync(
	script,
	`set nocompatible encoding=utf-8 shiftwidth=2 expandtab tabstop=2 noautoindent startofline
set backspace=indent,eol,start nojoinspaces cpoptions&vim iskeyword& nosmartindent undolevels=1000
let results = []
for case in json_decode(join(readfile('${input}'), ''))
	silent! enew!
	for name in split('abcdefghijklmnopqrstuvwxyz0-', '\\zs')
		call setreg(name, [])
	endfor
	call setreg('"', '')
	call setline(1, case.lines)
	let &undolevels = &undolevels
	call cursor(case.line, case.column + 1)
	silent! call feedkeys(case.keys, 'xt')
	call add(results, [join(getline(1, '$'), "\\n"), line('.'), charcol('.') - 1])
endfor
call writefile([json_encode(results)], '${output}')
qall!
`,
)
execFileSync('vim', ['-u', 'NONE', '-N', '-n', '-i', 'NONE', '-T', 'dumb', '--not-a-term', '-S', script], {
	stdio: 'ignore',
	timeout: 120_000,
})
const results = JSON.parse(readFileSync(output, 'utf8'))
rmSync(place, { recursive: true })
if (results.length !== cases.length) throw new Error(`${results.length} of ${cases.length}`)
const rows = cases.map(({ text, line, column, keys: played }, index) =>
	JSON.stringify([text, line, column, played, ...results[index]]),
)
writeFileSync(join(folder, 'cases.json'), `[\n${rows.join(',\n')}\n]\n`)
console.log(`${rows.length} cases`)
