-- rowlock._credential_ref(ref, actor): in whose name a credential is consumed.
create or replace function rowlock._credential_ref(
  ref   text,
  actor uuid
)
returns text
language plpgsql immutable security invoker
set search_path = pg_catalog, pg_temp
as $$
begin
  perform rowlock._argument_text(field => 'ref', value => ref, required => ref is not null);
  -- Or one account could repeat what another consumed in its own name.
  if starts_with(ref, 'account:') then
    perform rowlock._argument_refuse(
      field => 'ref', reason => 'reserved', hint => 'Leave ref out to consume in the name of your account.');
  end if;
  return coalesce(ref, 'account:' || actor::text);
end;
$$;

comment on function rowlock._credential_ref is
  'The ref, or the account that calls when there is none. Raises PT400.';
revoke all on function rowlock._credential_ref from public;
