// Migrations: the schema of the services in PostgreSQL, in steps that are only ever added to. Every table of a tenant has
// the tenant in its key and row level security that also holds for its owner; the others hold ids and times only.

import { PASSAGE_TABLES } from './passage-tables.ts'

/** Step N brings the schema to version N, from 1. What has been released is never changed. */
export const MIGRATIONS: readonly string[] = [
	`
create table keelson.session (
	app text not null, usr text not null, id text not null,
	-- The fencing token: one more each time somebody takes the session up.
	epoch bigint not null default 0,
	-- Which server has it open.
	owner text, pid int,
	-- The place of the newest envelope. This row is the lock that orders appends.
	last_seq bigint not null default 0,
	size_bytes bigint not null default 0,
	cwd text not null default '',
	summary text,
	updated_at timestamptz not null default now(),
	primary key (app, usr, id));

create table keelson.event (
	app text not null, usr text not null, session_id text not null,
	-- Its place in the log, without gaps.
	seq bigint not null,
	-- The envelope's own number: it grows, and counts those that were only shown as well.
	num bigint not null,
	epoch bigint not null, run_id text, type text not null,
	-- The line as a log file would have it. Text: the same bytes come back, whatever stands in them.
	body text not null,
	primary key (app, usr, session_id, seq),
	foreign key (app, usr, session_id) references keelson.session on delete cascade);

create table keelson.task (
	app text not null, usr text not null, id text not null,
	session_id text not null, key text, state text not null, priority int not null,
	-- Of whoever works on it; the session's newest one, or nobody does any more.
	epoch bigint,
	made bigint generated always as identity,
	body text not null,
	primary key (app, usr, id),
	unique (app, usr, key),
	foreign key (app, usr, session_id) references keelson.session on delete cascade);
create index task_made on keelson.task (app, usr, made);
create index task_state on keelson.task (app, usr, state, made);
create index task_session on keelson.task (app, usr, session_id, made);

create table keelson.input (
	app text not null, usr text not null, task_id text not null,
	n bigint generated always as identity, body text not null,
	primary key (app, usr, task_id, n),
	foreign key (app, usr, task_id) references keelson.task on delete cascade);

create table keelson.key_value (
	app text not null, usr text not null, key text not null, value text not null,
	primary key (app, usr, key));

create table keelson.server (
	id text primary key,
	-- Whoever is alive holds the advisory lock (7332, lock_key).
	lock_key int not null unique generated always as identity,
	seen_at timestamptz not null default now());

create table keelson.lease (
	job uuid primary key, queue text not null, attempt int not null, server text not null,
	app text not null, usr text not null, task_id text not null);
create index lease_server on keelson.lease (server);

do $$
declare t text;
begin
	foreach t in array array['session', 'event', 'task', 'input', 'key_value'] loop
		execute format('alter table keelson.%I enable row level security', t);
		execute format('alter table keelson.%I force row level security', t);
		execute format('create policy tenant on keelson.%I using (app = current_setting(''keelson.app'', true) and usr = current_setting(''keelson.user'', true))', t);
	end loop;
end $$;

-- Row level security does not hold for a superuser: in the name of a tenant it works as a role that is none.
do $$
declare passes boolean;
begin
	select rolsuper or rolbypassrls into passes from pg_roles where rolname = current_user;
	if passes and not exists (select from pg_roles where rolname = 'keelson_tenant') then
		create role keelson_tenant;
	end if;
	if passes then
		grant usage on schema keelson to keelson_tenant;
		grant select, insert, update, delete on all tables in schema keelson to keelson_tenant;
		grant usage on all sequences in schema keelson to keelson_tenant;
		alter default privileges in schema keelson grant select, insert, update, delete on tables to keelson_tenant;
		alter default privileges in schema keelson grant usage on sequences to keelson_tenant;
	end if;
	execute format($f$
		create function keelson.as_tenant(p_app text, p_user text) returns void language sql as $b$
			select set_config('keelson.app', p_app, true), set_config('keelson.user', p_user, true) %s
		$b$ $f$, case when passes then ', set_config(''role'', ''keelson_tenant'', true)' else '' end);
end $$;

-- Takes a session up: from here on everything older is fenced.
create function keelson.claim(p_app text, p_user text, p_id text, p_owner text, p_pid int)
returns bigint language plpgsql as $$
declare newest bigint;
begin
	perform keelson.as_tenant(p_app, p_user);
	update keelson.session set epoch = epoch + 1, owner = p_owner, pid = p_pid
		where app = p_app and usr = p_user and id = p_id returning epoch into newest;
	return newest;
end $$;

-- Refused unless the epoch is the session's newest. Gap-free, and committed in the order of seq.
create function keelson.append(
	p_app text, p_user text, p_id text, p_epoch bigint,
	p_nums bigint[], p_runs text[], p_types text[], p_bodies text[], p_summary text)
returns bigint language plpgsql as $$
declare
	n int := array_length(p_nums, 1);
	size bigint;
	last bigint;
begin
	perform keelson.as_tenant(p_app, p_user);
	select sum(octet_length(b)) into size from unnest(p_bodies) b;
	update keelson.session
		set last_seq = last_seq + n, size_bytes = size_bytes + size, summary = p_summary, updated_at = now()
		where app = p_app and usr = p_user and id = p_id and epoch = p_epoch
		returning last_seq into last;
	if last is null then
		raise exception 'epoch % of session % is not the newest', p_epoch, p_id using errcode = 'KE001';
	end if;
	insert into keelson.event (app, usr, session_id, seq, num, epoch, run_id, type, body)
		select p_app, p_user, p_id, last - n + i, num, p_epoch, run, type, body
		from unnest(p_nums, p_runs, p_types, p_bodies) with ordinality as t (num, run, type, body, i);
	perform pg_notify('keelson', 's ' || p_app || ' ' || p_user || ' ' || p_id);
	return last;
end $$;
`,
	`
-- How often a server was lost that worked on it.
alter table keelson.task add column losses int not null default 0;

-- Whoever worked on a task does not any more: its session is free for others.
create function keelson.release(p_app text, p_user text, p_task text, p_epoch bigint, p_given_back boolean)
returns void language plpgsql as $$
declare its_session text;
begin
	perform keelson.as_tenant(p_app, p_user);
	update keelson.task set losses = losses - case when p_given_back then 1 else 0 end
		where app = p_app and usr = p_user and id = p_task and epoch = p_epoch
		returning session_id into its_session;
	update keelson.session set owner = null, pid = null
		where app = p_app and usr = p_user and id = its_session and epoch = p_epoch;
	if found then
		perform pg_notify('keelson', 's ' || p_app || ' ' || p_user || ' ' || its_session);
	end if;
end $$;
`,
	`
-- Notices are sent by whoever wrote, beside the transaction.
-- Refused unless the epoch is the session's newest. Gap-free, and committed in the order of seq.
create or replace function keelson.append(
	p_app text, p_user text, p_id text, p_epoch bigint,
	p_nums bigint[], p_runs text[], p_types text[], p_bodies text[], p_summary text)
returns bigint language plpgsql as $$
declare
	n int := array_length(p_nums, 1);
	size bigint;
	last bigint;
begin
	perform keelson.as_tenant(p_app, p_user);
	select sum(octet_length(b)) into size from unnest(p_bodies) b;
	update keelson.session
		set last_seq = last_seq + n, size_bytes = size_bytes + size, summary = p_summary, updated_at = now()
		where app = p_app and usr = p_user and id = p_id and epoch = p_epoch
		returning last_seq into last;
	if last is null then
		raise exception 'epoch % of session % is not the newest', p_epoch, p_id using errcode = 'KE001';
	end if;
	insert into keelson.event (app, usr, session_id, seq, num, epoch, run_id, type, body)
		select p_app, p_user, p_id, last - n + i, num, p_epoch, run, type, body
		from unnest(p_nums, p_runs, p_types, p_bodies) with ordinality as t (num, run, type, body, i);
	return last;
end $$;

create or replace function keelson.release(p_app text, p_user text, p_task text, p_epoch bigint, p_given_back boolean)
returns void language plpgsql as $$
declare its_session text;
begin
	perform keelson.as_tenant(p_app, p_user);
	update keelson.task set losses = losses - case when p_given_back then 1 else 0 end
		where app = p_app and usr = p_user and id = p_task and epoch = p_epoch
		returning session_id into its_session;
	update keelson.session set owner = null, pid = null
		where app = p_app and usr = p_user and id = its_session and epoch = p_epoch;
end $$;
`,
	`
-- Pictures, each once under the hash of its bytes.
create table keelson.media (
	app text not null, usr text not null, name text not null,
	bytes bytea not null,
	made_at timestamptz not null default now(),
	primary key (app, usr, name));
-- They are compressed already.
alter table keelson.media alter column bytes set storage external;
alter table keelson.media enable row level security;
alter table keelson.media force row level security;
create policy tenant on keelson.media using (app = current_setting('keelson.app', true) and usr = current_setting('keelson.user', true));
`,
	PASSAGE_TABLES,
	`
-- When something last happened to it, in milliseconds.
alter table keelson.task add column updated_at bigint not null default 0;
-- What is there is everybody's.
alter table keelson.task no force row level security;
update keelson.task set updated_at = coalesce(substring(body from '"updatedAt":([0-9]{1,15})')::bigint, 0);
alter table keelson.task force row level security;
create index task_recent on keelson.task (app, usr, updated_at, made);
`,
	`
-- A server of the version before goes on while another one has brought the schema here: it does not know of updated_at.
create function keelson.task_updated() returns trigger language plpgsql as $$
begin
	new.updated_at := coalesce(substring(new.body from '"updatedAt":([0-9]{1,15})')::bigint, new.updated_at);
	return new;
end $$;
create trigger task_made before insert on keelson.task for each row
	when (new.updated_at = 0) execute function keelson.task_updated();
create trigger task_saved before update on keelson.task for each row
	when (new.updated_at = old.updated_at and new.body is distinct from old.body) execute function keelson.task_updated();
alter table keelson.task no force row level security;
update keelson.task set updated_at = coalesce(substring(body from '"updatedAt":([0-9]{1,15})')::bigint, 0)
	where updated_at = 0;
alter table keelson.task force row level security;

-- What has become of a task, by whoever works on it: in one way to the database and back.
-- p_epoch: null, nobody works on it yet. p_ends: it must have no inputs left.
create function keelson.save_task(
	p_app text, p_user text, p_id text, p_session text, p_epoch bigint, p_ends boolean,
	p_state text, p_body text, p_updated_at bigint)
returns text language plpgsql as $$
declare
	known bigint;
	newest bigint;
	inputs bigint;
begin
	perform keelson.as_tenant(p_app, p_user);
	select epoch into known from keelson.task where app = p_app and usr = p_user and id = p_id for update;
	if not found then return 'not-found'; end if;
	if p_epoch is null then
		if known is not null then return 'fenced'; end if;
	else
		select epoch into newest from keelson.session where app = p_app and usr = p_user and id = p_session for share;
		if newest is distinct from p_epoch then return 'fenced'; end if;
	end if;
	if p_ends then
		select count(*) into inputs from keelson.input where app = p_app and usr = p_user and task_id = p_id;
		if inputs > 0 then return inputs; end if;
	end if;
	update keelson.task set state = p_state, body = p_body, epoch = coalesce(p_epoch, epoch), updated_at = p_updated_at
		where app = p_app and usr = p_user and id = p_id;
	return 'saved';
end $$;
`,
	`
-- The approval or question that its newest answer was for: a second answer comes too late, also once the first is dealt with.
alter table keelson.task add column answered text;
`,
]
