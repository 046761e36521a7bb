begin;
\ir ../_fixtures.psql
select plan(104);

-- The boundary, on the one helper that everybody asks
select is(rowlock._host_is_alive(last_seen_at => timestamptz '2026-03-01 09:00' - make_interval(secs => s), at => '2026-03-01 09:00'),
  alive, format('%s s after its last beat a host is %s', s, case when alive then 'alive' else 'gone' end))
from (values (0, true), (-5, true), (89.999, true), (90, true), (90.000001, false), (90.001, false), (86400, false)) v (s, alive);
select is(rowlock._host_is_alive(last_seen_at => null, at => '2026-03-01 09:00'), false, 'a host that was never seen is not alive');

-- The table of identity, with every kind of gap: who is pinned, who speaks, is it suspect?
create temp table identity (n serial, pinned uuid, presented uuid, suspect boolean, outcome_alive text, outcome_gone text);
insert into identity (pinned, presented, suspect, outcome_alive, outcome_gone) values
  (null,               null,               false, 'alive',      'alive'),
  (instance_of('x'),   null,               false, 'alive',      'alive'),
  (instance_of('x'),   null,               true,  'alive',      'alive'),
  (null,               instance_of('x'),   false, 'pinned',     'pinned'),
  (instance_of('x'),   instance_of('x'),   false, 'recognized', 'recognized'),
  (instance_of('x'),   instance_of('x'),   true,  'recognized', 'recognized'),
  (instance_of('x'),   instance_of('y'),   false, 'flagged',    'reinstalled'),
  (instance_of('x'),   instance_of('y'),   true,  'suspect',    'suspect'),
  (instance_of('x'),   instance_of('z'),   true,  'suspect',    'suspect');
create temp table gap (gap numeric, alive boolean);
insert into gap values (89.999, true), (90, true), (90.001, false), (null, false);
select is(
  rowlock._host_outcome(
    pinned => i.pinned, presented => i.presented, is_suspect => i.suspect,
    last_seen_at => timestamptz '2026-03-01 09:00' - make_interval(secs => g.gap), at => '2026-03-01 09:00'),
  case when g.alive then i.outcome_alive else i.outcome_gone end,
  format('line %s of the table, gap %s', i.n, coalesce(g.gap::text, 'of a host never seen')))
from identity i cross join gap g;

-- The same through the verbs, each line on a host of its own: what is written, and what is told
create function told(id uuid, after bigint) returns text language sql as $$
  select coalesce(string_agg(split_part(e.topic, '.', 2), ' ' order by e.seq), '')
  from events_since(told.after) e where e.subject_id = told.id::text;
$$;
-- tried(…): a host as the line has it; then it beats, or registers, as the line says; what differs after that.
create function tried(verb text, line integer, was text, gap numeric) returns text language plpgsql as $$
declare
  v_name constant text := format('%s %s %s %s', verb, line, was, coalesce(gap::text, 'never'));
  v_bot  constant uuid := box(v_name);
  i      identity;
  v_old  rowlock.host;
  v_new  rowlock.host;
  v_seq  bigint;
  v_beat rowlock.host_beat;
begin
  select * into i from identity where n = line;
  insert into rowlock.host (name, platform, bot_id, status, instance_id, instance_suspect, instance_flagged_at,
    presented_instance_id, last_seen_at, created_at, updated_at)
  values (v_name, 'linux', v_bot, was, i.pinned, i.suspect, case when i.suspect then timestamptz '2026-03-01 09:00' end,
    case when i.suspect then instance_of('y') end, clock_timestamp() - make_interval(secs => gap),
    '2026-03-01 09:00', '2026-03-01 09:00') returning * into v_old;
  v_seq := last_seq();
  if verb = 'beat' then
    v_beat := rowlock.host_heartbeat(host_id => v_old.id, instance_id => i.presented, actor => v_bot);
  else
    v_beat := rowlock.host_register(name => v_name, platform => 'macos', instance_id => i.presented, actor => v_bot);
  end if;
  select * into v_new from rowlock.host h where h.id = v_old.id;
  return concat_ws(', ', v_beat.outcome,
    case when v_new.status <> v_old.status then v_new.status end,
    case when v_new.last_seen_at is distinct from v_old.last_seen_at then 'seen' end,
    case when v_new.instance_id is distinct from v_old.instance_id then 'pin' end,
    case when v_new.instance_suspect <> v_old.instance_suspect then 'suspect' end,
    case when v_new.instance_flagged_at is distinct from v_old.instance_flagged_at then 'flag' end,
    case when v_new.presented_instance_id is distinct from v_old.presented_instance_id then 'presented' end,
    case when v_new.platform <> v_old.platform then 'platform' end,
    case when v_new.version <> v_old.version then 'v' || v_new.version - v_old.version end,
    nullif(told(v_old.id, v_seq), ''),
    case when v_beat.host is distinct from v_new then 'THE ANSWER IS NOT THE ROW' end,
    case when v_beat.created then 'CREATED' end);
end;
$$;
select is(tried(verb, line, was, gap), expected, format('%s, line %s, %s, gap %s', verb, line, was, coalesce(gap::text, 'none')))
from (values
  ('beat', 1, 'online', 10, 'alive, seen'),
  ('beat', 1, 'registered', null, 'alive, seen'),
  ('beat', 2, 'online', 100, 'alive, seen'),
  ('beat', 2, 'offline', 100, 'alive, seen'),
  ('beat', 3, 'online', 10, 'alive, seen'),
  ('beat', 4, 'registered', null, 'pinned, online, seen, pin, v1, registered'),
  ('beat', 4, 'online', 10, 'pinned, seen, pin, v1'),
  ('beat', 4, 'offline', 100, 'pinned, online, seen, pin, v1, registered'),
  ('beat', 4, 'disabled', null, 'pinned, seen, pin, v1'),
  ('beat', 5, 'online', 10, 'recognized, seen'),
  ('beat', 5, 'online', 100, 'recognized, seen'),
  ('beat', 5, 'offline', 100, 'recognized, online, seen, v1, registered'),
  ('beat', 5, 'disabled', 10, 'recognized, seen'),
  ('beat', 6, 'online', 10, 'recognized, seen'),
  ('beat', 6, 'offline', 100, 'recognized, online, seen, v1, registered'),
  ('beat', 7, 'online', 89, 'flagged, suspect, flag, presented, v1, instance_suspect'),
  ('beat', 7, 'disabled', 89, 'flagged, suspect, flag, presented, v1, instance_suspect'),
  ('beat', 7, 'online', 90.5, 'reinstalled, seen, pin, v1, instance_reinstalled'),
  ('beat', 7, 'offline', 100, 'reinstalled, online, seen, pin, v1, instance_reinstalled'),
  ('beat', 7, 'registered', null, 'reinstalled, online, seen, pin, v1, instance_reinstalled'),
  ('beat', 7, 'disabled', 100, 'reinstalled, seen, pin, v1, instance_reinstalled'),
  ('beat', 8, 'online', 10, 'suspect'),
  ('beat', 8, 'offline', 100, 'suspect'),
  ('beat', 9, 'online', 10, 'suspect, presented'),
  ('beat', 9, 'offline', 100, 'suspect, presented'),
  ('registration', 1, 'registered', null, 'alive, online, seen, platform, v1, registered'),
  ('registration', 1, 'online', 10, 'alive, seen, platform, v1, registered'),
  ('registration', 2, 'offline', 100, 'alive, online, seen, platform, v1, registered'),
  ('registration', 4, 'registered', null, 'pinned, online, seen, pin, platform, v1, registered'),
  ('registration', 4, 'online', 10, 'pinned, seen, pin, platform, v1, registered'),
  ('registration', 5, 'online', 10, 'recognized, seen, platform, v1, registered'),
  ('registration', 5, 'offline', 100, 'recognized, online, seen, platform, v1, registered'),
  ('registration', 5, 'disabled', 10, 'recognized, seen, platform, v1, registered'),
  ('registration', 6, 'online', 10, 'recognized, seen, platform, v1, registered'),
  ('registration', 7, 'online', 89, 'flagged, suspect, flag, presented, v1, instance_suspect'),
  ('registration', 7, 'online', 90.5, 'reinstalled, seen, pin, platform, v1, instance_reinstalled'),
  ('registration', 7, 'offline', 100, 'reinstalled, online, seen, pin, platform, v1, instance_reinstalled'),
  ('registration', 7, 'disabled', 100, 'reinstalled, seen, pin, platform, v1, instance_reinstalled'),
  ('registration', 8, 'online', 10, 'suspect'),
  ('registration', 9, 'offline', 100, 'suspect, presented')
) v (verb, line, was, gap, expected);

-- A clone and its original in turn: one event, and the trail stays
select machine('twins') as twins \gset
select last_seq() as s \gset
create temp table flagged as
select (b).outcome, (b).host
from generate_series(1, 6) i
cross join lateral (select rowlock.host_heartbeat(
  host_id => :'twins', instance_id => instance_of(case when i % 2 = 1 then 'clone' else 'twins' end), actor => who('twins')) b offset 0) q;
select results_eq('select outcome from flagged', array['flagged', 'recognized', 'suspect', 'recognized', 'suspect', 'recognized'],
  'a clone and its original in turn are told apart each time');
select is(told(:'twins', :s), 'instance_suspect', 'one event tells of them');
select is((host_of('twins')).instance_id, instance_of('twins'), 'the original stays pinned');
select is((host_of('twins')).presented_instance_id, instance_of('clone'), 'and the clone is remembered');
select is((e.payload - 'host_id')::text, jsonb_build_object(
  'name', 'twins', 'status', 'online', 'instance_id', instance_of('twins'), 'presented_instance_id', instance_of('clone'))::text,
  'the event names both') from events_since(:s) e;
select is((e.version, e.subject_type, e.actor)::text, ((host_of('twins')).version, 'host', who('twins'))::text,
  'with the version of the row, and who spoke') from events_since(:s) e;
select silent('twins', 1000);
select rowlock.host_heartbeat(host_id => :'twins', instance_id => instance_of('clone'), actor => who('twins'));
select is(clock_timestamp() - (host_of('twins')).last_seen_at > interval '999 seconds', true,
  'the beats of the clone say nothing of the original');

-- A time that was ahead of ours does not go back
select machine('ahead') as ahead \gset
update rowlock.host set last_seen_at = clock_timestamp() + interval '10 seconds' where id = :'ahead';
select rowlock.host_heartbeat(host_id => :'ahead', instance_id => instance_of('ahead'), actor => who('ahead'));
select is((host_of('ahead')).last_seen_at > clock_timestamp(), true, 'the last beat is never before one that was told');

-- A mere beat touches no index, and leaves nothing but the time; a page that is full is the only reason not to be hot
create function page_of(id uuid) returns bigint language sql as $$
  select (ctid::text::point)[0]::bigint from rowlock.host where host.id = page_of.id;
$$;
select page_of(:'ahead') as page, (host_of('ahead')).version as version, pg_stat_get_xact_tuples_updated('rowlock.host'::regclass) as updated,
  pg_stat_get_xact_tuples_hot_updated('rowlock.host'::regclass) as hot, last_seq() as s \gset
select rowlock.host_heartbeat(host_id => :'ahead', instance_id => instance_of('ahead'), actor => who('ahead')) from generate_series(1, 20);
select is(row(pg_stat_get_xact_tuples_updated('rowlock.host'::regclass) - :updated, pg_stat_get_xact_tuples_hot_updated('rowlock.host'::regclass) - :hot),
  row(20::bigint, 20 - (page_of(:'ahead') <> :page)::integer::bigint), 'each beat is one update, and a hot one');
select is(row((host_of('ahead')).version, last_seq()), row(:version, :s::bigint), 'without a version and an event');

-- Who may speak
select rowlock.host_heartbeat(host_id => :'ahead', instance_id => instance_of('ahead'), actor => who('chief'));
select refused(format('select rowlock.host_heartbeat(host_id => %L, instance_id => instance_of(''ahead''), actor => who(%L))', :'ahead', w),
  'PT403', 'host_owner', 'not_own', format('%s does not speak for the host', w))
from unnest(array['twins', 'robot', 'worker', 'planner', 'lead', 'nobody']) w;
update rowlock.host set bot_id = null where id = :'ahead';
select refused(format('select rowlock.host_heartbeat(host_id => %L, instance_id => instance_of(''ahead''), actor => who(''ahead''))', :'ahead'),
  'PT403', 'host_owner', 'not_own', 'a host without a bot is spoken for by operators alone');
select refused($$select rowlock.host_heartbeat(host_id => gen_random_uuid(), actor => who('twins'))$$,
  'PT404', 'host_exists', 'not_found', 'a host that is none is refused');
select refused($$select rowlock.host_heartbeat(host_id => null, actor => who('twins'))$$,
  'PT400', 'argument_invalid', 'missing', 'no host is refused', 'host_id');
update rowlock.user_account set status = 'suspended' where id = who('twins');
select refused(format('select rowlock.host_heartbeat(host_id => %L, actor => who(''twins''))', :'twins'),
  'PT401', 'actor_active', 'not_active', 'a suspended bot is refused at once');

select * from finish();
rollback;
