begin;
\ir ../_fixtures.psql
select plan(13);

create function cut(source text, target text, by text default 'lead') returns text language sql as $$
  select row(c.source_role, c.target_role)::text
  from rowlock.role_escalation_delete(source_role => source, target_role => target, actor => who(by)) c;
$$;
select ask('moved');
select from rowlock.escalation_escalate(id => esc('moved'), target_role => 'engineer', actor => who('worker'));
select last_seq() as seq \gset
select is(cut('reviewer', 'engineer'), '(reviewer,engineer)', 'the admin of a role takes its chain away');
select is(rowlock.role_can_escalate(source_role => 'reviewer', target_role => 'engineer', actor => who('worker')), false, 'then nobody may escalate there');
select is((state_of('moved')).role, 'engineer', 'what went along it stays where it is');
select is((select row(v.topic, v.subject_id, v.role, v.payload)::text from events_since(:seq) v),
  row('role.updated', 'reviewer', 'reviewer', '{"change": "updated", "fields": ["escalation_targets"], "removed": ["engineer"]}'::jsonb)::text, 'that is journaled');
select refused($$select cut('reviewer', 'engineer')$$, 'PT404', 'role_escalation_exists', 'not_found', 'it is gone once');
select is((rowlock.role_escalation_delete_answer(result => rowlock.role_escalation_delete(source_role => 'reviewer', target_role => 'admin', actor => who('lead')))).body
  #- '{chain,created_at}', '{"chain": {"source_role": "reviewer", "target_role": "admin"}, "deleted": true}', 'the answer has the chain that was');
select refused(format('select cut(%L, %L, %L)', s, t, 'chief'), 'PT400', 'argument_invalid', reason, format('%s %s is refused', f, reason), f)
from (values ('', 'admin', 'missing', 'source_role'), (null, 'admin', 'missing', 'source_role'), ('engineer', null, 'missing', 'target_role'),
  ('engineer', repeat('x', 201), 'too_long', 'target_role')) v (s, t, reason, f);
select refused(format($$select cut(%L, 'admin', %L)$$, s, n), 'PT403', 'role_admin', 'not_admin', format('%s may not cut from %s', n, s))
from (values ('worker', 'reviewer'), ('lead', 'engineer')) v (n, s);
select refused($$select cut('engineer', 'admin', 'suspended')$$, 'PT401', 'actor_active', 'not_active', 'a suspended account is refused');

select * from finish();
rollback;
