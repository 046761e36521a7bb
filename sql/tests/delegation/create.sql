begin;
\ir ../_fixtures.psql
select plan(35);

-- give(…): filler gives reviewer to nobody for a day, but for what is said.
create function give(
  delegate text default 'nobody', role text default 'reviewer', giver text default 'filler', by text default null,
  since timestamptz default null, until timestamptz default clock_timestamp() + interval '1 day'
) returns rowlock.delegation language sql as $$
  select rowlock.delegation_create(
    to_user => who(give.delegate), role => give.role, until => give.until, since => give.since,
    from_user => case when give.by is not null then who(give.giver) end, reason => 'Holiday.',
    actor => who(coalesce(give.by, give.giver)));
$$;

select last_seq() as seq \gset
select id as given from give() \gset
create view given as select d.* from rowlock.delegation d where d.id = :'given';
select is(
  (select row(g.from_user, g.to_user, g.role, g.reason, g.created_by, g.revoked_at)::text from given g),
  row(who('filler'), who('nobody'), 'reviewer', 'Holiday.', who('filler'), null::timestamptz)::text, 'one delegates a role of one''s own');
select ok((select abs(extract(epoch from clock_timestamp() - g.since)) < 60 from given g), 'from now on');
select is(
  (select row(v.topic, v.subject_id, v.role, v.assigned_to, v.actor, v.payload)::text from events_since(:seq) v),
  (select row('delegation.created', g.id, 'reviewer', who('nobody'), who('filler'), jsonb_build_object(
     'from_user', who('filler'), 'to_user', who('nobody'),
     'since', rowlock._time_iso(g.since), 'until', rowlock._time_iso(g.until)))::text from given g),
  'the event names both, and not why');
select is((select (rowlock.delegation_create_answer(result => d)).status from rowlock.delegation d where d.id = :'given'), 201, 'the answer is 201');
select is(
  (select (rowlock.delegation_create_answer(result => d)).body ->> 'state' from rowlock.delegation d where d.id = :'given'), 'active', 'with the state of the window');

-- Windows
select is((give(delegate => 'engineer', since => clock_timestamp() - interval '1 year')).since > clock_timestamp() - interval '1 minute', true,
  'what is past is not given');
select is((give(delegate => 'planner', since => clock_timestamp() + interval '1 hour')).since > clock_timestamp() + interval '59 minutes', true,
  'a window may begin later');
select refused(format($$select give(since => %s, until => %s)$$, s, u), 'PT400', 'argument_invalid', r, l, 'until')
from (values
  ('null', 'clock_timestamp() - interval ''1 second''', 'not_later', 'an end that is past is refused'),
  ('clock_timestamp() + interval ''2 days''', 'clock_timestamp() + interval ''1 day''', 'not_later', 'so one before the beginning'),
  ('null', 'clock_timestamp() + interval ''367 days''', 'too_late', 'so a window of more than a year'),
  ('null', '''infinity''', 'too_late', 'so one that never comes'),
  ('''infinity''', 'clock_timestamp() + interval ''1 day''', 'not_later', 'so a beginning that never comes')) a (s, u, r, l);
select refused($$select give(delegate => 'worker_two', until => null)$$, 'PT400', 'argument_invalid', 'missing', 'an end is required', 'until');

-- Between whom
select refused(format($$select give(delegate => %L, giver => %L, by => %L, role => %L)$$, d, g, b, r), 'PT400', 'argument_invalid', reason, l, f)
from (values
  ('filler', 'filler', null, 'reviewer', 'same_account', 'to_user', 'nobody stands in for themselves'),
  ('unknown', 'filler', null, 'reviewer', 'missing', 'to_user', 'somebody has to be named'),
  ('suspended', 'filler', null, 'reviewer', 'unknown_account', 'to_user', 'a suspended account stands in for nobody'),
  ('robot', 'filler', null, 'reviewer', 'not_person', 'to_user', 'a bot stands in for nobody'),
  ('worker', 'robot', 'lead', 'reviewer', 'not_person', 'from_user', 'a bot gives nothing'),
  ('worker', 'filler', null, 'engineer', 'not_a_member', 'role', 'who is not in the role has nothing to give'),
  ('worker', 'nobody', null, 'reviewer', 'not_a_member', 'role', 'so whoever only stands in there'),
  ('worker', 'filler', null, 'unknown', 'not_a_member', 'role', 'nobody is in an unknown role'),
  ('worker', 'filler', null, '', 'missing', 'role', 'a role is required')) a (d, g, b, r, reason, f, l);
select refused(format($$select give(delegate => 'worker_two', by => %L)$$, n), 'PT403', 'delegation_owner', 'not_own', format('%s gives nothing of others', n))
from unnest(array['worker', 'nobody', 'engineer']) n;
select lives_ok($$select give(delegate => 'worker_two', by => 'lead')$$, 'an admin of the role gives for others');
select lives_ok($$select give(delegate => 'watcher', by => 'chief_two')$$, 'so does a global account');
select refused($$select give(giver => 'suspended')$$, 'PT401', 'actor_active', 'not_active', 'a suspended account is refused');

select is((select d.until from give(delegate => 'watcher', since => '294276-06-01 00:00Z', until => '294276-12-01 00:00Z') d),
  '294276-12-01 00:00Z', 'the calendar ends later than a year after it');

-- Beside others
select refused($$select give(since => clock_timestamp() + interval '23 hours', until => clock_timestamp() + interval '3 days')$$,
  'PT409', 'delegation_overlaps', 'overlaps', 'the same twice at one time is refused');
select lives_ok($$select give(since => (select g.until from given g), until => (select g.until + interval '1 day' from given g))$$,
  'one may begin where another ends');
select give(giver => 'worker_two', delegate => 'worker');
select refused($$select give(giver => 'worker', delegate => 'filler')$$, 'PT409', 'delegation_circle', 'circle', 'a circle of three is refused');
select lives_ok($$select give(giver => 'worker', delegate => 'filler', since => clock_timestamp() + interval '26 hours',
    until => clock_timestamp() + interval '27 hours')$$, 'what is not at the same time is no circle');
insert into rowlock.delegation (id, from_user, to_user, role, since, until, created_by, created_at)
select gen_random_uuid(), who('lead'), who('nobody'), 'reviewer', now() + n * interval '1 hour', now() + (n + 1) * interval '1 hour', who('lead'), now()
from generate_series(1, 10) n;
select refused($$select give(giver => 'lead', delegate => 'worker')$$, 'PT409', 'delegation_count', 'too_many', 'there are ten at most');

-- A thousand, with windows of all kinds: there are far more ways than accounts
insert into rowlock.user_account (id, external_id, account_type, status)
select md5(i::text)::uuid, 'link ' || i, 'user', 'active' from generate_series(1, 110) i;
insert into rowlock.delegation (id, from_user, to_user, role, since, until, created_by, created_at)
select gen_random_uuid(), md5(a::text)::uuid, md5(b::text)::uuid, 'reviewer', now() + (a * 7 + b * 13) % 997 * interval '1 minute',
  now() + interval '60 days' + (a * 11 + b * 17) % 991 * interval '1 minute', md5(a::text)::uuid, now()
from generate_series(1, 100) a, generate_series(a + 1, a + 10) b;
select clock_timestamp() as began \gset
select give(giver => 'worker_two', delegate => 'link 1', until => clock_timestamp() + interval '90 days');
select cmp_ok(clock_timestamp() - :'began'::timestamptz, '<', '20 seconds', 'in which a circle is looked for without following each');

select * from finish();
rollback;
