begin;
\ir ../_fixtures.psql
select plan(54);

-- step(…): one step of a log, as the caller writes it. brought(…): what the import of some steps answers.
create function step(
  key text, origin_id text default 'case 1', type text default 'check', role text default 'desk',
  resource text default 'Anna', created_at text default '2011-10-11T11:00:00Z',
  claimed_at text default null, resolved_at text default '2011-10-11T12:00:00Z'
) returns jsonb language sql as $$
  select jsonb_strip_nulls(jsonb_build_object(
    'key', step.key, 'origin_id', step.origin_id, 'type', step.type, 'role', step.role, 'resource', step.resource,
    'created_at', step.created_at, 'claimed_at', step.claimed_at, 'resolved_at', step.resolved_at));
$$;
create function brought(variadic steps jsonb[]) returns rowlock.escalation_imported language sql as $$
  select rowlock.escalation_import(rows => to_jsonb(brought.steps), source => 'log', actor => who('chief'));
$$;
create function of_step(key text, source text default 'log') returns rowlock.escalation language sql stable as $$
  select e.* from rowlock.escalation e
  where e.id = rowlock._escalation_import_id(source => of_step.source, origin_id => 'case 1', key => of_step.key);
$$;
create function events_of_step(key text) returns setof rowlock.event language sql stable as $$
  select v.* from rowlock.event v where v.subject_id = (of_step(events_of_step.key)).id::text order by v.seq;
$$;

-- A step that is done
select is(brought(step('a')), row(1, 0, 1, 1)::rowlock.escalation_imported, 'a new step, its person and its role are made');
select is((of_step('a')).status, 'resolved', 'a step with an end is resolved');
select is((of_step('a')).created_at, '2011-10-11T11:00:00Z', 'it was created when it began to wait');
select is((of_step('a')).resolved_at, '2011-10-11T12:00:00Z', 'it was resolved at its own time');
select is((of_step('a')).ended_at, '2011-10-11T12:00:00Z', 'its interval ends there');
select is((of_step('a')).claimed_at, null, 'without a start nothing is known of a claim');
select is((of_step('a')).assigned_to, null, 'without a start nobody held it');
select is((of_step('a')).resolved_by, who('import:Anna'), 'its person answered it');
select is((of_step('a')).origin_id, 'case 1', 'the case is its origin');
select is(((of_step('a')).type, (of_step('a')).subtype)::text, '(check,check)', 'the activity is its type');
select is((of_step('a')).initiated_by, 'import:log', 'it tells the log it came from');
select is((of_step('a')).created_by, who('chief'), 'the importer created it');
select is((of_step('a')).version, 2, 'its version counts its transitions');
select is(
  (select array_agg(v.topic || ' ' || v.version || ' ' || to_char(v.occurred_at at time zone 'UTC', 'HH24:MI') order by v.seq)
   from events_of_step('a') v),
  '{escalation.created 1 11:00,escalation.resolved 2 12:00}', 'its history has the times of the log');
select is((select v.actor from events_of_step('a') v order by v.seq desc limit 1), who('import:Anna'), 'who answered is the actor of that event');
select is((select v.actor from events_of_step('a') v order by v.seq limit 1), who('chief'), 'the importer is the actor of the first');
select ok((select bool_and(v.created_at > clock_timestamp() - interval '1 minute') from events_of_step('a') v), 'events are journaled now');
select is(
  (select (u.status, u.display_name, u.account_type)::text from rowlock.user_account u where u.external_id = 'import:Anna'),
  '(inactive,Anna,user)', 'a person of a log is an inactive account');
select is((select count(*) from rowlock.role r where r.role = 'desk'), 1::bigint, 'a role that was missing is there');
select is(
  (select count(*) from rowlock.event v where v.topic = 'role.updated' and v.subject_id = 'desk'),
  1::bigint, 'a role that was made is journaled');

-- The same again
create temporary table before as select last_seq() as seq;
select is(brought(step('a')), row(0, 1, 0, 0)::rowlock.escalation_imported, 'the same step again makes nothing');
select is(brought(step('a', type => 'other', resolved_at => '2012-01-01T00:00:00Z')), row(0, 1, 0, 0)::rowlock.escalation_imported,
  'a step that is known is left as it is, whatever the log says now');
select is((of_step('a')).type, 'check', 'a known step keeps its type');
select is((select count(*) from before b, events_since(b.seq)), 0::bigint, 'nothing is journaled of what was known');
select is(brought(step('b'), step('b'), step('a')), row(1, 2, 0, 0)::rowlock.escalation_imported, 'a step twice in one call is one step');
select is(brought(step('a', origin_id => 'case 2')), row(1, 0, 0, 0)::rowlock.escalation_imported, 'another case has steps of its own');
select is(
  rowlock.escalation_import(rows => jsonb_build_array(step('a')), source => 'log two', actor => who('chief')),
  row(1, 0, 0, 0)::rowlock.escalation_imported, 'another log has steps of its own');
select is(
  rowlock._escalation_import_id(source => 'a', origin_id => 'b', key => 'c","d')
    = rowlock._escalation_import_id(source => 'a', origin_id => 'b","c', key => 'd'),
  false, 'names that run into each other are other steps');
select matches((of_step('a')).id::text, '^.{14}8.{4}[89ab]', 'the id is a version 8 UUID');

-- Known starts, open steps, none of a person, no length
select brought(
  step('claimed', claimed_at => '2011-10-11T11:30:00Z'), step('open', resolved_at => null), step('nobody', resource => null),
  step('instant', resolved_at => '2011-10-11T11:00:00Z'), step('offset', created_at => '2011-10-11 13:00+02'));
select is((of_step('claimed')).claimed_at, '2011-10-11T11:30:00Z', 'a known start is the claim');
select is(
  ((of_step('claimed')).assigned_to, (of_step('claimed')).claim_no, (of_step('claimed')).version)::text,
  (who('import:Anna'), 1, 3)::text, 'a claim has a holder, a number and a version');
select is(
  (select array_agg(split_part(v.topic, '.', 2) order by v.seq) from events_of_step('claimed') v),
  '{created,claimed,resolved}', 'a claim is in the history');
select is(
  ((of_step('open')).status, (of_step('open')).ended_at, (of_step('open')).resolved_by)::text,
  '(pending,,)', 'a step without an end is pending');
select cmp_ok((select min(e.level_from) from rowlock.escalation e where e.status = 'pending'), '>', now() - interval '1 minute', 'its levels count from now');
select is((select count(e.level_from) from rowlock.escalation e where e.status <> 'pending'), 0::bigint, 'one that has ended has no more to reach');
select is(
  (select (c.escalation).id from rowlock.escalation_claim(id => (of_step('open')).id, actor => who('chief')) c),
  (of_step('open')).id, 'an open step can be claimed');
select is((of_step('nobody')).resolved_by, null, 'a step without a person was answered by nobody known');
select is((of_step('instant')).ended_at, (of_step('instant')).created_at, 'a step may take no time');
select is((of_step('offset')).created_at, '2011-10-11T11:00:00Z', 'times may have any offset');
select is(
  rowlock.escalation_import(rows => '[]', source => 'log', actor => who('chief')),
  row(0, 0, 0, 0)::rowlock.escalation_imported, 'no steps are no error');

-- Refusals: all of a call, or nothing
select refused($$select brought(step('ok'), step('bad', created_at => 'yesterday-ish'))$$, 'PT400', 'argument_invalid', 'not_a_time', 'a time that is none is refused', 'rows');
select is((of_step('ok')).id, null, 'a refused call imports nothing of it');
select refused($$select brought(step('bad', resolved_at => '2011-01-01'))$$, 'PT400', 'argument_invalid', 'before_created', 'an end before the beginning is refused', 'rows');
select refused($$select brought(step('bad', claimed_at => '2011-10-11T12:00:01Z'))$$, 'PT400', 'argument_invalid', 'outside', 'a claim after the end is refused', 'rows');
select refused($$select brought(step('bad', created_at => 'infinity', resolved_at => null))$$, 'PT400', 'argument_invalid', 'infinite', 'a time without end is refused', 'rows');
select refused($$select brought(step('bad', role => '2nd desk'))$$, 'PT400', 'argument_invalid', 'form', 'a name that no role may have is refused', 'rows');
select refused($$select brought(step('bad', resource => repeat('x', 194)))$$, 'PT400', 'argument_invalid', 'name_too_long', 'a name that no account may have is refused', 'rows');
select refused($$select brought(step('bad', type => ''))$$, 'PT400', 'argument_invalid', 'key_missing', 'a step of no type is refused', 'rows');
select refused($$select brought(step('bad') || '{"kind": "x"}')$$, 'PT400', 'argument_invalid', 'unknown', 'an unknown key is refused', 'rows');
select refused($$select rowlock.escalation_import(rows => '{}', source => 'log', actor => who('chief'))$$, 'PT400', 'argument_invalid', 'not_array', 'what is no array is refused', 'rows');
select refused($$select rowlock.escalation_import(rows => (select jsonb_agg(n) from generate_series(1, 5001) n), source => 'log', actor => who('chief'))$$,
  'PT400', 'argument_invalid', 'out_of_range', 'more than 5,000 steps are refused', 'rows');
select refused($$select rowlock.escalation_import(rows => '[]', source => '', actor => who('chief'))$$, 'PT400', 'argument_invalid', 'missing', 'a log without a name is refused', 'source');
select refused($$select rowlock.escalation_import(rows => '[]', source => 'log', actor => who('lead'))$$, 'PT403', 'actor_global', 'not_global', 'the admin of a role imports nothing');
select refused($$select rowlock.escalation_import(rows => '[]', source => 'log', actor => null)$$, 'PT401', 'actor_known', 'no_actor', 'nobody imports nothing');

select * from finish();
rollback;
