-- The one function behind all changes of personas; here each case of it, through the tables.
begin;
\ir ../_fixtures.psql
select plan(36);

insert into rowlock.persona (key) values ('a'), ('b');
create function p(key text) returns uuid language sql as $$ select p.id from rowlock.persona p where p.key = p.key and p.key = $1; $$;
-- says(key, role, relationship): what a persona gives; null: nothing. has(key, name): who has it.
create function says(key text, role text, relationship text) returns void language sql as $$
  delete from rowlock.persona_role r where r.persona_id = p(says.key) and r.role = says.role;
  insert into rowlock.persona_role (persona_id, role, relationship) select p(says.key), says.role, says.relationship where says.relationship is not null;
$$;
create function has(key text, name text, yes boolean default true) returns void language sql as $$
  delete from rowlock.user_persona h where h.persona_id = p(has.key) and h.user_id = who(has.name);
  insert into rowlock.user_persona (user_id, persona_id) select who(has.name), p(has.key) where yes;
$$;
-- did(name): the counts of a reconciliation. of(name, role): the membership, with the persona that sustains it.
create function did(name text default null) returns text language sql as $$
  select concat_ws(' ', c.granted, c.refreshed, c.raised, c.removed) from rowlock.persona_reconcile(user_id => who(did.name), actor => who('chief')) c;
$$;
create function of(name text, role text default 'reviewer') returns text language sql as $$
  select concat_ws(' ', m.type, m.read_scope, m.write_scope, (select p.key from rowlock.persona p where p.id = m.granted_by_persona))
  from rowlock.membership m where m.user_id = who(of.name) and m.role = of.role;
$$;

select is(did(), '0 0 0 0', 'without personas there is nothing to do');
select says('a', 'reviewer', 'write-self'), has('a', 'nobody');
select is(did('nobody'), '1 0 0 0', 'a role is granted');
select is(of('nobody'), 'member all self a', 'as the persona says');
select is(did('nobody'), '0 0 0 0', 'again changes nothing');
select says('a', 'reviewer', 'write-all');
select is(did('nobody'), '0 0 1 0', 'the persona gives more: raised');
select is(of('nobody'), 'member all all a', 'to the new scopes');
select says('a', 'reviewer', 'read-all');
select is(did('nobody'), '0 1 0 0', 'the persona gives less: refreshed');
select is(of('nobody'), 'member all none a', 'to the new scopes');
select says('b', 'reviewer', 'write-all'), has('b', 'nobody');
select is(did('nobody'), '0 0 1 0', 'a second persona gives more');
select is(of('nobody'), 'member all all b', 'the highest allowance wins');
select says('a', 'reviewer', 'write-all');
select is(did('nobody'), '0 1 0 0', 'of equal ones the first by key sustains it');
select is(of('nobody'), 'member all all a', 'that is a');
select has('a', 'nobody', false);
select is(did('nobody'), '0 1 0 0', 'when it goes, the other takes over');
select is(of('nobody'), 'member all all b', 'without a loss');
select has('b', 'nobody', false);
select is(did('nobody'), '0 0 0 1', 'when no persona gives it, it is removed');
select is(of('nobody'), null, 'and gone');

-- Direct grants are lifted, never lowered or removed
select says('a', 'reviewer', 'write-self');
select has('a', n) from unnest(array['worker', 'own', 'filler', 'auditor', 'watcher', 'lead']) n;
select is(did(), '0 0 3 0', 'direct grants below the persona are raised');
select is(of(n), m, format('%s: %s', n, m)) from (values
  ('worker', 'member all all'), ('own', 'member all self'), ('filler', 'member all self a'), ('auditor', 'member all self a'),
  ('watcher', 'member all self a'), ('lead', 'admin all all')) v (n, m);
select says('a', 'reviewer', 'read-all');
select is(did(), '0 1 0 1', 'the persona gives less');
select is(of(n), m, format('%s: %s', n, m)) from (values
  ('filler', 'member all self a'), ('auditor', 'member all none'), ('watcher', 'member all none a')) v (n, m);
select says('a', 'reviewer', null);
select is(did(), '0 0 0 2', 'the persona gives nothing');
select is(of(n), m, format('%s is as granted: %s', n, m)) from (values
  ('filler', 'member self self'), ('auditor', 'member all none'), ('watcher', 'member self none')) v (n, m);

-- The journal, and who may
select says('a', 'reviewer', 'write-all'), has('a', 'nobody'), last_seq() as seq \gset
select did('nobody');
select is((select row(v.topic, v.role, v.assigned_to, v.actor, v.payload ->> 'change', v.payload ->> 'persona')::text from events_since(:seq) v),
  row('membership.changed', 'reviewer', who('nobody'), who('chief'), 'granted', p('a'))::text, 'a change is journaled, with its persona');
select is(did('nobody') || (select count(*) from events_since(:seq)), '0 0 0 01', 'no change is not');
select refused($$select rowlock.persona_reconcile(actor => who('lead'))$$, 'PT403', 'actor_global', 'not_global', 'it needs global access');
select refused($$select rowlock.persona_reconcile(user_id => gen_random_uuid(), actor => who('chief'))$$, 'PT404', 'user_exists', 'not_found', 'an unknown account does not exist');
select refused($$select rowlock.persona_reconcile(actor => who('suspended'))$$, 'PT401', 'actor_active', 'not_active', 'a suspended account is refused');

select * from finish();
rollback;
