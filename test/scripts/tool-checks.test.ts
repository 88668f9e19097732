import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ValidateFunction } from 'ajv/dist/2020.js'
import { onTestFinished, test } from 'vitest'
import type { JsonSchema, JsonValue } from '../../src/core/json.ts'
import { createCheckSchema } from '../../src/runtime/host/check-schema.ts'
import { createTodoTool } from '../../src/tools/builtin/todo.ts'

const { bundledToolChecks }: { bundledToolChecks(file: string): Promise<{ code: string }> } = await import(
	join(import.meta.dirname, '../../scripts/bundle-schemas.mjs')
)

test('arguments of our tools are checked by what was compiled at the build as ajv checks them', async () => {
	const folder = await mkdtemp(join(tmpdir(), 'tool-checks-'))
	onTestFinished(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }))
	const file = join(folder, 'tool-checks.cjs')
	await writeFile(file, (await bundledToolChecks(file)).code)
	const checks: ReadonlyMap<string, ValidateFunction> = createRequire(import.meta.url)(file)

	assert.ok(checks.size >= 15, `${checks.size} tools`)
	const check = createCheckSchema()
	assert.ok(checks.has(JSON.stringify(createTodoTool({ checkSchema: check }).spec.inputSchema)))
	for (const [text, validate] of checks) {
		const schema = JSON.parse(text) as JsonSchema
		const ready = createCheckSchema(new Map([[schema, validate]]))
		for (const input of INPUTS) assert.deepEqual(ready(schema, input), check(schema, input), text)
	}
})

const INPUTS: readonly JsonValue[] = [
	null,
	'text',
	{},
	{ path: '' },
	{ path: 'a', offset: 0, limit: 'x' },
	{ path: 7, command: ['ls'], pattern: '(' },
	{ command: 'ls', timeout_s: 1 },
	{ items: [{ text: 'a', status: 'shut' }, {}, 3] },
	{ patch: '*** Begin Patch', text: 'x', scope: 'nobody' },
]
