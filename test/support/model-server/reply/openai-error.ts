// How OpenAI's two APIs say no: one JSON shape, and the type and code that go with a status.

import type { JsonObject } from '../../../../src/core/json.ts'
import type { ScriptedError } from './reply.ts'

export function openAiErrorBody(
	status: number,
	error: ScriptedError & { param?: string | undefined },
): JsonObject {
	const usual = USUAL[status] ?? {
		type: 'server_error',
		code: null,
		message: `The server answered ${status}.`,
	}
	return {
		error: {
			message: error.message ?? usual.message,
			type: error.type ?? usual.type,
			param: error.param ?? null,
			code: error.code ?? usual.code,
		},
	}
}

const USUAL: Record<number, { type: string; code: string | null; message: string }> = {
	400: { type: 'invalid_request_error', code: null, message: 'The request is not valid.' },
	401: {
		type: 'invalid_request_error',
		code: 'invalid_api_key',
		message: 'Incorrect API key provided. You can find your API key in your account settings.',
	},
	403: {
		type: 'invalid_request_error',
		code: 'unsupported_country_region_territory',
		message: 'Country, region, or territory not supported',
	},
	404: { type: 'invalid_request_error', code: 'model_not_found', message: 'The model does not exist.' },
	429: {
		type: 'tokens',
		code: 'rate_limit_exceeded',
		message: 'Rate limit reached for test-model on tokens per min (TPM).',
	},
	500: {
		type: 'server_error',
		code: null,
		message: 'The server had an error while processing your request. Sorry about that!',
	},
	503: {
		type: 'server_error',
		code: 'overloaded',
		message: 'The engine is currently overloaded, please try again later.',
	},
}
