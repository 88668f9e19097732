// `/v1/health`: that the server is there, for whoever watches it.

import { sendJson } from './answers.ts'
import type { Route } from './route.ts'

export function healthRoute(about: { server: string; version: string }): Route {
	return {
		method: 'GET',
		path: '/v1/health',
		isOpen: true,
		async handle({ response }) {
			sendJson(response, 200, { status: 'ok', ...about })
		},
	}
}
