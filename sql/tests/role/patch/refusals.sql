-- What a patch refuses: everything is judged before anything is written.
begin;
\ir ../../_fixtures.psql
select plan(82);

create function patched(patch jsonb, role text default 'reviewer', by text default 'lead') returns rowlock.role_detail language sql as $$
  select rowlock.role_patch(role => patched.role, patch => patched.patch, actor => who(patched.by));
$$;
select patched('{"title": "before", "form_schema": {}, "upstream_roles": ["planner"]}');
select patched('{"parent_role": "reviewer"}', 'engineer', 'chief'), patched('{"parent_role": "engineer"}', 'planner', 'chief');
create temp table before as select r from rowlock.role_get(role => 'reviewer', actor => who('lead')) r;
select last_seq() as seq \gset

-- Each beside a field that is right, which must not be written either.
select refused(format('select patched(%L)', jsonb_build_object('title', 'after', f, v::jsonb)), 'PT400', 'argument_invalid', reason,
  format('%s: %s', f, left(v, 60)), f)
from (values
  ('nope', '1', 'unknown'), ('role', '"x"', 'unknown'), ('created_at', 'null', 'unknown'), ('updated_at', 'null', 'unknown'), ('', '1', 'unknown'),
  ('current_schema_version', '7', 'unknown'), ('current_list_schema_version', '7', 'unknown'), ('Title', '"x"', 'unknown'),
  ('description', '7', 'not_string'), ('description', '{}', 'not_string'), ('description', to_json(repeat('x', 10001))::text, 'too_long'),
  ('parent_role', '["engineer"]', 'not_string'), ('parent_role', '"reviewer"', 'itself'), ('parent_role', '"nowhere"', 'unknown_role'),
  ('parent_role', '""', 'unknown_role'), ('parent_role', '"engineer"', 'cycle'), ('parent_role', '"planner"', 'cycle'),
  ('priority_facet', '"a b"', 'form'), ('priority_facet', '""', 'form'), ('priority_facet', '"a\n"', 'form'), ('priority_facet', '"é"', 'form'),
  ('priority_facet', to_json(repeat('x', 201))::text, 'too_long'), ('priority_facet', '1', 'not_string'),
  ('form_schema', '"x"', 'not_schema'), ('form_schema', '[]', 'not_schema'), ('form_schema', '1', 'not_schema'),
  ('metadata_schema', '[]', 'not_schema'), ('list_schema', '"{}"', 'not_schema'),
  ('form_schema', jsonb_build_object('a', repeat('x', 262144))::text, 'too_large'), ('list_schema', jsonb_build_object('a', repeat('x', 262144))::text, 'too_large'),
  ('properties', '[]', 'not_object'), ('properties', '1', 'not_object'), ('properties', jsonb_build_object('a', repeat('x', 32768))::text, 'too_large'),
  ('ops_visible', '1', 'not_boolean'), ('ops_visible', '"true"', 'not_boolean'), ('enforce_schema', '{}', 'not_boolean'),
  ('sla_minutes', '-0.1', 'out_of_range'), ('sla_minutes', '"5"', 'not_number'), ('sla_minutes', 'true', 'not_number'), ('sla_minutes', '1e9999', 'out_of_range'),
  ('sla_minutes', '"Infinity"', 'not_number'), ('sla_minutes', '"NaN"', 'not_number'), ('sla_minutes', '1000000000.1', 'out_of_range'),
  ('sla_minutes', '0.' || repeat('1', 50), 'too_precise'), ('target_per_hour', '-1', 'out_of_range'), ('worker_count', '-1', 'out_of_range'),
  ('priority_threshold_minutes', '-1', 'out_of_range'), ('worker_count', '[]', 'not_number'),
  ('upstream_roles', '"planner"', 'not_strings'), ('upstream_roles', '[1]', 'not_strings'), ('upstream_roles', '[["planner"]]', 'not_strings'),
  ('upstream_roles', '[null]', 'not_strings'), ('upstream_roles', '{"a": "planner"}', 'not_strings'), ('upstream_roles', '["reviewer"]', 'itself'),
  ('upstream_roles', '["planner", "nowhere"]', 'unknown_role'), ('upstream_roles', (select jsonb_agg(i::text)::text from generate_series(1, 1001) i), 'too_many'),
  ('default_pins', '{}', 'not_array'), ('default_pins', '"/"', 'not_array'), ('default_pins', '[1]', 'not_a_pin'),
  ('default_pins', '[{"label": "a", "url": "/"}, {"label": "a", "url": "/", "x": 1}]', 'unknown_key'), ('default_pins', '[{"url": "/"}]', 'label'),
  ('default_pins', '[{"label": " ", "url": "/"}]', 'label'), ('default_pins', '[{"label": 1, "url": "/"}]', 'label'), ('default_pins', '[{"label": "a"}]', 'url'),
  ('default_pins', '[{"label": "a", "url": "a"}]', 'url'), ('default_pins', '[{"label": "a", "url": "//evil.example"}]', 'url'),
  ('default_pins', '[{"label": "a", "url": "/\\evil.example"}]', 'url'), ('default_pins', '[{"label": "a", "url": "/\t/evil.example"}]', 'url'),
  ('default_pins', '[{"label": "a", "url": "javascript:alert(1)"}]', 'url'), ('default_pins', '[{"label": "a", "url": "/", "badge": 1}]', 'badge'),
  ('default_pins', (select jsonb_agg('{"label": "a", "url": "/"}'::jsonb)::text from generate_series(1, 101)), 'too_many')
) v (f, v, reason);
select refused(format('select patched(%L)', p), 'PT400', 'argument_invalid', reason, format('a patch that is %s is refused', coalesce(p, 'null')), 'patch')
from (values ('[]', 'not_object'), ('1', 'not_object'), ('null', 'not_object'), (null, 'missing')) v (p, reason);
select refused($$select rowlock.role_patch(role => 'reviewer', patch => '{"title": "after"}', change_summary => repeat('x', 10001), actor => who('lead'))$$,
  'PT400', 'argument_invalid', 'too_long', 'a summary that is too long is refused', 'change_summary');
select refused($$select patched('{"title": "after"}', 'nowhere', 'chief')$$, 'PT404', 'role_exists', 'not_found', 'a role that is not there is refused');
select refused(format($$select patched('{"title": "after"}', 'reviewer', %L)$$, n), 'PT403', 'role_admin', 'not_admin', format('%s may not patch it', n))
from unnest(array['worker', 'engineer']) n;
select refused($$select patched('{"title": "after"}', 'engineer')$$, 'PT403', 'role_admin', 'not_admin', 'an admin may not patch another role');

select is(rowlock.role_get(role => 'reviewer', actor => who('lead')), (select b.r from before b), 'nothing of all that was written');
select is((select count(*) from events_since(:seq)), 0::bigint, 'nor journaled');

select * from finish();
rollback;
