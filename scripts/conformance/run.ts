// `npm run conformance`: every client scenario of MCP's conformance suite, or those whose names contain a word that is
// given; the score, and what failed. It ends with 1 when a scenario fails.

import { clientScenarios, runScenario } from './suite.ts'

const words = process.argv.slice(2)
let passed = 0
let checks = 0
for (const scenario of await clientScenarios()) {
	if (words.length > 0 && !words.some(word => scenario.includes(word))) continue
	const score = await runScenario(scenario)
	passed += score.passed
	checks += score.checks
	console.log(
		`${score.isWhole ? 'passed' : 'FAILED'}  ${`${score.passed}/${score.checks}`.padStart(7)}  ${scenario}`,
	)
	if (score.isWhole) continue
	console.log(score.output.split('Failed Checks:')[1]?.trim() ?? score.output)
	process.exitCode = 1
}
console.log(`${passed} of ${checks} checks passed`)
