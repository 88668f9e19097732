import assert from 'node:assert/strict'
import { resolve } from 'node:path'
import { test } from 'vitest'
import { openPty } from '../../support/screen/pty.ts'

test('a signal that ends the program at a hidden question leaves the terminal echoing', async () => {
	const source = JSON.stringify(resolve('src/cli/io/hidden-input.ts'))
	const asks = `import(${source}).then(({ askHidden }) => askHidden(process.pid + ' key: '))`
	const script = '"$0" --input-type=module -e "$1"; echo "ended with $?"; stty -a'
	const shell = openPty('/bin/sh', ['-c', script, process.execPath, asks], { cols: 80, rows: 24 })
	let written = ''
	let hasActed = false
	const ended = new Promise<void>(settle => shell.onExit(() => settle()))
	shell.onData(data => {
		written += data
		const pid = /(\d+) key: /.exec(written)?.[1]
		if (hasActed || pid === undefined) return
		hasActed = true
		process.kill(Number(pid), 'SIGQUIT')
	})
	await ended
	assert.match(written, /ended with 131/)
	assert.deepEqual(written.match(/-?\b(?:icanon|echo)\b/g), ['icanon', 'echo'])
})
