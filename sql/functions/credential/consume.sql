-- rowlock.credential_consume(token, ref, actor): spend one use of a credential and get its ciphertext.
-- Reads: rowlock.ephemeral_credential. Writes: rowlock.ephemeral_credential.
create or replace function rowlock.credential_consume(
  token uuid,
  ref   text default null,
  actor uuid default rowlock.actor_current()
)
returns rowlock.credential_consumed
language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_now    constant timestamptz := clock_timestamp();
  v_access constant rowlock.access := rowlock._actor_access(actor => actor);
  v_ref    constant text := rowlock._credential_ref(ref => ref, actor => v_access.actor);
  v_row    rowlock.ephemeral_credential;
begin
  -- One guarded statement decides; of many who come for the last use, one gets it.
  update rowlock.ephemeral_credential c
  set
    use_count = c.use_count + case when c.bound_ref is null then 1 else 0 end,
    bound_ref = case when c.bind_on_use then v_ref end,
    used_by = case when c.bound_ref is null then v_access.actor else c.used_by end
  where c.token = credential_consume.token
    and c.expires_at > v_now
    and case
      when c.bound_ref is not null then c.bound_ref = v_ref
      else c.max_uses = 0 or c.use_count < c.max_uses
    end
  returning c.* into v_row;
  if not found then
    perform rowlock._credential_refuse(token => token, ref => v_ref, at => v_now);
  end if;
  return row(
    v_row.token, v_row.label, v_row.key_id, v_row.value,
    case when v_row.max_uses > 0 then v_row.max_uses - v_row.use_count end,
    v_row.expires_at)::rowlock.credential_consumed;
end;
$$;

comment on function rowlock.credential_consume is
  'Counts one use and returns the ciphertext. One that binds belongs to the ref of its first use from then on, or without a ref to the account: repeats by the same are free, others are refused. Raises PT400, PT401, PT403, PT404, PT409.';
revoke all on function rowlock.credential_consume from public;
select rowlock._function_grant('credential_consume', 'service', 'user', 'proxy');
