-- When a patch adds a version, and what the snapshot holds.
begin;
\ir ../../_fixtures.psql
select plan(17);

create function patched(patch jsonb, summary text default null) returns text language sql as $$
  select row((r.role).current_schema_version, (r.role).current_list_schema_version)::text
  from rowlock.role_patch(role => 'planner', patch => patched.patch, change_summary => summary, actor => who('chief')) r;
$$;
create function snapshots() returns text[] language sql as $$
  select array_agg(concat_ws('|', s.version, coalesce(s.form_schema::text, '-'), coalesce(s.metadata_schema::text, '-'), s.change_summary) order by s.version)
  from rowlock.role_schema s where s.role = 'planner';
$$;

select last_seq() as seq \gset
select is(patched('{"title": "x"}'), '(,)', 'a patch without a schema adds no version');
select is(patched('{"form_schema": null, "list_schema": null}'), '(,)', 'nor does clearing what never was');
select is(patched('{"form_schema": {"a": 1}}', 'first'), '(1,)', 'the first schema is version 1');
select is(patched('{"form_schema": {"a": 1.0}}', 'again'), '(1,)', 'the same schema adds none');
select is(patched('{"metadata_schema": true}', 'meta'), '(2,)', 'the other of the pair adds the next');
select is(patched('{"form_schema": {"a": 2}, "metadata_schema": false}'), '(3,)', 'both at once add one');
select is(patched('{"form_schema": {"a": 2}, "metadata_schema": {"b": 1}}'), '(4,)', 'one changed and one named add one');
select is(patched('{"form_schema": null}', 'cleared'), '(5,)', 'clearing adds one');
select is(snapshots(), array['1|{"a": 1}|-|first', '2|{"a": 1}|true|meta', '3|{"a": 2}|false', '4|{"a": 2}|{"b": 1}', '5|-|{"b": 1}|cleared'],
  'each snapshot is the pair as it was after the change');
select is(patched('{"list_schema": {"columns": []}}', 'list'), '(5,1)', 'the list schema counts by itself');
select is(patched('{"list_schema": {"columns": [1]}, "metadata_schema": {"b": 2}}'), '(6,2)', 'and beside the pair');
select is((select array_agg(concat_ws('|', s.version, s.list_schema, s.change_summary) order by s.version) from rowlock.role_list_schema s),
  array['1|{"columns": []}|list', '2|{"columns": [1]}'], 'its snapshots are its own');
select is((select array_agg(distinct s.created_by) from rowlock.role_schema s), array[who('chief')], 'a snapshot says who made it');
select is((select array_agg((v.payload - array['change', 'fields'])::text order by v.seq) from events_since(:seq) v), array[
  '{}', '{"change_summary": "first", "schema_version": 1}', '{"change_summary": "meta", "schema_version": 2}', '{"schema_version": 3}', '{"schema_version": 4}',
  '{"change_summary": "cleared", "schema_version": 5}', '{"change_summary": "list", "list_schema_version": 1}', '{"schema_version": 6, "list_schema_version": 2}'],
  'the journal tells of each version');
select is((select array_agg(v.payload ? 'form_schema') from events_since(:seq) v), array_fill(false, array[8]), 'and not of what is in it');
select refused('update rowlock.role_schema set change_summary = null', 'PT409', 'role_schema_frozen', 'frozen', 'no snapshot is changed');
select refused('update rowlock.role_list_schema set list_schema = null', 'PT409', 'role_schema_frozen', 'frozen', 'of neither kind');

select * from finish();
rollback;
