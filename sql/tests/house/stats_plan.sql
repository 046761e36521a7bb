-- Slow: What the figures of a day touch beside a long history: a plan that walks the history fails here.
begin;
\ir ../_fixtures.psql
select plan(9);

select login('tap_worker', 'user', who('worker')), login('tap_chief', 'user', who('chief'));

-- past(n, before): rows that ended one after another, 86 seconds apart; one in ten of them of the role reviewer.
create function past(n integer, before timestamptz) returns void language sql as $$
  insert into rowlock.escalation (
    id, role, type, status, resolved_at, ended_at, created_at, updated_at)
  select
    rowlock._uuid_v7(), case when i % 10 = 0 then 'reviewer' else 'role-' || i % 10 end, 'approval', 'resolved', t.at, t.at, t.at, t.at
  from generate_series(1, past.n) i, lateral (select past.before - i * interval '86 seconds' as at) t;
$$;

-- looked(by, period): buffers and sequential scans of one call as an unprivileged login, once its plans are made.
create function looked(by name, period text, out buffers integer, out scans bigint) language plpgsql as $$
declare
  v_plan jsonb;
begin
  for i in 1 .. 3 loop
    scans := pg_stat_get_xact_numscans('rowlock.escalation'::regclass);
    v_plan := as_login(by, format(
      'explain (analyze, buffers, format json) select rowlock.escalation_stats(period => %L)', period))::jsonb #> '{0,Plan}';
    buffers := least(
      buffers, (v_plan ->> 'Shared Hit Blocks')::integer + (v_plan ->> 'Shared Read Blocks')::integer);
    scans := pg_stat_get_xact_numscans('rowlock.escalation'::regclass) - scans;
  end loop;
end;
$$;

-- A day's 1,000 rows, and a backlog of 500.
select past(1000, now());
insert into rowlock.escalation (id, role, type, assigned_to, assigned_until, created_at, updated_at)
select
  rowlock._uuid_v7(), 'reviewer', 'approval', case when i % 5 = 0 then who('worker') end,
  case when i % 5 = 0 then now() + interval '1 hour' end, now() - interval '2 days', now()
from generate_series(1, 500) i;
analyze rowlock.escalation;
create temp table day as
select l.name, (looked(l.name, '24h')).buffers from unnest(array['tap_worker', 'tap_chief']::name[]) l (name);

-- The history before that day: 40,000 rows in 40 days.
select past(40000, now() - interval '1 day');
analyze rowlock.escalation;

create temp table year as
select l.name, p.period, k.buffers, k.scans
from unnest(array['tap_worker', 'tap_chief']::name[]) l (name), unnest(array['1h', '24h', '7d']) p (period), looked(l.name, p.period) k;
select diag(format('%s %s: %s buffers, %s sequential scans', y.name, y.period, y.buffers, y.scans)) from year y;

select is(y.scans, 0::bigint, format('%s reads %s without a walk over the history', y.name, y.period)) from year y;
select cmp_ok(y.buffers, '<', d.buffers * 3 / 2 + 100, format('a day costs %s what it did before there was a history', d.name))
from year y join day d on d.name = y.name and y.period = '24h';
select is(
  (select (s).resolved from rowlock.escalation_stats(period => '24h', actor => who('chief')) s), 1000::bigint, 'and it is counted right');

select * from finish();
rollback;
