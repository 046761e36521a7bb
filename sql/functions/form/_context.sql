-- rowlock._form_context(escalation): what the conditions and bounds of a form may refer to.
create or replace function rowlock._form_context(escalation rowlock.escalation)
returns jsonb
language plpgsql stable security invoker
set search_path = pg_catalog, pg_temp
set timezone = 'UTC'
as $$
begin
  return jsonb_build_object(
    'metadata', escalation.metadata,
    'payload', escalation.escalation_payload,
    'envelope', escalation.envelope,
    'escalation', to_jsonb(escalation) - array['metadata', 'escalation_payload', 'envelope', 'resolver_payload', 'on_timeout']);
end;
$$;

comment on function rowlock._form_context is 'The row by domains: metadata, payload, envelope, and its other columns as escalation.';
revoke all on function rowlock._form_context from public;
