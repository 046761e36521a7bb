-- What a login of kind reader sees: the public views, without what people wrote.
begin;
\ir ../_fixtures.psql
select plan(19);

select login('tap_reader', 'reader'), login('tap_user', 'user', who('worker'));
select rowlock.escalation_create(role => 'reviewer', type => 'a', description => 'secret', envelope => '{}', escalation_payload => '{}', actor => who('chief'));

select is(as_login('tap_reader', $$select concat_ws(' ', e.status, e.available, e.held, e.due) from rowlock.escalations e where e.id = esc('secret')$$),
  'pending t f f', 'a reader sees the rows and what the clock says of them');
select refused(format($$select as_login('tap_reader', 'select %I from rowlock.escalations')$$, c), '42501', null, null, format('a reader does not see %s', c))
from unnest(array['envelope', 'escalation_payload', 'resolver_payload', 'on_timeout']) c;
select refused($$select as_login('tap_reader', 'select * from rowlock.escalations')$$, '42501', null, null, 'so a reader names the columns');
select refused($$select as_login('tap_reader', 'select cwd from rowlock.runs')$$, '42501', null, null, 'a reader does not see where runs work');
select isnt(as_login('tap_reader', $$select count(*) from rowlock.events$$), '0', 'a reader sees the journal');
select is(as_login('tap_reader', $$select m.role from rowlock.memberships m where m.external_id = 'worker'$$), 'reviewer', 'a reader sees who is in which role');
select is_empty($$
  select v.relname from pg_class v
  where v.relnamespace = 'rowlock'::regnamespace and v.relkind = 'v' and has_any_column_privilege('tap_user', v.oid, 'select')$$,
  'a user login sees no view');
select is_empty($$
  select p.oid::regprocedure from pg_proc p
  where p.pronamespace = 'rowlock'::regnamespace and has_function_privilege('rowlock_reader', p.oid, 'execute')$$,
  'a reader executes nothing');
select is_empty($$
  select v.oid::regclass, a.attname from pg_class v join pg_attribute a on a.attrelid = v.oid
  where v.relnamespace = 'rowlock'::regnamespace and v.relkind = 'v' and a.attname ~ 'hash|secret|token|password|preferences'$$,
  'no view has a column of secrets');

-- The columns that the clock computes
select ask(n) from unnest(array['held', 'lapsed', 'late']) n;
select hold('held', 'worker'), hold('lapsed', 'worker'), hold('late', 'worker');
select lapse('lapsed'), due('late');
select is((select row(e.available, e.held, e.due)::text from rowlock.escalations e where e.id = esc(n)), s, format('%s: available, held, due', n))
from (values ('held', '(f,t,f)'), ('lapsed', '(t,f,f)'), ('late', '(f,t,t)')) v (n, s);
select rowlock.escalation_resolve(id => esc('held'), resolver_payload => '{}', actor => who('worker'));
select is((select row(e.wait, e.work) from rowlock.escalations e where e.id = esc('held')),
  (select row(s.claimed_at - s.created_at, s.resolved_at - s.claimed_at) from state_of('held') s), 'wait is before the claim, work after it');
select is((select e.claim_expires_at from rowlock.escalations e where e.id = esc('held')), (state_of('held')).assigned_until, 'claim_expires_at is assigned_until');
select is((select e.held from rowlock.escalations e where e.id = esc('held')), false, 'a row that has ended is held by nobody');
select ask('routed', assigned_to => who('filler'));
select is((select row(e.available, e.held)::text from rowlock.escalations e where e.id = esc('routed')), '(t,f)', 'a row that is routed to a person is available');

select * from finish();
rollback;
