-- rowlock.delivery_replay(id, actor): send a delivery that has ended once more.
-- Reads: rowlock.webhook. Writes: rowlock.delivery.
create or replace function rowlock.delivery_replay(
  id    uuid,
  actor uuid default rowlock.actor_current()
)
returns rowlock.delivery
language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_access constant rowlock.access := rowlock._actor_access(actor => actor);
  v_row    rowlock.delivery;
begin
  -- The webhook's lock first, as everybody takes it who begins or ends deliveries.
  perform from rowlock.webhook w
  where w.id = (select d.webhook_id from rowlock.delivery d where d.id = delivery_replay.id)
    and (v_access.is_global or w.owner_id = v_access.actor)
  for no key update;
  if not found then
    perform rowlock._delivery_missing(id => id);
  end if;

  update rowlock.delivery d
  set
    status = 'pending', ended_at = null, attempts = 0, first_attempt_at = null,
    next_at = case when not exists (
      select from rowlock.delivery p
      where p.webhook_id = d.webhook_id and p.subject_type = d.subject_type and p.subject_id = d.subject_id
        and p.status = 'pending') then clock_timestamp() end
  where d.id = delivery_replay.id and d.status <> 'pending'
  returning d.* into v_row;
  if found then
    return v_row;
  end if;
  select d.* into v_row from rowlock.delivery d where d.id = delivery_replay.id;
  if not found then
    perform rowlock._delivery_missing(id => id);
  end if;
  raise exception 'delivery has not ended'
    using errcode = 'PT409', constraint = 'delivery_ended',
          detail = jsonb_build_object('reason', 'pending', 'attempts', v_row.attempts, 'next_at', v_row.next_at)::text,
          hint = 'It is sent by itself; only what was delivered or is dead can be sent once more.';
end;
$$;

comment on function rowlock.delivery_replay is
  'One that was delivered or is dead is sent again under the same webhook-id, and for a day if need be; after those of its subject that are on their way. For the owner of the webhook and global accounts. Raises PT400, PT401, PT403, PT404, PT409.';
revoke all on function rowlock.delivery_replay from public;
select rowlock._function_grant('delivery_replay', 'service', 'user', 'proxy');
