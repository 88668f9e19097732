// `npm test`: everything that has to hold. The last line is always `N passed, N failed`, each check and each test
// counting as one.

import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ensureInstalled } from './ensure-installed.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const home = mkdtempSync(join(tmpdir(), 'keelson-check-'))
const LIMIT_MS = 15 * 60_000

const CHECKS = [
	{ name: 'build', script: 'scripts/build.mjs' },
	{ name: 'types', script: 'node_modules/typescript/bin/tsc', args: ['--noEmit'] },
	{ name: 'lint and format', script: 'node_modules/@biomejs/biome/bin/biome', args: ['check', '.'] },
]

/** Process groups that must not outlive us. */
const groups = new Set()
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
	process.once(signal, () => {
		endGroups()
		rmSync(home, { recursive: true, force: true })
		process.kill(process.pid, signal)
	})

process.exitCode = (await check()) ? 0 : 1
rmSync(home, { recursive: true, force: true })

async function check() {
	const counts = { passed: 0, failed: 0 }
	const summary = []
	const note = (name, { passed, failed, skipped }) => {
		counts.passed += passed
		counts.failed += failed
		const detail = skipped === undefined ? '' : `: ${passed} passed, ${failed} failed, ${skipped} skipped`
		summary.push(`${failed === 0 ? 'ok    ' : 'FAILED'} ${name}${detail}`)
		return failed === 0
	}
	if (note('install', install())) {
		for (const { name, script, args = [] } of CHECKS) {
			console.log(`\n── ${name}`)
			note(name, asCount((await run([join(root, script), ...args])) === 0))
		}
		console.log('\n── tests')
		note('tests', await runTests())
	}
	console.log(`\n${summary.join('\n')}\n${counts.passed} passed, ${counts.failed} failed`)
	return counts.failed === 0
}

function install() {
	try {
		ensureInstalled()
		return asCount(true)
	} catch (error) {
		console.error(error.message)
		return asCount(false)
	}
}

function asCount(isFine) {
	return { passed: Number(isFine), failed: Number(!isFine) }
}

async function runTests() {
	const report = join(home, 'tests.json')
	const vitest = join(root, 'node_modules/vitest/vitest.mjs')
	const args = ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
	const code = await run([vitest, ...args, ...process.argv.slice(2)])
	if (!existsSync(report)) return { passed: 0, failed: 1, skipped: 0 }
	const { numPassedTests, numFailedTests, numPendingTests, testResults } = JSON.parse(
		readFileSync(report, 'utf8'),
	)
	// A file that cannot be loaded has no tests that could fail, and an unhandled rejection belongs to none of them.
	const unloadable = testResults.filter(
		file => file.status === 'failed' && file.assertionResults.length === 0,
	).length
	const failed = numFailedTests + unloadable
	return { passed: numPassedTests, failed: failed || Number(code !== 0), skipped: numPendingTests }
}

/** In a process group of its own, so that whatever a test leaves behind can be ended with it. */
function run(args) {
	return new Promise(resolve => {
		const child = spawn(checkoutNode(), args, {
			cwd: root,
			env: cleanEnvironment(),
			stdio: ['ignore', 'inherit', 'inherit'],
			detached: true,
		})
		groups.add(child.pid)
		const limit = setTimeout(() => {
			console.error(`stopped after ${LIMIT_MS / 60_000} minutes`)
			endGroups()
		}, LIMIT_MS)
		child.on('error', error => console.error(error.message))
		child.on('close', code => {
			clearTimeout(limit)
			endGroups()
			resolve(code ?? 1)
		})
	})
}

function endGroups() {
	for (const group of groups) {
		groups.delete(group)
		try {
			process.kill(-group, 'SIGKILL')
		} catch {
			// Nothing is left of it.
		}
	}
}

/** The Node that was installed with the packages; the one that runs this may be older. */
function checkoutNode() {
	const node = join(root, `node_modules/node-${process.platform}-${process.arch}/bin/node`)
	return existsSync(node) ? node : process.execPath
}

/** A developer's keys, settings and proxies must not decide whether a test passes. */
function cleanEnvironment() {
	const kept = ['PATH', 'LANG', 'LC_ALL', 'TERM', 'TMPDIR', 'USER', 'LOGNAME', 'SHELL', 'CI', 'SystemRoot']
	const env = Object.fromEntries(
		kept.filter(name => process.env[name]).map(name => [name, process.env[name]]),
	)
	const path = [join(root, 'node_modules/.bin'), env.PATH].filter(Boolean).join(delimiter)
	return { ...env, PATH: path, HOME: home, KEELSON_HOME: join(home, 'keelson') }
}
