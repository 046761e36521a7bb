begin;
\ir ../_fixtures.psql
select plan(14);

select ask(n) from unnest(array['first', 'second']) n;
select hold('first', 'worker');
select rowlock.escalation_escalate(id => esc('first'), target_role => 'engineer', actor => who('worker'));
select hold('first', 'engineer');
select rowlock.escalation_resolve(id => esc('first'), resolver_payload => '{"ok": true}', actor => who('engineer'));

create function told(by text, name text default 'first', after bigint default 0, max_rows integer default 100)
returns text[] language sql as $$
  select coalesce(array_agg(split_part(h.topic, '.', 2) order by h.n), '{}')
  from (select e.*, row_number() over () as n from rowlock.escalation_history(
    id => esc(told.name), after => told.after, max_rows => told.max_rows, actor => who(told.by)) e) h;
$$;
select is(told('chief'), '{created,claimed,reassigned,claimed,resolved}', 'all that happened to a row, oldest first');
select is(told('engineer'), '{reassigned,claimed,resolved}', 'who sees a role is told what happened there');
select is(told('worker', 'second'), '{created}', 'and of this row alone');
select is(told('chief', max_rows => 2), '{created,claimed}', 'a page has as many as are asked for');
select is(
  told('chief', after => (select max(h.seq) from rowlock.escalation_history(id => esc('first'), max_rows => 2, actor => who('chief')) h)),
  '{reassigned,claimed,resolved}', 'the next begins after its last');
select is(told('chief', after => 9223372036854775807), '{}', 'after the end there is nothing');
select is((select count(*) from rowlock.escalation_history(id => esc('second'), actor => who('own'))), 1::bigint, 'reading is enough');

-- Ids of other things do not get in.
select rowlock._event_append(topic => 'role.updated', subject_type => 'role', subject_id => esc('second')::text, actor => who('chief'));
select is(told('chief', 'second'), '{created}', 'what is no row with this id stays out');

select refused(
  format('select rowlock.escalation_history(id => %L, after => %s, max_rows => %s, actor => %L)', k.id, k.after, k.max_rows, who(k.name)),
  k.state, k.code, k.reason, k.what, k.field)
from (values
  (md5('none')::uuid, 0, 10, 'worker', 'PT404', 'escalation_exists', 'not_found', 'an unknown row has no history', null),
  (esc('first'), 0, 10, 'worker', 'PT404', 'escalation_exists', 'not_found', 'nor has one that went where the actor cannot see it', null),
  (null, 0, 10, 'worker', 'PT400', 'argument_invalid', 'missing', 'a row has to be named', 'id'),
  (esc('second'), -1, 10, 'worker', 'PT400', 'argument_invalid', 'out_of_range', 'a cursor is no negative number', 'after'),
  (esc('second'), 0, 1001, 'worker', 'PT400', 'argument_invalid', 'out_of_range', 'a page has an end', 'max_rows'),
  (esc('second'), 0, 10, 'suspended', 'PT401', 'actor_active', 'not_active', 'who is suspended is told nothing', null)
) k (id, after, max_rows, name, state, code, reason, what, field);

select * from finish();
rollback;
