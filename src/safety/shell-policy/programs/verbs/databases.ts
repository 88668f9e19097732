// Verbs of database tools and of the frameworks that migrate them. What a client is given in its own language is
// looked through elsewhere.

import type { VerbRows } from './verb-rows.ts'

const DJANGO: VerbRows = { loses: ['flush|reset_db|reset_schema|sqlflush', 'migrate * zero'] }
const RAILS: VerbRows = {
	loses: ['db:drop|db:drop:*|db:reset|db:schema:load|db:purge|db:truncate_all|db:migrate:reset'],
	shows: ['credentials:show|credentials:edit'],
}
const ARTISAN: VerbRows = { loses: ['migrate:fresh|migrate:reset|migrate:refresh|db:wipe'] }
const SEQUELIZE: VerbRows = { loses: ['db:drop|db:migrate:undo:all|db:seed:undo:all'] }
const REDIS: VerbRows = {
	valued: '-h -p -a -n -u --user --pass -s -t -r -i -x -d',
	loses: [
		'** flushall|flushdb|shutdown|del|unlink|swapdb|debug|replicaof|slaveof',
		'config set dir|dbfilename',
	],
}
const MYSQLADMIN: VerbRows = {
	valued: '-u -h -P -S --user --host --port',
	loses: ['** drop|shutdown|flush-hosts-all'],
}
const KAFKA: VerbRows = { loses: ['** +--delete', '+--delete'] }

export const DATABASES: Readonly<Record<string, VerbRows>> = {
	dropdb: { loses: ['**'], rehearses: '--version|-V' },
	dropuser: { loses: ['**'], rehearses: '--version|-V' },
	pg_restore: { loses: ['** +-c|--clean'], rehearses: '-l|--list' },
	pg_resetwal: { loses: ['**'], rehearses: '-n' },
	pg_dropcluster: { loses: ['**'] },
	mysqladmin: MYSQLADMIN,
	'mariadb-admin': MYSQLADMIN,
	mongoimport: { loses: ['** +--drop', '+--drop'] },
	memcflush: { loses: ['**', '. +--servers'] },
	mongorestore: { loses: ['** +--drop', '+--drop'] },
	'redis-cli': REDIS,
	'valkey-cli': REDIS,
	'keydb-cli': REDIS,
	influx: { loses: ['delete', 'bucket|org|user delete'], shows: ['auth list|create'] },
	prisma: { loses: ['migrate reset', 'db push +--force-reset|--accept-data-loss'] },
	sequelize: SEQUELIZE,
	'sequelize-cli': SEQUELIZE,
	typeorm: { loses: ['schema:drop'] },
	'drizzle-kit': { loses: ['drop', 'push +--force'] },
	knex: { loses: ['migrate:rollback +--all', 'migrate:down +--all'] },
	rails: RAILS,
	'manage.py': DJANGO,
	'django-admin': DJANGO,
	artisan: ARTISAN,
	alembic: { valued: '-c --config -n --name -x', loses: ['downgrade base'] },
	flyway: { loses: ['** clean'] },
	liquibase: { loses: ['** dropall|drop-all'] },
	diesel: { loses: ['database|db reset|drop', 'migration revert +--all'] },
	sqlx: { loses: ['database|db drop|reset'] },
	'sea-orm-cli': { loses: ['migrate fresh|reset|refresh'] },
	dbmate: { valued: '-d -u -e --url --env', loses: ['drop'] },
	goose: { valued: '-dir', loses: ['** reset', '** down-to 0'] },
	migrate: { valued: '-path -database -source', loses: ['drop', 'force'] },
	hasura: { loses: ['migrate delete'] },
	'kafka-topics.sh': KAFKA,
	'kafka-topics': KAFKA,
	'kafka-delete-records.sh': { loses: ['**', '+--offset-json-file'] },
	rabbitmqctl: {
		loses: ['reset|force_reset|delete_queue|purge_queue|delete_vhost|delete_user|forget_cluster_node'],
	},
	nats: {
		valued: '-s --server --context --user --password --creds',
		loses: [
			'stream|str|s rm|delete|del|purge',
			'kv del|rm|purge|delete',
			'object|obj rm|del|delete',
			'consumer|con|c rm|delete|del',
			'account purge',
		],
	},
	rabbitmqadmin: { loses: ['** delete|purge'] },
}
