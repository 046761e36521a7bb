-- rowlock.event_ticket_redeem(ticket_sha256): use a ticket up; whose is it?
-- Reads: rowlock.user_account, rowlock.api_key. Writes: rowlock.event_ticket.
create or replace function rowlock.event_ticket_redeem(ticket_sha256 bytea)
returns rowlock.event_ticket_owner
language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_now    constant timestamptz := clock_timestamp();
  v_ticket rowlock.event_ticket;
  v_owner  rowlock.event_ticket_owner;
begin
  -- Of two that come with the same ticket one deletes the row, and the other finds none.
  delete from rowlock.event_ticket t
  where t.ticket_sha256 = event_ticket_redeem.ticket_sha256
  returning t.* into v_ticket;

  if v_ticket.expires_at <= v_now or v_ticket.ends_at <= v_now
     or not exists (select from rowlock.event_access(
       actors => array[v_ticket.user_id], key_prefixes => array[v_ticket.key_prefix]))
  then
    raise exception 'ticket is not valid'
      using errcode = 'PT401', constraint = 'event_ticket_valid',
            detail = jsonb_build_object('reason', 'invalid')::text,
            hint = 'It is unknown, used, or older than a minute, or whoever bought it may no longer read. Ask for a new one.';
  end if;
  v_owner.actor := v_ticket.user_id;
  v_owner.key_prefix := v_ticket.key_prefix;
  v_owner.ends_at := v_ticket.ends_at;
  return v_owner;
end;
$$;

comment on function rowlock.event_ticket_redeem is
  'Uses a ticket up and says who bought it; known by the sha256 of the whole ticket. For the service alone. Raises PT401, PT403.';
revoke all on function rowlock.event_ticket_redeem from public;
select rowlock._function_grant('event_ticket_redeem', 'service');
