-- What an answer touches: where no role checks answers the plain way costs one page more than none at all.
begin;
\ir ../_fixtures.psql
select plan(7);

select login('tap_worker', 'user', who('worker'));
select ask('plain ' || i) from generate_series(1, 30) i;
-- touched(): the least buffers of five answers, each of another row, as the unprivileged login.
create sequence turn;
grant usage on sequence turn to tap_worker;
create function touched() returns integer language plpgsql as $$
declare
  v_plan  jsonb;
  v_least integer;
begin
  for i in 1 .. 5 loop
    v_plan := as_login('tap_worker', format(
      'explain (analyze, buffers, format json) select r.status from rowlock.escalation_resolve(id => %L, resolver_payload => ''{}'') r',
      esc('plain ' || nextval('turn'))))::jsonb #> '{0,Plan}';
    v_least := least(v_least, (v_plan ->> 'Shared Hit Blocks')::integer + (v_plan ->> 'Shared Read Blocks')::integer);
  end loop;
  return v_least;
end;
$$;

create temp table before as select touched() as buffers;
select cmp_ok((select b.buffers from before b), '<', 150, 'an answer touches few buffers');
insert into rowlock.role (role) select 'role-' || i from generate_series(1, 5000) i;
analyze rowlock.role;
select cmp_ok(touched(), '<=', (select b.buffers + 4 from before b), 'with 5,000 roles it touches no more');
update rowlock.role set enforce_schema = true, form_schema = '{"properties": {}}' where role like 'role-%';
analyze rowlock.role;
select cmp_ok(touched(), '<=', (select b.buffers + 8 from before b), 'with 5,000 others whose answers are checked neither');
select is(
  (select array_agg(r.role order by r.role) from rowlock.role r where r.answers_checked and r.role in ('reviewer', 'role-1')),
  '{role-1}', 'which is a column that follows the schema');
update rowlock.role set form_schema = '{"properties": {"pin": {"type": "string", "format": "password"}}}' where role = 'reviewer';
select ok((select r.answers_checked from rowlock.role r where r.role = 'reviewer'), 'a password field is looked at too');

select is_empty(
  $$select p.proname from pg_proc p
    where p.pronamespace = 'rowlock'::regnamespace
      and p.proname in ('escalation_resolve', 'escalation_resolve_by_ids', 'escalation_resolve_by_signal_key', 'escalation_resolve_all_or_none')
      and not 'plan_cache_mode=force_generic_plan' = any (p.proconfig)$$,
  'an answer runs on cached plans, whatever statistics make of one');

-- Payloads out of line are not fetched, by the plan of a session that has answered before.
set local plan_cache_mode = force_generic_plan;
select ask('large ' || i) from generate_series(1, 5) i;
update rowlock.escalation
set envelope = jsonb_build_object('k', (select string_agg(md5(i::text), '') from generate_series(1, 1000) i))
where id = any (ids('large 1', 'large 2', 'large 3', 'large 4', 'large 5'));
create function fetched() returns bigint language sql as $$
  select pg_stat_get_xact_numscans(i.indexrelid)
  from pg_class c join pg_index i on i.indrelid = c.reltoastrelid where c.oid = 'rowlock.escalation'::regclass;
$$;
create temp table fetches as select fetched() as number;
select rowlock._escalation_claim_set(
  ids => ids('large 1', 'large 2', 'large 3'), holder => who('worker'), duration_minutes => 15, force => true,
  access => rowlock._actor_access(actor => who('worker')), at => clock_timestamp());
select rowlock._escalation_settle_set(
  ids => ids('large 1', 'large 2', 'large 3'), resolver_payloads => array_fill('{}'::jsonb, '{3}'),
  access => rowlock._actor_access(actor => who('worker')), at => clock_timestamp());
select rowlock._escalation_cancel_set(
  ids => ids('large 4', 'large 5'), reason => 'no more', access => rowlock._actor_access(actor => who('worker')), at => clock_timestamp());
select is(fetched(), (select f.number from fetches f), 'sets that are claimed, answered and cancelled fetch no payload of their rows');

select * from finish();
rollback;
