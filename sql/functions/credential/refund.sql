-- rowlock.credential_refund(token, ref, actor): give the last use of a credential back.
-- Reads: rowlock.ephemeral_credential. Writes: rowlock.ephemeral_credential.
create or replace function rowlock.credential_refund(
  token uuid,
  ref   text default null,
  actor uuid default rowlock.actor_current()
)
returns rowlock.credential_info
language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_now    constant timestamptz := clock_timestamp();
  v_access constant rowlock.access := rowlock._actor_access(actor => actor);
  v_ref    constant text := rowlock._credential_ref(ref => ref, actor => v_access.actor);
  v_row    rowlock.ephemeral_credential;
begin
  -- Once for each use, and by who made it: else a bearer could consume without end.
  update rowlock.ephemeral_credential c
  set
    use_count = c.use_count - 1,
    bound_ref = null,
    used_by = null
  where c.token = credential_refund.token
    and c.expires_at > v_now
    and c.used_by = v_access.actor
    and (c.bound_ref is null or c.bound_ref = v_ref)
  returning c.* into v_row;
  if not found then
    if exists (
      select from rowlock.ephemeral_credential c
      where c.token = credential_refund.token and c.expires_at > v_now and (c.bound_ref is null or c.bound_ref = v_ref))
    then
      raise exception 'credential has no use of the actor''s to give back'
        using errcode = 'PT409', constraint = 'credential_unused',
              detail = jsonb_build_object('reason', 'unused')::text,
              hint = 'The last use can be given back once, by who made it.';
    end if;
    perform rowlock._credential_refuse(token => token, ref => v_ref, at => v_now);
  end if;
  return rowlock._credential_info(credential => v_row);
end;
$$;

comment on function rowlock.credential_refund is
  'Takes the last use back, for who made it and could do nothing with it; one that is bound is free again. Raises PT400, PT401, PT403, PT404, PT409.';
revoke all on function rowlock.credential_refund from public;
select rowlock._function_grant('credential_refund', 'service', 'user', 'proxy');
