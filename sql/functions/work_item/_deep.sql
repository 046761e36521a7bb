-- rowlock._work_item_deep(parent_id, levels): refuse a tree that would be deeper than a path may be.
create or replace function rowlock._work_item_deep(
  parent_id uuid,
  levels    integer
)
returns void
language plpgsql stable security invoker
set search_path = pg_catalog, pg_temp
as $$
begin
  if levels > 100 then
    raise exception 'tree would be too deep'
      using errcode = 'PT422', constraint = 'work_item_depth',
            detail = jsonb_build_object('reason', 'too_deep', 'parent_id', parent_id, 'levels', levels, 'max', 100)::text,
            hint = 'A tree has at most 100 levels: choose a parent that is higher up.';
  end if;
end;
$$;

comment on function rowlock._work_item_deep is 'Raises PT422 when there would be more than 100 levels.';
revoke all on function rowlock._work_item_deep from public;
