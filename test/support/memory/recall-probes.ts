// Facts that are stated once in a long session, and questions about them in other words. `proof` is what an answer
// could not do without: where it stands in a request, the fact has come back.

export type ProbeKind = 'file' | 'decision' | 'constraint' | 'error' | 'wish'

export type Probe = {
	kind: ProbeKind
	/** Who states it. */
	by: 'user' | 'assistant' | 'tool'
	fact: string
	question: string
	/** What a model would hand to `recall`. */
	keywords: string
	proof: string
}

const file = (by: Probe['by'], fact: string, question: string, keywords: string, proof: string): Probe => ({
	kind: 'file',
	by,
	fact,
	question,
	keywords,
	proof,
})

const decision: typeof file = (...rest) => ({ ...file(...rest), kind: 'decision' })
const constraint: typeof file = (...rest) => ({ ...file(...rest), kind: 'constraint' })
const error: typeof file = (...rest) => ({ ...file(...rest), kind: 'error' })
const wish: typeof file = (...rest) => ({ ...file(...rest), kind: 'wish' })

export const PROBES: readonly Probe[] = [
	file(
		'assistant',
		'The retry delays are computed in `src/net/backoffSchedule.ts`; nothing else decides how long to wait.',
		'In which file do we work out how long to wait between retries?',
		'retry delay file',
		'backoffSchedule.ts',
	),
	file(
		'assistant',
		'Currency rounding lives in packages/money/src/halfEven.ts and is used by the invoice and the cart.',
		'Where is the code that rounds amounts of money?',
		'money rounding code',
		'halfEven.ts',
	),
	file(
		'user',
		'The customer import starts at tools/ingest/crm_sync.py, do not look for it in the server.',
		'Which script kicks off importing customers?',
		'customer import script',
		'crm_sync.py',
	),
	file(
		'tool',
		'./deploy/helm/values-frankfurt.yaml:14: replicas: 6',
		'Which file sets the number of replicas for Frankfurt?',
		'frankfurt replicas values',
		'values-frankfurt.yaml',
	),
	file(
		'assistant',
		'I found the feature flags: they are declared in config/toggles.json and read once at start-up.',
		'Where are our feature flags defined?',
		'feature flags declared file',
		'toggles.json',
	),
	file(
		'assistant',
		'The e-mail templates sit under app/mailers/layouts; the footer is app/mailers/layouts/imprint.mjml.',
		'What file holds the footer of the mails we send?',
		'email footer template',
		'imprint.mjml',
	),
	file(
		'tool',
		'src/auth/sessionGuard.ts:88:  if (token.expiresAt < clock.now()) return reject("expired")',
		'Where do we check whether a session token has expired?',
		'token expired check session',
		'sessionGuard.ts',
	),
	file(
		'user',
		'By the way the seed data for the demo tenant is in db/fixtures/acme_demo.sql.',
		'Where can I find the data we load for the demo tenant?',
		'demo tenant seed data',
		'acme_demo.sql',
	),
	file(
		'assistant',
		'PDF export is implemented in services/print/renderQuote.go.',
		'Which source file renders a quote as PDF?',
		'pdf quote export',
		'renderQuote.go',
	),
	decision(
		'user',
		'We settled on cursors instead of offsets for the listing endpoints, because offsets skip rows while people insert.',
		'How did we decide to paginate the list endpoints, and why?',
		'pagination listing endpoints decision',
		'cursors instead of offsets',
	),
	decision(
		'assistant',
		'Decision: we use Argon2id with 64 MiB for password hashing; bcrypt is out.',
		'What are passwords hashed with?',
		'password hashing algorithm',
		'Argon2id',
	),
	decision(
		'user',
		'Let us go with NATS for the event bus. Kafka is too heavy to run for a team of three.',
		'Which message broker did we pick for events?',
		'event bus broker choice',
		'NATS',
	),
	decision(
		'assistant',
		'Agreed: timestamps are stored as UTC milliseconds and turned into local time only in the browser.',
		'In what form do we save times in the database?',
		'timestamps stored format',
		'UTC milliseconds',
	),
	decision(
		'user',
		'I have thought about it: the mobile app stays on React Native, no rewrite in Flutter this year.',
		'Are we moving the mobile app to another framework?',
		'mobile app framework',
		'React Native',
	),
	decision(
		'assistant',
		'So the search index will be rebuilt each night at 03:40, and never on write, as agreed with operations.',
		'When does the search index get rebuilt?',
		'search index rebuild time',
		'03:40',
	),
	decision(
		'user',
		'Decided in the meeting: invoices get numbers per country, DE-2026-00001 and so on.',
		'What numbering scheme do invoices follow?',
		'invoice number scheme',
		'DE-2026-00001',
	),
	decision(
		'assistant',
		'We will keep the monolith and split only the image resizer out, as a service called pixelmill.',
		'Which part becomes a service of its own?',
		'split service out of monolith',
		'pixelmill',
	),
	decision(
		'user',
		'Feature branches are squashed when merged; merge commits only for releases.',
		'How do we merge feature branches?',
		'merge feature branches squash',
		'squashed',
	),
	constraint(
		'user',
		'The public API must answer within 180 ms at the 95th percentile, that is in the contract with Norvik.',
		'What latency did we promise for the public API?',
		'API latency contract percentile',
		'180 ms',
	),
	constraint(
		'user',
		'Nothing may be written to /var on the appliances, that partition is read-only in the field.',
		'Which directory can we not write to on the appliances?',
		'appliances read-only partition',
		'/var',
	),
	constraint(
		'user',
		'We have to keep supporting PostgreSQL 12, two hospitals cannot upgrade.',
		'What is the oldest Postgres version that has to work?',
		'postgres minimum version',
		'PostgreSQL 12',
	),
	constraint(
		'assistant',
		'Noted: the bundle for the kiosk may not exceed 350 kB, it is loaded over a metered line.',
		'How big may the kiosk bundle get?',
		'kiosk bundle size limit',
		'350 kB',
	),
	constraint(
		'user',
		'Legal says personal data must be deleted after 13 months, no exceptions.',
		'After how long do we have to erase personal data?',
		'personal data deletion period',
		'13 months',
	),
	constraint(
		'user',
		'No new runtime dependencies in the agent package without asking Petra first.',
		'Who needs to approve adding a dependency to the agent package?',
		'dependencies agent package approval',
		'Petra',
	),
	constraint(
		'assistant',
		'The device has only 48 MB of free memory, so the parser has to stream.',
		'How much memory is available on the device?',
		'device memory available',
		'48 MB',
	),
	constraint(
		'user',
		'Deployments are frozen from 12 December until 7 January.',
		'When is the deployment freeze?',
		'deployment freeze dates',
		'12 December',
	),
	constraint(
		'user',
		'Uploads above 25 MB are rejected by the proxy at the bank, we cannot change that.',
		'What is the largest upload that gets through at the bank?',
		'upload size limit bank proxy',
		'25 MB',
	),
	error(
		'tool',
		'FATAL: remaining connection slots are reserved for non-replication superuser connections (SQLSTATE 53300)',
		'What did the database say when it ran out of connections?',
		'database connection slots fatal',
		'53300',
	),
	error(
		'tool',
		'Error: EMFILE: too many open files, watch "/srv/catalog/assets"',
		'Which folder was being watched when we hit the limit on open files?',
		'too many open files watch',
		'/srv/catalog/assets',
	),
	error(
		'assistant',
		'The build broke with TS2589, "Type instantiation is excessively deep", in the router types.',
		'What compiler error did the router types give us?',
		'router types compile error',
		'TS2589',
	),
	error(
		'tool',
		'x509: certificate has expired or is not yet valid: current time 2026-03-02T08:14:55Z is after 2026-03-01T23:59:59Z (ledger.internal)',
		'Which host had the outdated certificate?',
		'expired certificate host',
		'ledger.internal',
	),
	error(
		'assistant',
		'The flaky test is checkout.spec.ts "applies two vouchers"; it fails with "expected 17.99, received 17.98".',
		'What was the wrong number in the flaky voucher test?',
		'flaky test vouchers',
		'17.98',
	),
	error(
		'tool',
		'panic: runtime error: slice bounds out of range [:4097] with capacity 4096, goroutine 71 [running]: frame.Decode',
		'In which function did the Go program panic?',
		'go panic slice bounds',
		'frame.Decode',
	),
	error(
		'tool',
		'OOMKilled: container thumbnailer exceeded its limit of 512Mi (exit code 137)',
		'Which container got killed for using too much memory?',
		'container killed memory limit',
		'thumbnailer',
	),
	error(
		'assistant',
		'The webhook failures come from Stripe: signature mismatch, "No signatures found matching the expected signature for payload", since the secret was rotated.',
		'Why do the webhooks fail?',
		'webhook failure cause',
		'since the secret was rotated',
	),
	error(
		'user',
		'Ana sees a blank page in Safari 15 with "ReferenceError: Can\'t find variable: structuredClone".',
		'What went wrong in the old Safari?',
		'Safari error blank page',
		'structuredClone',
	),
	wish(
		'user',
		'Please always write commit messages in the imperative and without emojis.',
		'How do I like commit messages to be written?',
		'commit message style',
		'imperative',
	),
	wish(
		'user',
		'I prefer small functions over comments, and never abbreviate names.',
		'What are my preferences about naming and comments?',
		'preferences naming comments',
		'never abbreviate',
	),
	wish(
		'user',
		'When you add tests, use node:test, I do not want Jest in this repository.',
		'Which test framework do I want here?',
		'test framework preference',
		'node:test',
	),
	wish(
		'user',
		'Talk to me in short answers, three sentences at most unless I ask.',
		'How long should your answers be?',
		'answer length',
		'three sentences',
	),
	wish(
		'user',
		'Do not touch the vendored folder third_party/zlib, upstream patches go through Marek.',
		'Who handles changes to the vendored zlib?',
		'vendored zlib changes',
		'Marek',
	),
	wish(
		'user',
		'Error messages for customers should be in German, logs in English.',
		'Which language should customers see errors in?',
		'language customer error messages',
		'German',
	),
	wish(
		'user',
		'Run the linter with --max-warnings 0 before you tell me that something is finished.',
		'What should you do before saying you are done?',
		'before finished run linter',
		'--max-warnings 0',
	),
	wish(
		'user',
		'Name database migrations with a date first, like 20260314_add_index.sql.',
		'What is the naming pattern for migrations?',
		'migration naming',
		'20260314_add_index',
	),
	wish(
		'user',
		'I like the dark blue from the old logo, #1b2a6b, for buttons.',
		'What colour did I want the buttons in?',
		'button color',
		'#1b2a6b',
	),
]

/** What memory has nothing to say about: nothing may be put in front of these. */
export const UNRELATED: readonly string[] = [
	'hello',
	'thanks, go on',
	'please continue',
	'yes, do that',
	'What is the capital of Mongolia?',
	'Write a haiku about autumn rain.',
	'ok',
	'Explain monads to a ten-year-old.',
	'How tall is Mount Kilimanjaro?',
	'Translate "good evening" into Japanese.',
]
