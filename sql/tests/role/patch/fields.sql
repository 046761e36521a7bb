-- What a patch does to the fields it names, and to those it does not.
begin;
\ir ../../_fixtures.psql
select plan(43);

-- patched(patch): what reviewer's lead gets for it, as the answer's body.
create function patched(patch jsonb, by text default 'lead') returns jsonb language sql as $$
  select (rowlock.role_patch_answer(result => r)).body
  from rowlock.role_patch(role => 'reviewer', patch => patched.patch, actor => who(patched.by)) r;
$$;

select is(patched(jsonb_build_object(f, v::jsonb)) -> f, v::jsonb, format('%s takes %s', f, v))
from (values ('title', '"Checks"'), ('description', '"long"'), ('properties', '{"a": 1}'), ('ops_visible', 'false'), ('parent_role', '"engineer"'),
  ('sla_minutes', '30'), ('target_per_hour', '2.5'), ('worker_count', '0'), ('priority_threshold_minutes', '1000000000'), ('priority_facet', '"due_AT9"'),
  ('default_pins', '[{"label": "A", "url": "/a/b?c=//d#e"}, {"label": "B", "url": "/", "badge": "x"}]'), ('enforce_schema', 'true'), ('run_self_approval', 'true'),
  ('upstream_roles', '["engineer", "planner"]'), ('form_schema', '{"type": "object"}'), ('metadata_schema', 'true'), ('list_schema', '{"c": []}')) v (f, v);
create temp table before as select body from rowlock.role_get(role => 'reviewer', actor => who('nobody')) r, rowlock.role_get_answer(result => r);
select last_seq() as seq \gset
select is(patched('{}'), (select b.body from before b), 'an empty patch keeps everything');
select is(patched((select b.body - array['role', 'created_at', 'updated_at', 'member_count', 'escalation_targets', 'current_schema_version',
  'current_list_schema_version'] from before b)), (select b.body from before b), 'and so does a patch to what is there');
select is((select count(*) from events_since(:seq)), 0::bigint, 'which leaves no event');
select is(patched('{"title": "Other"}') - array['title', 'updated_at'], (select b.body - array['title', 'updated_at'] from before b), 'what is not named is kept');
select isnt(patched('{}') -> 'updated_at', (select b.body -> 'updated_at' from before b), 'a change is stamped');
select is(patched(jsonb_build_object(f, null)) -> f, v::jsonb, format('null clears %s', f))
from (values ('title', 'null'), ('description', 'null'), ('properties', '{}'), ('ops_visible', 'true'), ('parent_role', 'null'), ('sla_minutes', 'null'),
  ('target_per_hour', 'null'), ('worker_count', 'null'), ('priority_threshold_minutes', 'null'), ('priority_facet', 'null'), ('default_pins', '[]'),
  ('enforce_schema', 'false'), ('run_self_approval', 'false'), ('upstream_roles', '[]'), ('form_schema', 'null'), ('metadata_schema', 'null'), ('list_schema', 'null')) v (f, v);
-- The upstream set is the one that was given last
select patched('{"upstream_roles": ["engineer", "planner", "engineer"]}');
select is(patched('{"upstream_roles": ["admin", "planner"]}') -> 'upstream_roles', '["admin", "planner"]', 'the upstream set is replaced');

-- Events
select last_seq() as seq \gset
select patched('{"title": "T", "sla_minutes": 5, "upstream_roles": []}');
select is((select row(v.topic, v.subject_type, v.subject_id, v.role, v.actor = who('lead'), v.payload)::text from events_since(:seq) v),
  row('role.updated', 'role', 'reviewer', 'reviewer', true,
    '{"change": "updated", "fields": ["sla_minutes", "title", "upstream_roles"]}'::jsonb)::text, 'the journal names the fields that changed');
select patched('{"title": "T", "sla_minutes": 6}');
select is((select array_agg(v.payload -> 'fields' order by v.seq) from events_since(:seq) v),
  array['["sla_minutes", "title", "upstream_roles"]', '["sla_minutes"]']::jsonb[], 'and not what was named and stayed the same');
select is(patched('{"title": "by chief"}', by => 'chief') -> 'title', '"by chief"', 'a global actor may patch any role');

select * from finish();
rollback;
