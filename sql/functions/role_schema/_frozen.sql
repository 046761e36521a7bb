-- rowlock._role_schema_frozen(): a version of a schema is never changed.
create or replace function rowlock._role_schema_frozen()
returns trigger
language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  raise exception 'versions of a schema are not changed'
    using errcode = 'PT409', constraint = 'role_schema_frozen',
          detail = jsonb_build_object('reason', 'frozen', 'operation', lower(tg_op))::text,
          hint = 'Patch the role: that adds a version.';
end;
$$;

comment on function rowlock._role_schema_frozen is 'Raises PT409: a snapshot stays as it was made, and goes with its role alone.';
revoke all on function rowlock._role_schema_frozen from public;

select rowlock._trigger_put($t$
create or replace trigger role_schema_10_frozen before update on rowlock.role_schema
for each statement execute function rowlock._role_schema_frozen();
$t$);
select rowlock._trigger_put($t$
create or replace trigger role_list_schema_10_frozen before update on rowlock.role_list_schema
for each statement execute function rowlock._role_schema_frozen();
$t$);
