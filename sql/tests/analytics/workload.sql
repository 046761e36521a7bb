begin;
\ir ../_fixtures.psql
select plan(23);
insert into rowlock.user_account (external_id, account_type, status) values ('auditor_two', 'user', 'active'), ('late', 'user', 'active'), ('mover', 'user', 'active');
insert into rowlock.membership (user_id, role, type) select who(n), 'reviewer', 'member' from unnest('{auditor_two,late,mover}'::text[]) n;

-- lived(n): a journal of n rows that people claim, extend, let lapse, give back, lose and answer, over five days.
create function lived(n integer) returns void language plpgsql as $$
declare
  v_people constant uuid[] := array[who('worker'), who('worker_two'), who('lead'), who('robot')];
  v_id uuid; v_at timestamptz; v_until timestamptz; v_holder uuid; v_version integer; v_dice numeric; v_verb text; v_claimed timestamptz;
begin
  for i in 1 .. n loop
    v_id := rowlock._uuid_v7(); v_at := now() - random() * interval '5 days'; v_holder := null; v_version := 1; v_verb := '';
    while v_at < now() and v_verb not in ('resolved', 'cancelled', 'expired') loop
      v_at := v_at + random() * interval '40 minutes'; v_version := v_version + 1; v_dice := random();
      if v_holder is null or v_until <= v_at then
        v_verb := case when v_dice < 0.8 then 'claimed' when v_dice < 0.9 then 'cancelled' else 'prioritized' end;
        if v_verb = 'claimed' then v_holder := v_people[1 + floor(random() * 4)::integer]; v_claimed := v_at; end if;
      else
        v_verb := (array['extended', 'released', 'resolved', 'reassigned', 'expired', 'prioritized', 'claimed'])[1 + floor(v_dice * 7)::integer];
        if v_verb = 'claimed' then v_holder := v_people[1 + floor(random() * 4)::integer]; v_claimed := v_at; end if;
      end if;
      if v_verb in ('claimed', 'extended') then v_until := v_at + (5 + random() * 55) * interval '1 minute'; end if;
      exit when v_at >= now();
      insert into rowlock.event (topic, subject_type, subject_id, version, role, assigned_to, actor, payload, occurred_at)
      values ('escalation.' || v_verb, 'escalation', v_id::text, v_version, 'reviewer', v_holder, v_holder, jsonb_strip_nulls(jsonb_build_object(
        'assigned_until', case when v_verb in ('claimed', 'extended') then rowlock._time_iso(v_until) end,
        'reason', case when v_verb = 'released' then 'released' end)), v_at);
      if v_verb = 'resolved' then
        insert into rowlock.escalation (id, role, type, status, assigned_to, claimed_at, resolved_by, resolved_at, ended_at, created_at, updated_at)
        values (v_id, 'reviewer', 'a', 'resolved', v_holder, v_claimed, v_holder, v_at, v_at, v_at - interval '7 days', v_at);
      end if;
      if v_verb in ('released', 'reassigned') then v_holder := null; end if;
    end loop;
  end loop;
end;
$$;
select setseed(0.3);
select lived(400);

-- naive(person, …): the journal read from its beginning, one event after another, as a clerk would.
create function naive(since timestamptz, until timestamptz)
returns table (person uuid, claims bigint, lapses bigint, held numeric) language plpgsql as $$
declare
  r record; v_subject text; v_holder uuid; v_from timestamptz; v_let timestamptz;
begin
  create temp table stint (person uuid, low timestamptz, high timestamptz, lapsed boolean) on commit drop;
  for r in
    select v.subject_id, split_part(v.topic, '.', 2) as verb, v.occurred_at, v.assigned_to, (v.payload ->> 'assigned_until')::timestamptz as let
    from rowlock.event v where v.occurred_at < naive.until
    union all select 'zzzz', 'end', null, null, null
    order by 1, 3
  loop
    if v_holder is not null and (r.subject_id <> v_subject or r.verb not in ('extended', 'prioritized')
      or (r.verb = 'extended' and v_let < r.occurred_at)) then
      insert into stint values (v_holder, v_from, least(v_let, case when r.subject_id = v_subject then r.occurred_at end),
        r.subject_id <> v_subject and v_let < naive.until or r.subject_id = v_subject and v_let < r.occurred_at);
      v_holder := null;
    end if;
    v_subject := r.subject_id;
    if r.verb = 'claimed' then v_holder := r.assigned_to; v_from := r.occurred_at; end if;
    if r.verb in ('claimed', 'extended') then v_let := r.let; end if;
  end loop;
  return query
    select s.person, count(*) filter (where s.low >= naive.since),
      count(*) filter (where s.lapsed and s.high >= naive.since and s.high < naive.until),
      (select round(extract(epoch from sum(upper(u) - lower(u))) / 60, 3)
       from unnest(range_agg(tstzrange(greatest(s.low, naive.since), least(s.high, naive.until)))) u)
    from stint s where s.high > naive.since group by s.person;
  drop table stint;
end;
$$;
create function told(name text, since interval, until interval default '0', role text default null)
returns setof rowlock.analytics_workload_person language sql as $$
  select p.* from rowlock.analytics_workload(
    since => now() - told.since, until => now() - told.until, role => told.role, actor => who(told.name)) p;
$$;

select is(
  array(select row(p.user_id, p.claims, p.lapses, p.held_minutes)::text from told('worker', w.since, w.until) p where p.held_minutes > 0 order by p.user_id),
  array(select row(n.person, n.claims, n.lapses, n.held)::text from naive(now() - w.since, now() - w.until) n where n.held > 0 order by n.person),
  format('%s ago until %s ago: claims, lapses and held time are what a clerk would count', w.since, w.until))
from (values (interval '1 day', interval '0'), ('3 hours', '1 hour'), ('30 hours', '25 hours'), ('4 days', '1 day')) w (since, until);
select cmp_ok((select sum(lapses) from told('worker', '1 day')), '>', 5::numeric, 'and some claims did lapse');
select is(
  array(select row(p.user_id, p.resolves, p.median_work_minutes)::text from told('worker', '1 day') p where p.resolves > 0 order by p.user_id),
  array(select row(e.resolved_by, count(*), round((percentile_cont(0.5) within group (order by extract(epoch from e.ended_at - e.claimed_at)::float8 / 60))::numeric, 3))::text
    from rowlock.escalation e where e.ended_at >= now() - interval '1 day' and e.ended_at < now() group by e.resolved_by order by e.resolved_by),
  'answers are counted with their median work');
select is(
  (select sum(p.releases) from told('worker', '1 day') p),
  (select count(*)::numeric from rowlock.event v where v.topic = 'escalation.released' and v.occurred_at >= now() - interval '1 day' and v.occurred_at < now()),
  'and what was given back');
select is(p.utilization, round(p.held_minutes / 1440, 4), 'utilization is the share of the window') from told('worker', '1 day') p limit 1;
select cmp_ok((select max(p.utilization) from told('worker', '1 day') p), '<=', 1::numeric, 'and never more than all of it');
select is((select count(*) from told('engineer', '1 day')), 0::bigint, 'the work of other roles is nobody''s business');
select is((select count(*) from told('chief', '1 day', role => 'engineer')), 0::bigint, 'a role narrows');

-- Real verbs, told to have happened earlier: the nth event of a row was so many minutes ago, claims are for half an hour.
create function retold(name text, variadic ago integer[]) returns void language plpgsql security definer
set session_replication_role = replica as $$
begin
  update rowlock.event v
  set
    occurred_at = now() - retold.ago[n.n] * interval '1 minute',
    payload = v.payload || case when v.payload ? 'assigned_until' then jsonb_build_object(
      'assigned_until', rowlock._time_iso(now() - (retold.ago[n.n] - 30) * interval '1 minute')) else '{}' end
  from (select e.seq, row_number() over (order by e.seq) as n from rowlock.event e where e.subject_id = esc(retold.name)::text) n
  where v.seq = n.seq and n.n <= cardinality(retold.ago);
end;
$$;
create function held(person text, role text default 'reviewer', since interval default '3 hours', until interval default '0', by text default 'worker')
returns text language sql as $$
  select row(p.claims, p.lapses, p.held_minutes)::text from told(held.by, held.since, held.until, role => held.role) p where p.user_id = who(held.person);
$$;
select lives_ok($t$
  select ask('moved'); select hold('moved', 'mover');
  select rowlock.escalation_escalate(id => esc('moved'), target_role => 'engineer', actor => who('chief'));
  select retold('moved', 130, 120, 110);
  select rowlock.escalation_create(role => 'reviewer', type => 'a', description => 'agreed', approvals_required => 2, actor => who('chief'));
  select hold('agreed', 'auditor_two');
  select rowlock.escalation_resolve(id => esc('agreed'), resolver_payload => '{"decision": 1}', actor => who('auditor_two'));
  select retold('agreed', 130, 120, 105);
  select ask('overdue'); select hold('overdue', 'late');
  update rowlock.escalation set created_at = now() - interval '5 hours', expires_at = now() - interval '100 minutes' where id = esc('overdue');
  select retold('overdue', 130, 120)
$t$, 'three claims: of a row that is passed on, of one that needs two answers, of one that is due before the claim is over');
select is(held('mover'), '(1,0,10.000)', 'who reads the role that a row left knows that its claim ended');
select is(held('mover', role => 'engineer', by => 'chief'), null, 'the role that it went to has no part in it');
select is(held('auditor_two'), '(1,0,15.000)', 'the answer of one of two people ends that person''s claim');
select is(held('late'), '(1,0,20.000)', 'a deadline ends a claim');
select rowlock.escalation_expire(max_rows => 10000);
select is(held('late'), '(1,0,20.000)', 'whether the sweep has stamped it or not');

select rowlock.escalation_import(source => 'old', rows => jsonb_build_array(jsonb_build_object(
  'origin_id', 'o', 'key', '1', 'type', 'a', 'role', 'mill', 'resource', 'ann', 'created_at', now() - interval '9 days',
  'claimed_at', now() - interval '5 days', 'resolved_at', now() - interval '60 minutes')), actor => who('chief'));
select is(held('import:ann', 'mill', by => 'chief'), '(0,0,120.000)', 'an imported step is held since its beginning, days ago');
select is(held('import:ann', 'mill', '48 hours', '24 hours', 'chief'), '(0,0,1440.000)', 'also in a window in the midst of it');
select is(held('import:ann', 'mill', '6 days', '3 days', 'chief'), '(1,0,2880.000)', 'and in one in which it begins');
select is(held('import:ann', 'mill', by => 'worker'), null, 'for those who read its role');

select refused(format('select rowlock.analytics_workload(since => now(), actor => %L)', who('worker')), 'PT400', 'argument_invalid',
  'not_before', 'a window has a length', 'since');
select refused(format('select rowlock.analytics_workload(since => now(), actor => %L)', who('suspended')), 'PT401', 'actor_active',
  'not_active', 'who is suspended gets none');

select * from finish();
rollback;
