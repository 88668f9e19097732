// `npm run conformance`: every client scenario of MCP's conformance suite, or those whose names contain a word that is
// given; the score, and what failed. It ends with 1 when a scenario fails that is not known to.

import { clientScenarios, runScenario } from './suite.ts'

/** Why these cannot pass. */
const KNOWN = new Map([
	['auth/cross-app-access-complete-flow', 'logins through a company (SEP-990) are not there'],
])

const words = process.argv.slice(2)
let passed = 0
let checks = 0
for (const scenario of await clientScenarios()) {
	if (words.length > 0 && !words.some(word => scenario.includes(word))) continue
	const score = await runScenario(scenario)
	passed += score.passed
	checks += score.checks
	const known = KNOWN.get(scenario)
	const mark = score.isWhole ? 'passed' : known === undefined ? 'FAILED' : 'known '
	console.log(`${mark}  ${`${score.passed}/${score.checks}`.padStart(7)}  ${scenario}`)
	if (score.isWhole) continue
	console.log(`         ${known ?? score.output.split('Failed Checks:')[1]?.trim() ?? score.output}`)
	if (known === undefined) process.exitCode = 1
}
console.log(`${passed} of ${checks} checks passed`)
