-- rowlock._membership_check(type, read_scope, write_scope): refuse a profile that is not in the lattice.
create or replace function rowlock._membership_check(
  type        text,
  read_scope  text,
  write_scope text
)
returns void
language plpgsql immutable security invoker
set search_path = pg_catalog, pg_temp
as $$
begin
  if type is null or type not in ('superadmin', 'admin', 'member') then
    perform rowlock._argument_refuse(field => 'type', reason => 'unknown', hint => 'superadmin, admin or member.');
  end if;
  if read_scope is null or read_scope not in ('self', 'all') then
    perform rowlock._argument_refuse(field => 'read_scope', reason => 'unknown', hint => 'self or all.');
  end if;
  if write_scope is null or write_scope not in ('none', 'self', 'all') then
    perform rowlock._argument_refuse(field => 'write_scope', reason => 'unknown', hint => 'none, self or all.');
  end if;
  if write_scope = 'all' and read_scope = 'self' then
    perform rowlock._argument_refuse(
      field => 'write_scope', reason => 'wider_than_read', hint => 'Acting on all rows needs reading all rows.');
  end if;
end;
$$;

comment on function rowlock._membership_check is 'Raises PT400 naming the field.';
revoke all on function rowlock._membership_check from public;
