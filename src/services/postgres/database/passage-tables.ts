// The tables of memory in PostgreSQL: each text of a tenant once, the places where it stands, and for each word of a
// project the texts that hold it. The lists are arrays in a plain index: what row level security keeps apart may be looked
// up by equality alone, so an index of another kind would not be used. No extension is needed.

export const PASSAGE_TABLES = `
-- Whoever writes for a tenant holds its row: numbers are given without gaps, and two writers do not wait for each other
-- in a circle.
create table keelson.memory_tenant (
	app text not null, usr text not null,
	last_content int not null default 0, last_project int not null default 0, last_source int not null default 0,
	primary key (app, usr));

create table keelson.memory_project (
	app text not null, usr text not null, id int not null, root text not null,
	primary key (app, usr, id));
-- Of one name several, where one has got the name of another.
create index memory_project_root on keelson.memory_project (app, usr, root);

create table keelson.memory_source (
	app text not null, usr text not null, id int not null,
	project int not null, kind text not null, name text not null, path text not null,
	covered bigint not null, stamp text not null,
	primary key (app, usr, id), unique (app, usr, name));

create table keelson.memory_content (
	app text not null, usr text not null, id int not null,
	hash bytea not null, text text not null,
	-- With blanks between them.
	terms text not null,
	primary key (app, usr, id), unique (app, usr, hash));

create table keelson.memory_passage (
	app text not null, usr text not null, source int not null, seq bigint not null, part int not null,
	content int not null, kind text not null, at bigint not null, undone boolean not null default false,
	-- Of a file: its path, lines and hash.
	file jsonb,
	primary key (app, usr, source, seq, part));
create index memory_passage_content on keelson.memory_passage (app, usr, content, at);

-- Which texts of a project hold a term: 4096 numbers of texts to a block. The empty term is in all of them.
create table keelson.memory_posting (
	app text not null, usr text not null, project int not null, term text not null, block int not null,
	contents int[] not null, count int not null,
	primary key (app, usr, project, term, block));

create table keelson.memory_vector (
	app text not null, usr text not null, embedder text not null, content int not null, bytes bytea not null,
	primary key (app, usr, embedder, content));

do $$
declare t text;
begin
	foreach t in array array['memory_tenant', 'memory_project', 'memory_source', 'memory_content', 'memory_passage',
			'memory_posting', 'memory_vector'] loop
		execute format('alter table keelson.%I enable row level security', t);
		execute format('alter table keelson.%I force row level security', t);
		execute format('create policy tenant on keelson.%I using (app = current_setting(''keelson.app'', true) and usr = current_setting(''keelson.user'', true))', t);
	end loop;
end $$;

-- Takes sources out, and every text that stands nowhere any more, with its words. Within a transaction of the tenant.
create function keelson.memory_forget(p_app text, p_user text, p_names text[]) returns void language plpgsql as $$
declare
	gone int[];
	projects int[];
	texts int[];
	lost int[];
	g record;
begin
	perform from keelson.memory_tenant where app = p_app and usr = p_user for update;
	select array_agg(id) into gone from keelson.memory_source
		where app = p_app and usr = p_user and name = any(p_names);
	if gone is null then return; end if;
	-- Each text with its project, but for what another source of the project holds as well.
	select array_agg(project), array_agg(content) into projects, texts from (
		select distinct s.project, p.content from keelson.memory_passage p
			join keelson.memory_source s on s.app = p_app and s.usr = p_user and s.id = p.source
			where p.app = p_app and p.usr = p_user and p.source = any(gone)
		except
		select distinct s.project, p.content from keelson.memory_passage p
			join keelson.memory_source s on s.app = p_app and s.usr = p_user and s.id = p.source
			where p.app = p_app and p.usr = p_user and not p.source = any(gone) and p.content in (
				select content from keelson.memory_passage
				where app = p_app and usr = p_user and source = any(gone))) f;
	delete from keelson.memory_passage where app = p_app and usr = p_user and source = any(gone);
	delete from keelson.memory_source where app = p_app and usr = p_user and id = any(gone);
	if texts is null then return; end if;
	-- One by one, each by its key: how many there are no statistics say beforehand.
	for g in
		select f.project, t.term, f.content / 4096 as block, array_agg(f.content) as ids
		from unnest(projects, texts) as f (project, content)
		cross join lateral (
			select string_to_array(c.terms, ' ') || ''::text as terms from keelson.memory_content c
			where c.app = p_app and c.usr = p_user and c.id = f.content) c
		cross join lateral unnest(c.terms) as t (term)
		group by 1, 2, 3
	loop
		update keelson.memory_posting set
			contents = array(select c from unnest(contents) c where not c = any(g.ids) order by c),
			count = count - cardinality(g.ids)
			where app = p_app and usr = p_user and project = g.project and term = g.term and block = g.block;
		delete from keelson.memory_posting
			where app = p_app and usr = p_user and project = g.project and term = g.term and block = g.block and count = 0;
	end loop;
	select array_agg(id) into lost from unnest(texts) as t (id) where not exists (
		select from keelson.memory_passage p where p.app = p_app and p.usr = p_user and p.content = t.id);
	delete from keelson.memory_vector where app = p_app and usr = p_user and content = any(lost);
	delete from keelson.memory_content where app = p_app and usr = p_user and id = any(lost);
end $$;
`
