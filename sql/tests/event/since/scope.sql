begin;
\ir ../../_fixtures.psql
select plan(18);

select last_seq() as start \gset
select set_config('test.start', :'start', true);
-- seen(by): the roles of the events that somebody gets; '-' for an event without a role.
create function seen(by text) returns text[] language sql as $$
  select coalesce(array_agg(coalesce(v.value ->> 'role', '-') order by v.ordinality), '{}')
  from jsonb_array_elements((rowlock.event_since(after => current_setting('test.start')::bigint, actor => who(seen.by))).events) with ordinality v;
$$;
select happened('escalation.created', 'reviewer');
select happened('escalation.created', 'engineer');
select happened('escalation.claimed', 'reviewer', assigned_to => who('filler'));
select happened('membership.changed');

select is(seen('chief'), '{reviewer,engineer,reviewer,-}', 'a superadmin gets everything');
select is(seen('chief_two'), '{reviewer,engineer,reviewer,-}', 'so does an admin of the role admin');
select is(seen(n), '{reviewer,reviewer}', format('%s reads all of the role, and gets its events', n))
from unnest(array['worker', 'lead', 'own', 'auditor', 'robot']) n;
select is(seen('filler'), '{reviewer}', 'who sees own rows gets the events that concern them');
select is(seen('watcher'), '{}', 'and no others');
select is(seen('engineer'), '{engineer}', 'another role gets other events');
select is(seen('nobody'), '{}', 'who is in no role gets none');
select is((rowlock.event_since(after => :start, actor => who('nobody'))).next, last_seq(), 'the cursor moves past what is hidden');
select refused($$select rowlock.event_since(after => 0, actor => who('suspended'))$$, 'PT401', 'actor_active', 'not_active', 'a suspended account is refused');
select refused($$select rowlock.event_since(after => 0)$$, 'PT401', 'actor_known', 'no_actor', 'without an actor there is no page');

-- The plan, its runs and their workers are everybody's to read
select last_seq() as start \gset
select set_config('test.start', :'start', true);
insert into rowlock.topic_catalog (topic, description, category, source)
select t.topic, 't', 't', 'event_since' from unnest(array['run.started', 'worker.offline', 'projects.made', 'work_item', 'app.run.x']) t (topic)
on conflict do nothing;
select happened(t.topic, subject_type => 'x') from unnest(array[
  'project.created', 'work_item.created', 'run.started', 'worker.offline', 'projects.made', 'app.run.x']) t (topic);
create function topics_seen(by text) returns text[] language sql as $$
  select array_agg(v.value ->> 'topic' order by v.ordinality)
  from jsonb_array_elements((rowlock.event_since(after => current_setting('test.start')::bigint, actor => who(topics_seen.by))).events) with ordinality v;
$$;
select is(topics_seen(n), '{project.created,work_item.created,run.started,worker.offline}', format('%s reads what happened to the plan', n))
from unnest(array['nobody', 'watcher', 'worker']) n;

-- What a verb leaves is seen by the former holder too
select ask('gone', assigned_to => who('filler'));
select rowlock.escalation_escalate(id => esc('gone'), target_role => 'engineer', actor => who('worker'));
select is((last_event('gone')).assigned_to, who('filler'), 'a row that leaves somebody says so to them');

select * from finish();
rollback;
