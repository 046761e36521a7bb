-- rowlock._work_item_missing(id): refuse a work item that is not there.
create or replace function rowlock._work_item_missing(id uuid)
returns void
language plpgsql stable security invoker
set search_path = pg_catalog, pg_temp
as $$
begin
  raise exception 'work item does not exist'
    using errcode = 'PT404', constraint = 'work_item_exists',
          detail = jsonb_build_object('reason', 'not_found', 'id', id)::text,
          hint = 'List the items of its project to find its id.';
end;
$$;

comment on function rowlock._work_item_missing is 'Raises PT404.';
revoke all on function rowlock._work_item_missing from public;
