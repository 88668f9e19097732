// Summaries that lose something: what was said, what a model made of it, and what of it must still be there afterwards.
// They were written before the check that finds the losses; a third of them was looked at only when it was done.

export type LossySummary = {
	kind: string
	/** `u:` the user, `a:` the model, `r:` a tool's result behind the call that it answers, `f:` one that failed. */
	said: readonly string[]
	summary: string
	/** Every one of these has to be in the message that takes the place of all this. */
	lost: readonly string[]
	/** Holds no longer: none of these may be pinned. */
	void?: readonly string[]
	isHeldBack?: true
}

const BUILD_DONE =
	'## Goal\nGet the service to run.\n## State\nThe work is going well and most of it is done.'

export const LOSSY_SUMMARIES: readonly LossySummary[] = [
	// Ports, addresses and other numbers with what they belong to.
	{
		kind: 'port',
		said: ['u: start the dev server', 'a: The dev server now listens on port 4173, because 3000 was taken.'],
		summary: `${BUILD_DONE} The dev server was started.`,
		lost: ['4173'],
	},
	{
		kind: 'port corrected by the user',
		said: [
			'u: use port 8080 for the proxy',
			'a: Set the proxy port to 8080.',
			'u: no, use port 9443 instead',
			'a: The proxy port is 9443 now.',
		],
		summary: `${BUILD_DONE} The proxy was configured.`,
		lost: ['9443'],
		void: ['port 8080 for the proxy', 'Set the proxy port to 8080'],
	},
	{
		kind: 'number that the model confirms in fewer words',
		said: ['u: Use 12 workers.', 'a: Done.', 'u: No, make it 18 workers.', 'a: Changed to 18.'],
		summary: `${BUILD_DONE} The number of workers was changed.`,
		lost: ['18 workers'],
		void: ['Use 12 workers'],
	},
	{
		kind: 'timeout',
		said: [
			'u: why do uploads fail',
			'a: Uploads fail because nginx gives up after 75 s; the upstream needs 110 s.',
		],
		summary: `${BUILD_DONE} Uploads fail because of a timeout in nginx.`,
		lost: ['75 s', '110 s'],
	},
	{
		kind: 'address',
		said: ['u: where is staging', 'a: Staging runs at 10.42.7.19 behind the gateway.'],
		summary: `${BUILD_DONE} Staging was found behind the gateway.`,
		lost: ['10.42.7.19'],
	},
	{
		kind: 'limit',
		said: ['a: I measured it: the parser takes 38 MB for the largest file, the limit is 64 MB.'],
		summary: `${BUILD_DONE} Memory of the parser is within its limit.`,
		lost: ['38 MB', '64 MB'],
		isHeldBack: true,
	},
	{
		kind: 'line number',
		said: ['u: find the leak', 'a: The listener is added in src/hub/fanout.ts:218 and never removed.'],
		summary: `${BUILD_DONE} A listener leaks in the hub.`,
		lost: ['src/hub/fanout.ts:218'],
	},
	{
		kind: 'percentage',
		said: ['a: Coverage fell from 91.4 % to 87.2 % after the move.'],
		summary: `${BUILD_DONE} Coverage fell a little.`,
		lost: ['87.2 %'],
		isHeldBack: true,
	},
	{
		kind: 'money',
		said: ['u: the budget for this is 1,250 EUR per month', 'a: Understood, a budget of 1,250 EUR.'],
		summary: `${BUILD_DONE} There is a monthly budget.`,
		lost: ['1,250 EUR'],
	},
	// Paths and files.
	{
		kind: 'path',
		said: ['u: where do logs go', 'a: They are written to /var/log/hedgehog/access.jsonl by the sidecar.'],
		summary: `${BUILD_DONE} The sidecar writes logs.`,
		lost: ['/var/log/hedgehog/access.jsonl'],
	},
	{
		kind: 'path with a blank',
		said: ['a: The export is in "/srv/share/Quarterly Report/q3 final.xlsx", as asked.'],
		summary: `${BUILD_DONE} The export was written.`,
		lost: ['q3 final.xlsx'],
		isHeldBack: true,
	},
	{
		kind: 'windows path',
		said: ['a: The installer puts the service into C:\\Program Files\\Otter\\otterd.exe.'],
		summary: `${BUILD_DONE} The installer installs the service.`,
		lost: ['otterd.exe'],
	},
	{
		kind: 'file list',
		said: [
			'a: Still to migrate: lib/legacy/ferry.rb, lib/legacy/canal.rb, lib/legacy/sluice.rb and lib/legacy/quay.rb.',
		],
		summary: `${BUILD_DONE} Some files in lib/legacy are still to migrate.`,
		lost: ['lib/legacy/ferry.rb', 'lib/legacy/canal.rb', 'lib/legacy/sluice.rb', 'lib/legacy/quay.rb'],
	},
	{
		kind: 'one of a list',
		said: ['a: Failing tests: test/ingest.test.ts, test/egress.test.ts, test/rollup.test.ts.'],
		summary: `${BUILD_DONE} test/ingest.test.ts and test/egress.test.ts fail.`,
		lost: ['test/rollup.test.ts'],
		isHeldBack: true,
	},
	{
		kind: 'branch',
		said: ['u: put it on a branch', 'a: All of it is on the branch feature/quiet-retry, pushed to origin.'],
		summary: `${BUILD_DONE} The work was pushed to a branch.`,
		lost: ['feature/quiet-retry'],
	},
	{
		kind: 'address of a page',
		said: ['u: the ticket is https://tracker.example.org/issues/PLUM-4411', 'a: I have read the ticket.'],
		summary: `${BUILD_DONE} The ticket was read.`,
		lost: ['PLUM-4411'],
	},
	// Rules of the user.
	{
		kind: 'rule: never',
		said: ['u: Never push to main yourself. Then look at the pipeline.', 'a: All right.'],
		summary: `${BUILD_DONE} The pipeline was looked at.`,
		lost: ['Never push to main yourself'],
	},
	{
		kind: 'rule: always',
		said: ['u: always run make lint before you commit', 'a: I will.'],
		summary: `${BUILD_DONE} The user wants careful work.`,
		lost: ['always run make lint before you commit'],
	},
	{
		kind: 'rule: must',
		said: ['u: The public API must stay compatible with version 2 clients.', 'a: Noted.'],
		summary: `${BUILD_DONE} The API is being reworked.`,
		lost: ['must stay compatible with version 2 clients'],
	},
	{
		kind: 'rule: prefer',
		said: ['u: I prefer composition over inheritance here', 'a: Fine.'],
		summary: `${BUILD_DONE} Classes are being reworked.`,
		lost: ['prefer composition over inheritance'],
		isHeldBack: true,
	},
	{
		kind: 'rule: do not',
		said: ["u: fix the flaky test, but don't touch the snapshot files", 'a: I am on it.'],
		summary: `${BUILD_DONE} The flaky test is being fixed.`,
		lost: ["don't touch the snapshot files"],
	},
	{
		kind: 'rule: negation turned around',
		said: ['u: Do not use lodash anywhere.', 'a: OK.'],
		summary: `${BUILD_DONE} Use lodash anywhere.`,
		lost: ['Do not use lodash anywhere'],
	},
	{
		kind: 'rule: German, never',
		said: ['u: Ändere niemals die Datei konfig.ini, die gehört dem Betrieb.', 'a: Verstanden.'],
		summary: `${BUILD_DONE} Der Betrieb ist beteiligt.`,
		lost: ['niemals die Datei konfig.ini'],
	},
	{
		kind: 'rule: German, please no',
		said: ['u: Bitte keine neuen Abhängigkeiten einbauen!', 'a: Gut.'],
		summary: `${BUILD_DONE} Es geht voran.`,
		lost: ['keine neuen Abhängigkeiten'],
		isHeldBack: true,
	},
	{
		kind: 'rule: German, always',
		said: ['u: Kommentare immer auf Englisch, Commit-Texte auf Deutsch.', 'a: Mache ich.'],
		summary: `${BUILD_DONE} Kommentare werden geschrieben.`,
		lost: ['immer auf Englisch'],
	},
	{
		kind: 'rule: only',
		said: ['u: Only change files below packages/core, nothing else.', 'a: Right.'],
		summary: `${BUILD_DONE} Files are being changed.`,
		lost: ['Only change files below packages/core'],
		isHeldBack: true,
	},
	{
		kind: 'rule: taken back',
		said: [
			'u: Never use semicolons in this project.',
			'a: OK.',
			'u: I changed my mind: always use semicolons in this project.',
			'a: Fine.',
		],
		summary: `${BUILD_DONE} Style was discussed.`,
		lost: ['always use semicolons'],
		void: ['Never use semicolons'],
	},
	{
		kind: 'rule: weakened',
		said: ['u: Tests must never touch the network.', 'a: Understood.'],
		summary: `${BUILD_DONE} Tests ideally avoid the network.`,
		lost: ['must never touch the network'],
		isHeldBack: true,
	},
	{
		kind: 'rule: French',
		said: ['u: Il ne faut jamais supprimer la table clients.', 'a: Compris.'],
		summary: `${BUILD_DONE} Les tables sont connues.`,
		lost: ['jamais supprimer la table clients'],
		isHeldBack: true,
	},
	// Decisions.
	{
		kind: 'decision',
		said: [
			'a: I decided to use a ring buffer instead of a queue, because order does not matter after a crash.',
		],
		summary: `${BUILD_DONE} A data structure was chosen.`,
		lost: ['ring buffer'],
	},
	{
		kind: 'decision reversed',
		said: [
			'a: Decision: we store sessions in Redis.',
			'u: Redis is not allowed here',
			'a: Decision: we store sessions in Postgres instead of Redis.',
		],
		summary: `${BUILD_DONE} Decision: sessions are stored.`,
		lost: ['sessions in Postgres'],
		void: ['Decision: we store sessions in Redis.'],
	},
	{
		kind: 'decision of the user',
		said: [
			'a: Option A is a worker pool, option B a single thread.',
			"u: Let's go with option B",
			'a: Good, a single thread.',
		],
		summary: `${BUILD_DONE} Two options were discussed.`,
		lost: ["Let's go with option B"],
	},
	{
		kind: 'decision, German',
		said: ['u: Wir haben uns für SQLite entschieden, nicht für Postgres.', 'a: Gut.'],
		summary: `${BUILD_DONE} Eine Datenbank wird gebraucht.`,
		lost: ['für SQLite entschieden'],
		isHeldBack: true,
	},
	{
		kind: 'given up',
		said: ['a: I gave up on the mmap approach: it deadlocks on musl.'],
		summary: `${BUILD_DONE} Several approaches were tried.`,
		lost: ['mmap'],
		isHeldBack: true,
	},
	// Names and identifiers.
	{
		kind: 'function name',
		said: ['a: The bug is in reconcileLedgerEntries, which rounds twice.'],
		summary: `${BUILD_DONE} A function rounds twice.`,
		lost: ['reconcileLedgerEntries'],
	},
	{
		kind: 'snake case',
		said: ['a: The column is called invoice_due_at and may be null.'],
		summary: `${BUILD_DONE} A column may be null.`,
		lost: ['invoice_due_at'],
	},
	{
		kind: 'environment variable',
		said: ['a: It reads OTTER_FEED_TOKEN from the environment, nothing else.'],
		summary: `${BUILD_DONE} It reads a token from the environment.`,
		lost: ['OTTER_FEED_TOKEN'],
	},
	{
		kind: 'person',
		said: ['u: ask Marguerite Oyelaran before you merge', 'a: I will ask first.'],
		summary: `${BUILD_DONE} Somebody has to be asked before merging.`,
		lost: ['Marguerite Oyelaran'],
	},
	{
		kind: 'quoted word',
		said: ['a: The feature flag is "slow-lane" and off by default.'],
		summary: `${BUILD_DONE} There is a feature flag, off by default.`,
		lost: ['slow-lane'],
		isHeldBack: true,
	},
	{
		kind: 'commit',
		said: ['a: The regression came with commit 9f3c1ab07, two weeks ago.'],
		summary: `${BUILD_DONE} The regression is two weeks old.`,
		lost: ['9f3c1ab07'],
	},
	{
		kind: 'option of a command',
		said: ['a: It only works with --experimental-strip-types on this Node.'],
		summary: `${BUILD_DONE} It needs an option on this Node.`,
		lost: ['--experimental-strip-types'],
		isHeldBack: true,
	},
	{
		kind: 'package in a scope',
		said: ['a: The types come from @marsh/heron-types, not from the package itself.'],
		summary: `${BUILD_DONE} Types come from another package.`,
		lost: ['@marsh/heron-types'],
		isHeldBack: true,
	},
	// Versions and dates.
	{
		kind: 'version',
		said: ['a: Pinned protobuf to 3.20.3, since 4.x breaks the generated code.'],
		summary: `${BUILD_DONE} protobuf is pinned to an old version.`,
		lost: ['3.20.3'],
	},
	{
		kind: 'version corrected',
		said: [
			'a: The cluster runs Kafka version 2.8.',
			'r: kafka-topics --version => 3.6.1 (Commit:5e3c2b738d253ff5)',
			'a: Correction: the cluster runs Kafka version 3.6.1.',
		],
		summary: `${BUILD_DONE} The cluster runs Kafka.`,
		lost: ['3.6.1'],
		void: ['Kafka version 2.8'],
		isHeldBack: true,
	},
	{
		kind: 'date',
		said: ['u: the freeze starts on 2027-03-19', 'a: OK, before the freeze then.'],
		summary: `${BUILD_DONE} There will be a freeze.`,
		lost: ['2027-03-19'],
	},
	{
		kind: 'time of day',
		said: ['u: the nightly job runs at 02:45 UTC', 'a: Good to know.'],
		summary: `${BUILD_DONE} There is a nightly job.`,
		lost: ['02:45'],
		isHeldBack: true,
	},
	// Errors and results.
	{
		kind: 'error text',
		said: [
			'f: cargo build => error[E0502]: cannot borrow `queue` as mutable because it is also borrowed as immutable',
			'a: That needs another structure.',
		],
		summary: `${BUILD_DONE} The build was tried.`,
		lost: ['E0502'],
	},
	{
		kind: 'error in a result',
		said: [
			'r: node serve.mjs => listening\nError: EADDRINUSE: address already in use 0.0.0.0:7070\n    at Server.setupListenHandle',
			'a: I will look for who has it.',
		],
		summary: `${BUILD_DONE} The server was started once.`,
		lost: ['EADDRINUSE'],
		isHeldBack: true,
	},
	{
		kind: 'result of a measurement',
		said: [
			'r: ./bench.sh => median 412 ms\np99 1930 ms',
			'a: The median is 412 ms, p99 is 1930 ms: the tail is the problem.',
		],
		summary: `${BUILD_DONE} The benchmark shows that the tail is the problem.`,
		lost: ['412 ms', '1930 ms'],
	},
	{
		kind: 'everything at once, and a wrong number',
		said: [
			'u: the quota must be 512 requests, never more',
			'a: Quota set to 512 requests in deploy/quota.yaml.',
		],
		summary: `${BUILD_DONE} The quota is 521 requests.`,
		lost: ['512'],
	},
	{
		kind: 'command to verify',
		said: ['a: To verify: `make -C firmware flash-sim BOARD=otter2` has to print READY.'],
		summary: `${BUILD_DONE} It was verified with a simulator.`,
		lost: ['make -C firmware flash-sim BOARD=otter2'],
	},
]
