// The official conformance suite of MCP, its client part: runs a scenario against our client and reads the score.

import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'

export type Score = { scenario: string; passed: number; checks: number; isWhole: boolean; output: string }

const SUITE = fileURLToPath(new URL('../../node_modules/.bin/conformance', import.meta.url))
const CLIENT = fileURLToPath(new URL('client.ts', import.meta.url))

export async function clientScenarios(): Promise<readonly string[]> {
	const { output } = await conformance(['list'])
	const [, clients = ''] = output.split('Client scenarios')
	return [...clients.matchAll(/^ {2}- (\S+)/gm)].map(([, name = '']) => name)
}

export async function runScenario(scenario: string): Promise<Score> {
	const command = [process.execPath, CLIENT].map(part => `'${part}'`).join(' ')
	const { output } = await conformance(['client', '--command', command, '--scenario', scenario])
	const [, passed = '0', checks = '0'] = /Passed: (\d+)\/(\d+)/.exec(output) ?? []
	return {
		scenario,
		passed: Number(passed),
		checks: Number(checks),
		isWhole: output.includes('OVERALL: PASSED'),
		output,
	}
}

function conformance(args: readonly string[]): Promise<{ output: string }> {
	return new Promise(resolve => {
		// It ends with 1 for a check that fails, which is not for us to throw.
		execFile(
			process.execPath,
			[SUITE, ...args],
			{ timeout: 120_000, maxBuffer: 64_000_000 },
			(_, out, error) => resolve({ output: `${out}${error}` }),
		)
	})
}
