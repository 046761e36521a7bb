begin;
\ir ../_fixtures.psql
select plan(30);

-- stats(name, period): what somebody is told, as JSON.
create function stats(name text, period text default '24h') returns jsonb language sql as $$
  select to_jsonb(s) from rowlock.escalation_stats(period => stats.period, actor => who(stats.name)) s;
$$;
-- figure(name, key): one of the figures, as text.
create function figure(name text, key text, period text default '24h') returns text language sql as $$
  select stats(figure.name, figure.period) ->> figure.key;
$$;

select is(stats('chief'), '{
  "pending": 0, "claimed": 0, "available": 0, "created": 0, "resolved": 0, "cancelled": 0, "expired": 0,
  "oldest_pending_minutes": null, "by_role": [], "by_type": []}', 'of an empty queue all is nought, and nothing is the oldest');

select ask(n) from unnest(array['free', 'held', 'lapsed', 'due', 'done', 'called off', 'swept']) n;
select ask('other', role => 'engineer', type => 'repair');
select ask('routed', assigned_to => who('filler'));
select hold('held', 'worker'), hold('lapsed', 'worker'), lapse('lapsed'), due('due'), due('swept');
select rowlock.escalation_resolve(id => esc('done'), resolver_payload => '{}', actor => who('worker'));
select rowlock.escalation_cancel(id => esc('called off'), actor => who('worker'));
update rowlock.escalation set status = 'expired', ended_at = expires_at where description = 'swept';
update rowlock.escalation set created_at = clock_timestamp() - interval '90 minutes' where description = 'free';

select is(figure('worker', 'pending'), '4', 'pending rows are counted, held ones too, a due one not');
select is(figure('worker', 'claimed'), '1', 'a lapsed claim and a routed row are no claims');
select is(figure('worker', 'available'), '3', 'what is pending and nobody holds is available');
select is(figure('worker', 'created'), '8', 'every row that began in the period was created, whatever became of it');
select is(figure('worker', 'created', '1h'), '5', 'what began before the period was not');
select is(figure('worker', 'resolved'), '1', 'an answer is counted');
select is(figure('worker', 'cancelled'), '1', 'so is what was called off');
select is(figure('worker', 'expired'), '2', 'a deadline that passed counts, stamped or not');
select ok(figure('worker', 'oldest_pending_minutes')::numeric between 90 and 91, 'the oldest has waited so many minutes');
select ok(scale(figure('worker', 'oldest_pending_minutes')::numeric) = 3, 'minutes have three decimals');
select is(stats('worker') -> 'by_role', '[{"role": "reviewer", "pending": 4, "claimed": 1}]', 'by role: what is pending there');
select is(
  stats('chief') -> 'by_type',
  '[{"type": "approval", "pending": 4, "claimed": 1, "resolved": 1}, {"type": "repair", "pending": 1, "claimed": 0, "resolved": 0}]',
  'by type: what is pending, and what was answered');
update rowlock.escalation set status = 'cancelled', ended_at = clock_timestamp()
where role = 'reviewer' and status = 'pending' and description <> 'due';
select is(stats('worker') -> 'by_role', '[]', 'a role without a pending row is not listed');
select is(
  stats('worker') -> 'by_type', '[{"type": "approval", "pending": 0, "claimed": 0, "resolved": 1}]',
  'a type with answers of the period is');

-- Two thousand rows of any kind, and the same figures by asking each row each question.
select setseed(0.4711);
insert into rowlock.escalation (
  id, role, type, status, assigned_to, assigned_until, expires_at, ended_at, resolved_at, created_at, updated_at)
select
  rowlock._uuid_v7(), (array['reviewer', 'engineer', 'planner', ''])[1 + floor(random() * 4)],
  (array['a', 'b', 'c'])[1 + floor(random() * 3)], q.status,
  case when q.claim < 0.6 then who('worker') end,
  case when q.claim < 0.4 then q.at + (q.claim - 0.2) * interval '40 hours' end,
  case when q.deadline < 0.5 then q.born + greatest(q.deadline, 0.01) * interval '30 hours' end,
  case when q.status <> 'pending' then q.ended end, case when q.status = 'resolved' then q.ended end, q.born, q.born
from (
  select
    now() as at, b.born, b.born + random() * (now() - b.born) as ended, random() as claim, random() as deadline,
    (array['pending', 'resolved', 'cancelled', 'expired'])[1 + floor(random() * 4)] as status
  from (
    -- Powers, so that the last hour has its share; half minutes, so that no time lies at the edge of a period.
    select now() - (1 + floor(50000 * random() ^ 4)) * interval '1 minute' - interval '30 seconds' as born
    from generate_series(1, 2000)) b) q;

create function naive(name text, hours integer) returns jsonb language sql as $$
  with seen as (
    select
      e.*, e.status = 'pending' and coalesce(e.expires_at > now(), true) as open,
      e.assigned_to is not null and e.assigned_until > now() as held,
      case when e.status = 'pending' and e.expires_at <= now() then 'expired' else e.status end as outcome,
      case when e.status = 'pending' and e.expires_at <= now() then e.expires_at else e.ended_at end as done
    from rowlock.escalation e, rowlock.actor_access(actor => who(naive.name)) a
    where a.is_global or e.role = any (a.read_all)),
  bounds as (select now() - naive.hours * interval '1 hour' as since)
  select jsonb_build_object(
    'pending', (select count(*) from seen s where s.open),
    'claimed', (select count(*) from seen s where s.open and s.held),
    'available', (select count(*) from seen s where s.open and s.held is not true),
    'created', (select count(*) from seen s, bounds b where s.created_at > b.since),
    'resolved', (select count(*) from seen s, bounds b where s.outcome = 'resolved' and s.done > b.since),
    'cancelled', (select count(*) from seen s, bounds b where s.outcome = 'cancelled' and s.done > b.since),
    'expired', (select count(*) from seen s, bounds b where s.outcome = 'expired' and s.done > b.since),
    'by_role', (select coalesce(jsonb_agg(to_jsonb(r) order by r.role), '[]') from (
      select s.role, count(*) as pending, count(*) filter (where s.held) as claimed
      from seen s where s.open group by s.role) r),
    'by_type', (select coalesce(jsonb_agg(to_jsonb(t) order by t.type), '[]') from (
      select
        s.type, count(*) filter (where s.open) as pending, count(*) filter (where s.open and s.held) as claimed,
        count(*) filter (where s.outcome = 'resolved' and s.done > b.since) as resolved
      from seen s, bounds b
      where s.open or (s.outcome = 'resolved' and s.done > b.since) group by s.type) t));
$$;
select is(
  stats(n, p.period) - 'oldest_pending_minutes', naive(n, p.hours), format('%s is told what is so, for %s', n, p.period))
from unnest(array['chief', 'worker', 'filler']) n, (values ('1h', 1), ('24h', 24), ('7d', 168), ('30d', 720)) p (period, hours)
where n <> 'filler' or p.period = '30d';
select isnt(naive('chief', 720) -> 'expired', naive('worker', 720) -> 'expired', 'and the two are not told the same');
select is(figure('filler', 'pending', '30d'), '0', 'who reads own rows alone gets no figures of a role');

select refused(format('select rowlock.escalation_stats(period => %L, actor => %L)', p, who('worker')), 'PT400', 'argument_invalid',
  'unknown', format('a period of %L is refused', p), 'period') from unnest(array['15m', '', null]) p;
select refused(format('select rowlock.escalation_stats(actor => %L)', who('suspended')), 'PT401', 'actor_active', 'not_active',
  'who is suspended gets none');

select * from finish();
rollback;
