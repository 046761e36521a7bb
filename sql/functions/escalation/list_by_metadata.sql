-- rowlock.escalation_list_by_metadata(key, value, role, status, …, actor): the rows with this value of a facet.
-- Reads: rowlock.escalation.
create or replace function rowlock.escalation_list_by_metadata(
  key       text,
  value     text,
  role      text default null,
  status    text[] default null,
  max_rows  integer default 50,
  skip_rows integer default 0,
  after     text default null,
  count     text default null,
  actor     uuid default rowlock.actor_current()
)
returns rowlock.escalation_page
language plpgsql stable security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  perform rowlock._actor_access(actor => actor);
  perform rowlock._facet_key_check(field => 'key', key => key);
  return rowlock.escalation_search(
    query => jsonb_build_object(
      'facets', jsonb_build_object(key, rowlock._facet_scalar(field => 'value', value => value)),
      'role', role, 'status', status, 'max_rows', max_rows, 'skip_rows', skip_rows, 'after', after, 'count', count),
    actor => actor);
end;
$$;

comment on function rowlock.escalation_list_by_metadata is
  'A page of the rows whose metadata has this value under the key, by type: 5 and true are a number and a boolean, "5" in quotes is text, as is every other word. Raises PT400, PT401, PT403.
Example: {"key": "region", "value": "north", "max_rows": 10}';
revoke all on function rowlock.escalation_list_by_metadata from public;
select rowlock._function_grant('escalation_list_by_metadata', 'service', 'user', 'proxy');
