-- rowlock._project_taken(slug): refuse a slug that another project has.
create or replace function rowlock._project_taken(slug text)
returns void
language plpgsql stable security invoker
set search_path = pg_catalog, pg_temp
as $$
begin
  raise exception 'project slug is taken'
    using errcode = 'PT409', constraint = 'project_slug_taken',
          detail = jsonb_build_object('reason', 'taken', 'slug', slug)::text,
          hint = 'Choose another, or use the project that has it.';
end;
$$;

comment on function rowlock._project_taken is 'Raises PT409.';
revoke all on function rowlock._project_taken from public;
