import { afterAll, beforeAll, describe, onTestFinished } from 'vitest'
import { openPostgresHub } from '../../../src/services/postgres/open-postgres-hub.ts'
import type { ServiceHub } from '../../../src/services/service-hub.ts'
import { type HubLimits, servicesContract } from '../../contracts/services.ts'
import { hasPostgres, type Postgres, startPostgres } from '../../support/postgres/start-postgres.ts'

describe.skipIf(!hasPostgres)('one database', () => {
	let postgres: Postgres
	beforeAll(async () => {
		postgres = await startPostgres()
	})
	afterAll(async () => {
		await postgres?.end()
	})

	// Two servers on a database of their own in every case.
	servicesContract('PostgreSQL', async limits => {
		const url = await postgres.freshDatabase()
		const hub = await open(url, 'first', limits)
		const second = await open(url, 'second', limits)
		onTestFinished(async () => {
			await Promise.all([hub.close(), second.close()])
		})
		return { hub, second }
	})
})

function open(
	url: string,
	name: string,
	limits: HubLimits = { waitingPerTenant: 100, waitingInAll: 1_000 },
): Promise<ServiceHub> {
	return openPostgresHub({
		url,
		name,
		migrate: true,
		roots: ['/here'],
		limits,
		authentication: { authenticate: async () => undefined },
		logging: { log: () => undefined },
		warn: () => undefined,
	})
}
