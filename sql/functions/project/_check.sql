-- rowlock._project_check(project): refuse values that no project may have.
create or replace function rowlock._project_check(project rowlock.project)
returns void
language plpgsql immutable security invoker
set search_path = pg_catalog, pg_temp
as $$
begin
  perform rowlock._argument_text(field => 'name', value => project.name, required => true);
  perform rowlock._argument_text(field => 'slug', value => project.slug, required => true);
  if project.slug !~ '^[a-z0-9]([a-z0-9-]{0,98}[a-z0-9])?$' then
    perform rowlock._argument_refuse(
      field => 'slug', reason => 'form', hint => 'Up to 100 of a-z, 0-9 and -, with no - at either end.');
  end if;
  if project.description is null then
    perform rowlock._argument_text(field => 'description', value => null, required => true);
  end if;
  perform rowlock._argument_text(field => 'description', value => project.description, max_length => 10000);
end;
$$;

comment on function rowlock._project_check is 'Raises PT400 naming the field.';
revoke all on function rowlock._project_check from public;
