-- rowlock._host_check(name, platform, token_fingerprint): refuse what no host can be.
create or replace function rowlock._host_check(
  name              text,
  platform          text,
  token_fingerprint text
)
returns void
language plpgsql immutable security invoker
set search_path = pg_catalog, pg_temp
as $$
begin
  perform rowlock._argument_text(field => 'name', value => name, required => true);
  perform rowlock._argument_text(field => 'platform', value => platform, required => true);
  if platform not in ('macos', 'linux') then
    perform rowlock._argument_refuse(field => 'platform', reason => 'unknown', hint => 'macos or linux; Windows is not served.');
  end if;
  perform rowlock._argument_text(field => 'token_fingerprint', value => token_fingerprint);
end;
$$;

comment on function rowlock._host_check is 'Raises PT400 naming the field.';
revoke all on function rowlock._host_check from public;
