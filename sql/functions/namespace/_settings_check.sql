-- rowlock._namespace_settings_check(settings): refuse what a tenant cannot have of its own.
create or replace function rowlock._namespace_settings_check(settings jsonb)
returns void
language plpgsql immutable security invoker
set search_path = pg_catalog, pg_temp
as $$
begin
  perform rowlock._argument_object(field => 'settings', value => settings, max_bytes => 32768, required => true);
  perform rowlock._argument_members(patch => settings, kinds => jsonb_build_object(
    'cors_origins', 'string', 'oidc_audience', 'string', 'oidc_claim', 'string', 'oidc_issuer', 'string', 'oidc_jwks', 'string',
    'oidc_roles', 'string', 'oidc_roles_claim', 'string', 'pool_size', 'integer', 'timers', 'boolean', 'webhooks', 'boolean'));
  if settings ? 'pool_size' then
    perform rowlock._argument_range(field => 'pool_size', value => (settings -> 'pool_size')::bigint, low => 1, high => 500);
  end if;
  if settings ? 'oidc_issuer' and not settings ?& array['oidc_audience', 'oidc_jwks'] then
    perform rowlock._argument_refuse(
      field => 'settings', reason => 'oidc', hint => 'oidc_issuer needs oidc_audience and oidc_jwks beside it.');
  end if;
  -- Files are the operator's, and not of whoever may write here.
  if settings ->> 'oidc_jwks' !~ '^https://[^/]' then
    perform rowlock._argument_refuse(field => 'oidc_jwks', reason => 'form', hint => 'Give an https address.');
  end if;
end;
$$;

comment on function rowlock._namespace_settings_check is
  'Raises PT400 unless it is an object of settings that a tenant may have of its own.';
revoke all on function rowlock._namespace_settings_check from public;
