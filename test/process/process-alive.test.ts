import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { afterEach, describe, test } from 'vitest'
import { isAlive, isElsewhere, pidOf, processKey, processStat } from '../../src/process/process-alive.ts'
import { nextLook } from '../support/next-look.ts'

const linux = test.runIf(process.platform === 'linux')

const endings: (() => void)[] = []
afterEach(() => {
	for (const end of endings.splice(0)) end()
})

describe('who is alive', () => {
	test('is this process and its parent, by number and start', () => {
		assert.equal(isAlive(processKey()), true)
		assert.equal(isAlive(processKey(process.ppid)), true)
	})

	test('is not one that has ended, whatever is known of its start', async () => {
		const child = spawn('true')
		const key = processKey(child.pid)
		await once(child, 'close')
		const keys = [key, `${child.pid}-0`, `${child.pid}-77`, `${child.pid}-0123456789ab`]
		assert.deepEqual(
			keys.map(each => isAlive(each)),
			[false, false, false, false],
		)
	})

	linux('is not one that began at another time: its number was given out again', () => {
		assert.equal(isAlive(`${process.ppid}-77`), false)
	})

	test('is one of whose start nothing is known', () => {
		assert.equal(isAlive(`${process.ppid}-0`), true)
		assert.equal(isAlive(`${process.ppid}-0123456789ab`), true)
	})

	test('is one that is not ours to signal', () => {
		assert.equal(isAlive('1-0'), true)
	})

	linux('is not one that has ended and that nobody has asked about', async () => {
		// Its child ends under a program that knows of none.
		const script = 'exec 3<&0; (read line <&3) & exec sh -c "echo $!; exec sleep 60"'
		const parent = spawn('sh', ['-c', script], { stdio: ['pipe', 'pipe', 'ignore'] })
		endings.push(() => parent.kill('SIGKILL'))
		const [bytes] = await once(parent.stdout, 'data')
		const pid = Number(String(bytes))
		assert.equal(isAlive(`${pid}-0`), true)
		// Until it is that program, the shell may still ask about its child.
		while (!readFileSync(`/proc/${parent.pid}/cmdline`, 'utf8').startsWith('sleep')) await nextLook()
		parent.stdin.write('\n')
		// For a moment, as it ends, nothing can be read of it.
		while (processStat(pid)?.hasEnded !== true) await nextLook()
		assert.equal(isAlive(`${pid}-0`), false)
	})

	test('is one on another machine, or in a container of its own, as far as anybody can know', () => {
		const [machine, boot, namespace] = processKey().split('.')
		const dead = '4194305-77'
		const machines = [`deadbeef.${boot}.${namespace}.${dead}`, `deadbeef.deadbeef.1.${dead}`]
		for (const key of [...machines, `${machine}.${boot}.1.${dead}`]) {
			assert.equal(isElsewhere(key), true)
			assert.equal(isAlive(key), true)
		}
		assert.equal(isElsewhere(`${machine}.${boot}.${namespace}.${dead}`), false)
		assert.equal(isAlive(`${machine}.${boot}.${namespace}.${dead}`), false)
	})

	linux('is not one from before this machine was started, where nobody else can write', () => {
		const [machine, , namespace] = processKey().split('.')
		const [start] = processKey().split('.').slice(-1)
		const key = `${machine}.deadbeef.${namespace}.${start}`
		assert.deepEqual([isAlive(key, '/dev/shm'), isElsewhere(key, '/dev/shm')], [false, false])
		// A machine of the same name may share what is no disk of this one.
		for (const file of ['/proc', undefined])
			assert.deepEqual([isAlive(key, file), isElsewhere(key, file)], [true, true])
	})

	linux('is one of a place that is not known, or where that of this process is not', () => {
		const [machine, boot] = processKey().split('.')
		for (const place of [`${machine}.0.0`, `${machine}.${boot}.0`])
			assert.equal(isElsewhere(`${place}.4194305-77`, '/dev/shm'), true)
	})

	test('is nobody under a key that names no process', () => {
		assert.deepEqual(
			['', '0-0', 'none-1', '-1-5'].map(each => isAlive(each)),
			[false, false, false, false],
		)
		assert.equal(pidOf('none-1'), undefined)
		assert.equal(pidOf(processKey()), process.pid)
	})
})
