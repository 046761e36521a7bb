-- A run does not answer what it asked itself, on any way to answer, unless the role allows it.
begin;
\ir ../../_fixtures.psql
select plan(34);

-- mill and kiln are hosts with bots that may write in reviewer; each has a run, and so has a host of nobody's.
select box(name => 'mill') is not null, box(name => 'kiln') is not null \g /dev/null
insert into rowlock.membership (user_id, role) select who(n), 'reviewer' from unnest(array['mill', 'kiln']) n;
insert into rowlock.host (name, platform, bot_id, created_at, updated_at)
select n, 'linux', who(n), now(), now() from unnest(array['mill', 'kiln', 'shed']) n;
select item('root', kind => 'milestone') as root \gset
select item('task', parent => 'root') as task \gset
insert into rowlock.run (id, work_item_id, host_id, provider, session_name, status, cwd, origin_id, pending_since, created_at, updated_at)
select md5(h.name)::uuid, :'task', h.id, 'claude', 'rowlock-' || h.name, 'running', '/srv', :'root', now(), now(), now() from rowlock.host h;

-- asked(name, by, of, …): a row that a run, or nobody, asks; it is found under the name in every way.
create function asked(name text, by text default 'mill', of text default 'mill', origin_id text default null, signal_key text default null)
returns uuid language sql as $$
  select ((rowlock.escalation_create(
    role => 'reviewer', type => 'approval', description => asked.name, metadata => jsonb_build_object('name', asked.name),
    run_id => md5(asked.of)::uuid, origin_id => asked.origin_id, signal_key => asked.signal_key, actor => who(asked.by))).escalation).id;
$$;
-- answered(name, by): how the row is after that answer, or why it was refused.
create function answered(name text, by text) returns text language plpgsql as $$
declare
  v_code text;
begin
  perform rowlock.escalation_resolve(id => esc(name), resolver_payload => '{"decision": "yes"}', actor => who(by));
  return (state_of(name)).status;
exception when others then
  get stacked diagnostics v_code = constraint_name;
  return v_code;
end;
$$;

-- Who raised it
select is(answered(format('%s %s %s', by, of, x), x), case when ok then 'resolved' else 'escalation_self_approval' end,
  format('%s asked for the run on %s: %s %s', by, of, x, case when ok then 'may answer' else 'may not' end))
from (values
  ('mill', 'mill', 'mill', false), ('mill', 'mill', 'kiln', true), ('mill', 'mill', 'worker', true), ('mill', 'mill', 'chief', true),
  ('chief', 'mill', 'mill', false), ('chief', 'mill', 'chief', true), ('worker', 'mill', 'worker', true), ('worker', 'kiln', 'mill', true),
  ('worker', 'shed', 'mill', true)) v (by, of, x, ok)
cross join lateral (select asked(format('%s %s %s', by, of, x), by, of)) a;
-- After a requeue the run is on another host
select asked('from the mill') is not null, asked('from the mill too') is not null \g /dev/null
update rowlock.run r set host_id = (select h.id from rowlock.host h where h.name = 'shed') where r.id = md5('mill')::uuid;
update rowlock.host h set bot_id = who('kiln') where h.name = 'shed';
select is(answered('from the mill', 'mill'), 'escalation_self_approval', 'who asked for it once may not');
select is(answered('from the mill', 'kiln'), 'escalation_self_approval', 'nor who speaks for it now');
update rowlock.host h set bot_id = null where h.name = 'shed';
select is(answered('from the mill', 'kiln'), 'resolved', 'once neither is the case, it may');
update rowlock.run r set host_id = (select h.id from rowlock.host h where h.name = 'mill') where r.id = md5('mill')::uuid;

-- Without saying that it is a run
select asked('by itself', of => null, origin_id => :'root') is not null, asked('of another', of => null, origin_id => 'order-7') is not null,
  asked('of no origin', of => null) is not null, asked('by kiln', by => 'kiln', of => null, origin_id => :'root') is not null \g /dev/null
select is(answered('by itself', 'mill'), 'escalation_self_approval', 'what a bot asks about the origin of a run of its own is the run''s');
select is(answered('by itself', 'kiln'), 'resolved', 'another bot may answer it, though it has a run of that origin too');
select is(answered(n, 'mill'), 'resolved', format('%s may be answered', n)) from unnest(array['of another', 'of no origin', 'by kiln']) n;
select ask('of a plain bot', origin_id => :'root') is not null as ok \gset
select is(answered('of a plain bot', 'chief'), 'resolved', 'who has no host answers what they asked');

-- Every way to answer
select asked('known', signal_key => 'known') is not null, asked('found') is not null, asked('one') is not null, asked('two') is not null,
  asked('sent', signal_key => 'sent') is not null, asked('triaged') is not null, asked('claimed') is not null \g /dev/null
select hold('claimed', 'mill');
select set_config('test.seq', last_seq()::text, true) is not null as ok \gset
select refused(s, 'PT403', 'escalation_self_approval', 'self_approval', format('%s', w)) from (values
  ('by id', $$select rowlock.escalation_resolve(id => esc('one'), resolver_payload => '{}', actor => who('mill'))$$),
  ('claimed by id', $$select rowlock.escalation_resolve(id => esc('claimed'), resolver_payload => '{}', actor => who('mill'))$$),
  ('by key', $$select rowlock.escalation_resolve_by_signal_key(signal_key => 'known', resolver_payload => '{}', actor => who('mill'))$$),
  ('by metadata', $$select rowlock.escalation_resolve_by_metadata(key => 'name', value => '"found"', resolver_payload => '{}', actor => who('mill'))$$),
  ('by ids', $$select rowlock.escalation_resolve_by_ids(ids => ids('one', 'two'), resolver_payload => '{}', actor => who('mill'))$$),
  ('by signal', $$select rowlock.signal_send(signal_key => 'sent', payload => '1', actor => who('mill'))$$)) v (w, s);
select refused($$select rowlock.escalation_resolve_all_or_none(items => (
    select jsonb_agg(jsonb_build_object('id', i, 'resolver_payload', '{}'::jsonb)) from unnest(ids('one', 'two')) i), actor => who('mill'))$$,
  'PT403', 'escalation_self_approval', 'self_approval', 'all or none');
insert into rowlock.membership (user_id, role, type) values (who('mill'), 'engineer', 'admin');
update rowlock.membership m set type = 'admin' where m.user_id = who('mill') and m.role = 'reviewer';
select is((rowlock.escalation_bulk_triage(ids => ids('triaged'), hint => 'look', actor => who('mill'))).skipped -> 0 ->> 'reason', 'self_approval', 'by triage');
update rowlock.membership m set type = 'member' where m.user_id = who('mill');
select rowlock.signal_send(signal_key => 'early', payload => '1', actor => who('mill')) is not null as ok \gset
select asked('early', signal_key => 'early') is not null as ok \gset
select is((state_of('early')).status, 'pending', 'before it was asked');
select is((last_event('early')).payload -> 'signals' -> 'reasons' -> 0 ->> 'reason', 'self_approval', 'which its event tells');
select is((select count(*) from events_since(current_setting('test.seq')::bigint) v where v.topic = 'escalation.resolved'), 0::bigint, 'nothing was answered');

-- The role allows it
select is(((rowlock.role_patch(role => 'reviewer', patch => '{"run_self_approval": true}', actor => who('chief'))).role).run_self_approval, true, 'a role may allow it');
select is(answered('one', 'mill'), 'resolved', 'then a run answers what it asked');
select is((rowlock.signal_send(signal_key => 'sent', payload => '1', actor => who('mill'))).outcome, 'resolved', 'in every way');
select rowlock.escalation_create(role => 'reviewer', type => 't', description => 'strict', run_id => md5('mill')::uuid, no_self_approval => true, actor => who('mill')) is not null as ok \gset
select is(answered('strict', 'mill'), 'escalation_self_approval', 'a row that wants somebody else still does');
select rowlock.escalation_escalate(id => esc('two'), target_role => 'engineer', actor => who('chief')) is not null as ok \gset
select is(answered('two', 'mill'), 'escalation_self_approval', 'the role that counts is the one it is in');

select * from finish();
rollback;
