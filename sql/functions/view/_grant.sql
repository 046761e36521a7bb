-- rowlock._view_grant(name, but): let readers select a view's columns, all but some.
create or replace function rowlock._view_grant(
  name name,
  but  name[] default '{}'
)
returns void
language plpgsql volatile security invoker
set search_path = pg_catalog, pg_temp
as $$
begin
  if to_regrole('rowlock_reader') is null then
    return;  -- installed without CREATEROLE
  end if;
  -- Dynamic because a GRANT takes no parameters.
  execute (
    select format('grant select (%s) on rowlock.%I to rowlock_reader', string_agg(quote_ident(a.attname), ', '), name)
    from pg_attribute a
    where a.attrelid = format('rowlock.%I', name)::regclass
      and a.attnum > 0 and not a.attisdropped and a.attname <> all (but));
end;
$$;

comment on function rowlock._view_grant is 'Grants SELECT on the columns of a view to the reader role, if there is one.';
revoke all on function rowlock._view_grant from public;
