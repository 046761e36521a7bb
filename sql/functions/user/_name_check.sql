-- rowlock._user_name_check(external_id): refuse a name that looks like another one's.
create or replace function rowlock._user_name_check(external_id text)
returns void
language plpgsql stable security invoker
set search_path = pg_catalog, pg_temp
set standard_conforming_strings = on
as $$
begin
  perform rowlock._argument_text(field => 'external_id', value => external_id, required => true);
  -- Spaces around it, control characters, and those that take no room or turn the direction.
  if external_id ~ '^\s|\s$|[[:cntrl:]]|[\u00ad\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]' then
    perform rowlock._argument_refuse(
      field => 'external_id', reason => 'invisible', hint => 'Leave out spaces around it and characters that cannot be seen.');
  end if;
end;
$$;

comment on function rowlock._user_name_check is 'Raises PT400.';
revoke all on function rowlock._user_name_check from public;
