begin;
\ir ../_fixtures.psql
select plan(35);

create function said(topic text default 'app.parcel.packed', payload jsonb default '{}', role text default 'reviewer', by text default 'worker', subject_id text default null, origin_id text default null)
returns rowlock.event language sql as $$
  select e from rowlock.topic_publish(topic => said.topic, payload => said.payload, role => said.role, subject_id => said.subject_id, origin_id => said.origin_id, actor => who(said.by)) e;
$$;
select is((select row(e.topic, e.subject_type, e.subject_id, e.role, e.origin_id, e.actor, e.payload, e.assigned_to, e.version)
  from said(payload => '{"parcel": 7, "none": null}', subject_id => 'parcel-7', origin_id => 'order-7') e),
  row('app.parcel.packed'::text, 'app'::text, 'parcel-7'::text, 'reviewer'::text, 'order-7'::text, who('worker'), '{"parcel": 7, "none": null}'::jsonb, null::uuid, null::integer),
  'an event of one''s own is journaled, its payload as it was given');
select is((select e.subject_id from said() e), 'app.parcel.packed', 'its subject is the topic where none is named');
select is((select row(t.category, t.learned, t.source, t.created_by, t.first_used_at is not null) from rowlock.topic_catalog t where t.topic = 'app.parcel.packed'),
  row('app'::text, true, 'topic_publish'::text, who('worker'), true), 'a topic is learned when it is used first');
select is((rowlock.topic_publish_answer(result => said())).status, 201, 'HTTP answers 201');
select is((rowlock.topic_publish_answer(result => said())).body ->> 'type', 'app.parcel.packed', 'with the event as streams have it');

-- Who reads it
create function reads(n text, e rowlock.event) returns boolean language sql as $$
  select coalesce(rowlock._can_read_event(rowlock.actor_access(actor => who(reads.n)), (reads.e).topic, (reads.e).role, (reads.e).assigned_to), false);
$$;
select is(array[reads('auditor', said()), reads('engineer', said()), reads('chief', said())], '{t,f,t}'::boolean[], 'readers of the role have it');
select is(array[reads('worker', said(role => null)), reads('chief', said(role => null))], '{f,t}'::boolean[], 'without a role global accounts do');

-- The schema of the topic
select rowlock.topic_create(topic => 'app.strict', description => '', payload_schema => '{"type": "object", "required": ["n"], "properties": {"n": {"type": "integer"}}}', actor => who('chief'));
select lives_ok($$select said('app.strict', '{"n": 7}')$$, 'what keeps the schema is taken');
select is((select t.first_used_at is not null and not t.learned from rowlock.topic_catalog t where t.topic = 'app.strict'), true, 'the first use is noted');
select refused($$select said('app.strict', '{"n": "x"}')$$, 'PT422', 'topic_payload', 'schema_validation', 'what breaks it is not', 'payload');
select refused($$select said('app.strict')$$, 'PT422', 'topic_payload', 'schema_validation', 'nor what lacks something', 'payload');
select last_seq() as before \gset

-- What is no event
select refused(format('select said(%L)', n), 'PT400', 'argument_invalid', r, coalesce(n, 'nothing') || ' is not published on', 'topic')
from (values (null, 'missing'), ('escalation.created', 'not_own'), ('app', 'not_own'), ('app.>', 'not_own')) v (n, r);
select refused($$select said(payload => '[1]')$$, 'PT400', 'argument_invalid', 'not_object', 'a list is no payload', 'payload');
select refused($$select said(payload => null)$$, 'PT400', 'argument_invalid', 'missing', 'nothing neither', 'payload');
select refused($$select said(payload => jsonb_build_object('a', repeat('a', 65536)))$$, 'PT400', 'argument_invalid', 'too_large', 'more than 64 KiB is too much', 'payload');
select lives_ok($$select said(payload => jsonb_build_object('a', repeat('a', 65527)))$$, '64 KiB are not');
select refused($$select said(subject_id => repeat('s', 201))$$, 'PT400', 'argument_invalid', 'too_long', 'a subject is short', 'subject_id');
select refused($$select said(origin_id => repeat('s', 201))$$, 'PT400', 'argument_invalid', 'too_long', 'an origin too', 'origin_id');
select refused($$select said(role => 'nobodys', by => 'chief')$$, 'PT400', 'argument_invalid', 'unknown_role', 'a role that there is not is refused', 'role');

-- Who
select lives_ok(format('select said(by => %L)', n), n || ' publishes to the role') from unnest('{worker,robot,lead,chief}'::text[]) n;
select refused(format('select said(by => %L)', n), 'PT403', 'topic_publisher', 'not_writer', n || ' does not') from unnest('{own,filler,auditor,engineer,nobody}'::text[]) n;
select lives_ok($$select said(role => null, by => 'engineer')$$, 'who writes in some role publishes without one');
select refused($$select said(role => null, by => 'nobody')$$, 'PT403', 'topic_publisher', 'no_role', 'who writes in none does not');
select refused($$select said(by => 'suspended')$$, 'PT401', 'actor_active', 'not_active', 'a suspended account is refused');
insert into rowlock.topic_catalog (topic, description, category, source) select 'app.n' || n, '', 'app', 'topic_publish' from generate_series(1, 998) n;
select refused($$select said('app.one.more')$$, 'PT409', 'topic_count', 'too_many', 'a thousand topics are enough');

select * from finish();
rollback;
