begin;
\ir ../../_fixtures.psql
select plan(18);

-- made(arguments, key, by): a create under a key; told: whether it made the row, and which one.
create function made(arguments text, key text default 'k', by text default 'worker') returns rowlock.escalation_created language plpgsql as $$
declare
  v_created rowlock.escalation_created;
begin
  execute format('select c.* from rowlock.escalation_create(role => ''reviewer'', type => ''t'', %s idempotency_key => %L, actor => %L) c',
    arguments, key, who(by)) into v_created;
  return v_created;
end;
$$;
create function rows_of(name text) returns bigint language sql as $$ select count(*) from rowlock.escalation e where e.description = name $$;

create temp table first as select * from made($$description => 'one',$$);
select is((select f.created from first f), true, 'the first call makes the row');
select is(made($$description => 'one',$$), (select row(f.escalation, f.created)::rowlock.escalation_created from first f), 'the same call again gets the first result');
select is(row(rows_of('one'), events_of('one')), row(1::bigint, '{created}'::text[]), 'and makes no second row');
select rowlock.escalation_resolve(id => esc('one'), resolver_payload => '{}', actor => who('worker'));
select is(((made($$description => 'one',$$)).escalation).status, 'resolved', 'the row is told as it is by then');
select refused($$select made($q$description => 'two',$q$)$$, 'PT409', 'idempotency_mismatch', 'mismatch', 'another request under the key is refused');
select is(rows_of('two'), 0::bigint, 'and makes no row');
select is((made($$description => 'one',$$, 'l')).created, true, 'another key is another call');
select is((made($$description => 'one',$$, by => 'worker_two')).created, true, 'a key is its caller''s own');
select is(rows_of('one'), 3::bigint, 'each of these made a row');

-- Each argument counts: one that is not looked at would be dropped silently.
create function differs(argument text, type text) returns text language plpgsql as $$
begin
  perform made(format('%I => %L::%s,', argument, case type
    when 'text' then 'x' when 'integer' then '3' when 'jsonb' then '{"x": 1}' when 'interval' then '1 hour'
    when 'timestamp with time zone' then '2099-01-01' when 'uuid' then who('worker')::text when 'boolean' then 'true' end, type), 'plain');
  return argument || ' is not looked at';
exception when sqlstate 'PT409' then
  return null;
end;
$$;
select made('', 'plain');
select is_empty($$
  select d.told from pg_proc p, unnest(p.proargnames, p.proargtypes::oid[]) a (name, type), differs(a.name, format_type(a.type, null)) d (told)
  where p.oid = 'rowlock.escalation_create'::regproc and a.name not in ('role', 'type', 'idempotency_key', 'actor') and d.told is not null$$,
  'a request that differs in any argument is another one');

-- Beside a signal key
create temp table waiting as select * from made($$description => 'w', signal_key => 'w',$$, 'w1');
select is((made($$description => 'w', signal_key => 'w',$$, 'w1')).created, true, 'a wait that the first call made was made by it');
select is(
  (select row(w.created, (w.escalation).id) from made($$description => 'other', signal_key => 'w',$$, 'w2') w), row(false, esc('w')),
  'a call whose wait exists gets its row');
select is(
  (select row(w.created, (w.escalation).id) from made($$description => 'other', signal_key => 'w',$$, 'w2') w), row(false, esc('w')),
  'and the same again');
select is(rows_of('other'), 0::bigint, 'neither makes a row');

-- What is refused keeps no key
select refused($$select made($q$priority => 9,$q$, 'r')$$, 'PT400', 'argument_invalid', 'out_of_range', 'a bad request is refused', 'priority');
select refused($$select made('', '')$$, 'PT400', 'argument_invalid', 'missing', 'an empty key is none', 'idempotency_key');
select refused($$select made('', repeat('k', 201))$$, 'PT400', 'argument_invalid', 'too_long', 'a key has 200 characters at most', 'idempotency_key');
select is((made($$priority => 3,$$, 'r')).created, true, 'a good one under the key is the first');

select * from finish();
rollback;
