// The index's tables. Derived from the logs, so a file of another format is not converted but made anew.

import type { DatabaseSync } from 'node:sqlite'
import { AgentError } from '../../core/errors.ts'

/** 2: no secrets in what was typed. 3: everything, each text once. 5: a text in very many places. */
const FORMAT = 5
/** "Keel": a file that says otherwise is not ours to write to. */
const APPLICATION_ID = 0x4b65656c

/** @throws AgentError `storage-failed` when the file is an index of another format; it may be thrown away */
export function prepareSchema(database: DatabaseSync): void {
	// A power cut may damage what can be made anew at any time; waiting for the disk would delay every short run.
	database.exec(`PRAGMA busy_timeout = 50; PRAGMA journal_mode = WAL; PRAGMA synchronous = OFF;
		PRAGMA cache_size = -4000; PRAGMA foreign_keys = OFF;`)
	if (isCurrent(database)) return
	const { count } = database.prepare('SELECT count(*) AS count FROM sqlite_schema').get() as { count: number }
	if (count > 0)
		throw new AgentError('storage-failed', 'the index has another format than this version reads')
	// Two processes may come to a new file at once: the second finds the tables made.
	database.exec('BEGIN IMMEDIATE')
	try {
		if (!isCurrent(database)) database.exec(TABLES)
		database.exec('COMMIT')
	} catch (error) {
		database.exec('ROLLBACK')
		throw error
	}
}

function isCurrent(database: DatabaseSync): boolean {
	const { user_version: format } = database.prepare('PRAGMA user_version').get() as { user_version: number }
	const { application_id: id } = database.prepare('PRAGMA application_id').get() as { application_id: number }
	return format === FORMAT && id === APPLICATION_ID
}

// A text is kept once for its owner, in `content`, and a `passage` is one place where it stands; `words`, `vector` and
// what is searched otherwise go by the text. `words` keeps no text of its own, only which text holds which term;
// positions are not needed, because the final order is made from the text. Besides its words a text holds a term for its
// owner, its projects and its sources (`#o1`, `#p1`, `#s1`; what stands in very many has `#many` for all of these): the
// index finds what is in a scope without looking at what is not. `term` has every word that there is, once, and
// `spelling` the trigrams of those: what is spelt otherwise is looked up among the words, which are few, and not among
// all texts, whose trigrams would take more room than the texts.
const TABLES = `
CREATE TABLE owner (id INTEGER PRIMARY KEY, app TEXT NOT NULL, user TEXT NOT NULL, UNIQUE (app, user));
CREATE TABLE project (id INTEGER PRIMARY KEY, owner INTEGER NOT NULL, root TEXT NOT NULL);
CREATE INDEX project_root ON project (owner, root);
CREATE TABLE source (
	id INTEGER PRIMARY KEY AUTOINCREMENT, owner INTEGER NOT NULL, project INTEGER NOT NULL, kind TEXT NOT NULL,
	name TEXT NOT NULL, path TEXT NOT NULL, covered_bytes INTEGER NOT NULL, stamp TEXT NOT NULL, UNIQUE (owner, name)
);
CREATE TABLE content (
	id INTEGER PRIMARY KEY AUTOINCREMENT, owner INTEGER NOT NULL, hash BLOB NOT NULL, text TEXT NOT NULL,
	UNIQUE (owner, hash)
);
CREATE TABLE file (
	id INTEGER PRIMARY KEY, path TEXT NOT NULL, sha256 TEXT NOT NULL, UNIQUE (path, sha256)
);
CREATE TABLE passage (
	source INTEGER NOT NULL, seq INTEGER NOT NULL, part INTEGER NOT NULL, content INTEGER NOT NULL, kind TEXT NOT NULL,
	at INTEGER NOT NULL, undone INTEGER NOT NULL DEFAULT 0, file INTEGER, first_line INTEGER, last_line INTEGER,
	PRIMARY KEY (source, seq, part)
) WITHOUT ROWID;
CREATE INDEX passage_content ON passage (content, at);
CREATE INDEX passage_in_source ON passage (content, source);
CREATE INDEX passage_typed ON passage (content) WHERE kind = 'prompt';
CREATE VIRTUAL TABLE words USING fts5(
	terms, content='', contentless_delete=1, detail=none, tokenize="unicode61 remove_diacritics 0 tokenchars '#'"
);
CREATE TABLE term (id INTEGER PRIMARY KEY, text TEXT NOT NULL UNIQUE);
CREATE VIRTUAL TABLE spelling USING fts5(
	text, content='term', content_rowid='id', detail=none, tokenize='trigram'
);
CREATE TABLE vector (
	embedder TEXT NOT NULL, project INTEGER NOT NULL, content INTEGER NOT NULL, bytes BLOB NOT NULL,
	PRIMARY KEY (embedder, project, content)
) WITHOUT ROWID;
CREATE INDEX vector_content ON vector (content);
PRAGMA user_version = ${FORMAT};
PRAGMA application_id = ${APPLICATION_ID};
`
