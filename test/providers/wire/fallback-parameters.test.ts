import assert from 'node:assert/strict'
import { describe, test } from 'vitest'
import type { JsonObject } from '../../../src/core/json.ts'
import { fallbackFor } from '../../../src/providers/wire/fallback-parameters.ts'
import { refusesAmount, refusesPicture, seesNone } from '../../../src/providers/wire/images.ts'

const asked = (body: JsonObject, text: string, status = 400) => fallbackFor(body, status, text)?.apply(body)

describe('a server that refuses part of a request', () => {
	const rest = { model: 'm', messages: [] }

	test.each<[string, JsonObject, string, JsonObject]>([
		['streaming', { stream: true, stream_options: {} }, 'stream is not supported for this model', {}],
		['streaming', { stream: true }, 'This model does not support streaming', {}],
		[
			'usage in streams',
			{ stream: true, stream_options: {} },
			'unknown field stream_options',
			{ stream: true },
		],
		[
			'reasoning summaries',
			{ reasoning: { effort: 'low', summary: 'auto' } },
			"Your organization must be verified to generate reasoning summaries. Unsupported: 'reasoning.summary'",
			{ reasoning: { effort: 'low' } },
		],
		[
			'the old name of a limit',
			{ max_tokens: 5 },
			"Unsupported parameter: 'max_tokens'. Use 'max_completion_tokens' instead.",
			{ max_completion_tokens: 5 },
		],
		['the new name of a limit', { max_completion_tokens: 5 }, 'max_completion_tokens: extra field', {}],
		[
			'a limit beyond its window',
			{ max_tokens: 16_384 },
			'max_tokens is too large: the maximum context length is 8192',
			{},
		],
		[
			'more than a model can write',
			{ max_tokens: 64_001, system: [] },
			'max_tokens: 64001 > 64000, which is the maximum allowed number of output tokens',
			{ max_tokens: 64_000, system: [] },
		],
		[
			'more than a model can write',
			{ max_completion_tokens: 99_999 },
			'max_completion_tokens is too large: 99999. This model supports at most 16384 completion tokens',
			{ max_completion_tokens: 16_384 },
		],
		[
			'a format',
			{ response_format: { type: 'json_schema' } },
			'response_format json_schema is not supported',
			{},
		],
		['a format of Responses', { text: { format: {} } }, "Invalid schema for response_format 'answer'", {}],
		[
			'a format beside an effort',
			{ output_config: { effort: 'low', format: {} } },
			'output_config.format.schema: minimum is not supported',
			{ output_config: { effort: 'low' } },
		],
		[
			'no effort at all',
			{ reasoning: { effort: 'none', summary: 'auto' } },
			"Unsupported value: 'none' is not supported for reasoning.effort",
			{ reasoning: { effort: 'low', summary: 'auto' } },
		],
		['cache marks', { cache_control: {} }, 'cache_control: Extra inputs are not permitted', {}],
		['a cache key', { prompt_cache_key: 'k' }, 'Unknown parameter: prompt_cache_key', {}],
	])('for %s is asked for less', (_, field, text, expected) => {
		assert.deepEqual(asked({ ...field, ...rest }, text), { ...expected, ...rest })
	})

	test('is asked for a little effort where it takes none, and the history stays the last field', () => {
		const body = { reasoning_effort: 'none', ...rest }
		const less = asked(body, "reasoning_effort does not support 'none'")
		assert.equal(JSON.stringify(less), JSON.stringify({ reasoning_effort: 'low', ...rest }))
	})

	test('is not asked again for anything else', () => {
		assert.equal(asked({ stream: true, ...rest }, 'messages: must not be empty'), undefined)
		assert.equal(asked(rest, 'stream is not supported'), undefined)
		assert.equal(asked({ stream: true, ...rest }, 'stream is not supported', 401), undefined)
		assert.equal(asked({ max_tokens: 9, system: [], ...rest }, 'max_tokens is too large'), undefined)
	})
})

test('a refused picture is told from a model that sees none, and from a parameter', () => {
	for (const text of [
		'messages.2.content.1.image.source.base64.data: Could not process image',
		'messages.0.content.1.image.source.base64: image exceeds 5 MB maximum: 5316852 bytes > 5242880 bytes',
		'At least one of the image dimensions exceed max allowed size for many-image requests: 2000 pixels',
		'The image data you provided does not represent a valid image. Please check your input and try again',
		'You uploaded an unsupported image. Please make sure your image has of one the following formats',
		'Unable to process input image. Please retry',
		'cannot identify image file <_io.BytesIO object>',
	])
		assert.ok(refusesPicture(text), text)
	for (const text of [
		'registry.ollama.ai/library/llama3:8b does not support images',
		'This model does not support image input',
		'this model is missing data required for image input',
		'Image input is not supported - hint: if this is unexpected, you may need to provide the mmproj',
		'"qwen3" is not a multimodal model',
		'No endpoints found that support image input',
	]) {
		assert.ok(seesNone(text), text)
		assert.ok(!refusesPicture(text), text)
	}
	for (const text of [
		"Invalid type for 'input[2].content[0].image_url'",
		'prompt is too long: 210000 tokens > 200000 maximum',
		'unsupported parameter: image_generation',
	])
		assert.ok(!refusesPicture(text) && !seesNone(text), text)
})

test('a request that is too large is told from one picture that is', () => {
	for (const text of [
		'messages: too many images and documents: 101 + 0 > 100',
		'Request exceeds the maximum size',
		'Request exceeds the maximum allowed number of bytes.',
		'{"type":"error","error":{"type":"request_too_large","message":"…"}}',
		'413 Request Entity Too Large',
		'Payload Too Large',
		'Total image data size exceeds the limit of 50 MB',
	])
		assert.ok(refusesAmount(text), text)
	for (const text of [
		'image exceeds 5 MB maximum: 5316852 bytes > 5242880 bytes',
		'prompt is too long: 210000 tokens',
	])
		assert.ok(!refusesAmount(text), text)
	assert.ok(refusesAmount('', 413))
})

describe('a tool whose schema a server refuses is left out', () => {
	const tools = ['read', 'mcp__d__bad'].map(name => ({ type: 'function', name, parameters: {} }))
	const chat = tools.map(({ name, parameters }) => ({ type: 'function', function: { name, parameters } }))
	const openAi =
		"Invalid schema for function 'mcp__d__bad': In context=('properties', 'a'), array schema missing items."
	const anthropic =
		'tools.1.custom.input_schema: JSON schema is invalid. It must match JSON Schema draft 2020-12'

	test.each([
		['Responses', tools, openAi],
		['Chat Completions', chat, openAi],
		['Messages', tools, anthropic],
	])('over %s', (_, given, text) => {
		const found = fallbackFor({ model: 'm', tools: given, messages: [] }, 400, text)
		assert.deepEqual(found?.apply({ tools: given }), { tools: given.slice(0, 1) })
		assert.deepEqual(
			found?.apply({ tools: given.toReversed() }),
			{ tools: given.slice(0, 1) },
			'wherever it stands',
		)
		assert.equal(found?.apply({ tools: given.slice(0, 1) }), undefined)
		assert.match(found?.notice ?? '', /mcp__d__bad/)
	})

	test('and nothing is where it names none of them', () => {
		assert.equal(asked({ tools }, openAi.replace('bad', 'other')), undefined)
		assert.equal(asked({ tools }, anthropic.replace('.1.', '.9.')), undefined)
	})
})
