// Destructive queries: what a database client is given on its command line, in a here-document or through a pipe, and
// what of it takes away more than rows that were named.

/** @param texts - the words of the client and what it is fed @returns the reason, a whole sentence, or undefined */
export function destructiveQuery(program: string, texts: readonly string[]): string | undefined {
	const client = CLIENTS.get(program)
	for (const text of texts) {
		const query = text.slice(0, MAX_QUERY)
		const what =
			client === 'documents' ? documentLoss(query) : client === 'keys' ? keyLoss(query) : statementLoss(query)
		if (what !== undefined) return `${what} in a database.`
	}
	return undefined
}

export function isDatabaseClient(program: string): boolean {
	return CLIENTS.has(program)
}

const MAX_QUERY = 20_000

const CLIENTS: ReadonlyMap<string, 'statements' | 'documents' | 'keys'> = new Map([
	...[
		'psql',
		'pgcli',
		'mysql',
		'mariadb',
		'mycli',
		'sqlite3',
		'sqlite',
		'litecli',
		'libsql',
		'turso',
		'duckdb',
		'sqlcmd',
		'mssql-cli',
		'osql',
		'isql',
		'sqlplus',
		'sql',
		'clickhouse-client',
		'clickhouse-local',
		'clickhouse',
		'cqlsh',
		'cockroach',
		'ysqlsh',
		'snowsql',
		'snow',
		'bq',
		'usql',
		'influx',
		'trino',
		'presto',
		'hive',
		'beeline',
		'spark-sql',
		'wrangler',
		'prisma',
		'supabase',
		'impala-shell',
		'cypher-shell',
		'athenacli',
		'dolt',
		'rqlite',
		'monetdb',
		'mclient',
	].map(name => [name, 'statements'] as const),
	...['mongosh', 'mongo'].map(name => [name, 'documents'] as const),
	...['redis-cli', 'valkey-cli', 'keydb-cli'].map(name => [name, 'keys'] as const),
])

function statementLoss(text: string): string | undefined {
	const bare = text
		.replaceAll(/--[^\n]*$|\/\*[\s\S]{0,2000}?\*\//gm, comment =>
			comment.startsWith('/*') ? ' ' : dashed(comment),
		)
		.replaceAll(/'(?:[^']|'')*'/g, "''")
	for (const statement of bare.split(';')) {
		const loss = lossOf(statement.trim())
		if (loss !== undefined) return loss
	}
	return undefined
}

/** `-- a comment`, but not `--command=…`. */
function dashed(comment: string): string {
	return /^--[a-z]/i.test(comment) ? comment : ' '
}

// In one word with its option: `-c'DROP …'`, `--execute=DROP …`, and behind what a client reads before it.
const LEAD = String.raw`^(?:-{1,2}[\w-]*?=?\s*)?(?:(?:explain\s+analyze|begin|start\s+transaction)\s+)?`
const DROPS = new RegExp(
	String.raw`${LEAD}drop\s+(?:table|database|schema|role|user|index|view|materialized|column|type|function|procedure|trigger|sequence|extension|owned|keyspace|tablespace|collection|bucket|measurement|series|retention|domain|policy|publication|subscription|server|foreign|warehouse|stage|pipe|temporary|if|dictionary|aggregate|catalog|external|stream|task|share)\b`,
	'i',
)
/** `COPY … TO PROGRAM '…'` of PostgreSQL, and what SQL Server has for it. */
const RUNS_PROGRAM = new RegExp(
	String.raw`${LEAD}copy\b[\s\S]{1,4000}?\b(?:to|from)\s+program\b|\bxp_cmdshell\b`,
	'i',
)
const EMPTIES = new RegExp(String.raw`${LEAD}truncate\s+\S`, 'i')
const DELETES = new RegExp(String.raw`${LEAD}(?:with\b[\s\S]{1,4000}?\)\s*)?delete\s+from\s+\S`, 'i')
const CHANGES = new RegExp(
	String.raw`${LEAD}(?:with\b[\s\S]{1,4000}?\)\s*)?update\s+\S[\s\S]{0,200}?\sset\s`,
	'i',
)
const ALTERS = new RegExp(String.raw`${LEAD}alter\s+\S[\s\S]{0,400}?\sdrop\s`, 'i')

function lossOf(statement: string): string | undefined {
	if (RUNS_PROGRAM.test(statement)) return 'It runs a program of the server'
	if (DROPS.test(statement)) return 'It drops something'
	if (EMPTIES.test(statement)) return 'It empties a table'
	if (ALTERS.test(statement)) return 'It drops part of a table'
	const isEverywhere = !/\bwhere\b/i.test(statement) || /\bwhere\s+(?:1\s*=\s*1|true)\s*$/i.test(statement)
	if (isEverywhere && DELETES.test(statement)) return 'It deletes every row'
	if (isEverywhere && /\bdetach\s+delete\b/i.test(statement)) return 'It deletes nodes'
	if (isEverywhere && CHANGES.test(statement)) return 'It changes every row'
	return undefined
}

function documentLoss(text: string): string | undefined {
	if (/\.dropDatabase\s*\(|\.drop(?:Index(?:es)?|User|AllUsers|Role)?\s*\(/.test(text))
		return 'It drops something'
	return /\.(?:deleteMany|remove|updateMany)\s*\(\s*(?:\{\s*\}|\))/.test(text)
		? 'It deletes every document'
		: undefined
}

function keyLoss(text: string): string | undefined {
	return /^\s*["']?(?:flushall|flushdb|shutdown|del|unlink|swapdb)\b|\bredis\.p?call\(\s*["'](?:flushall|flushdb|del|unlink)\b/im.test(
		text,
	)
		? 'It deletes keys'
		: undefined
}
