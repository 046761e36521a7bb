-- rowlock.event_ticket_create(key_prefix, ends_at, actor): a ticket that opens one stream within a minute.
-- Writes: rowlock.event_ticket.
create or replace function rowlock.event_ticket_create(
  key_prefix text default null,
  ends_at    timestamptz default null,
  actor      uuid default rowlock.actor_current()
)
returns rowlock.event_ticket_issued
language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_now    constant timestamptz := clock_timestamp();
  v_access constant rowlock.access := rowlock._actor_access(actor => actor);
  -- gen_random_uuid draws 122 bits of a strong source each; three of them fill the digest.
  v_ticket constant text := 'rt_' || encode(sha256(
    uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())), 'hex');
  v_issued rowlock.event_ticket_issued;
begin
  -- More than one call can make, so that the table stays as small as a minute's tickets.
  delete from rowlock.event_ticket t
  where t.ticket_sha256 in (
    select o.ticket_sha256 from rowlock.event_ticket o
    where o.expires_at <= v_now
    order by o.expires_at
    limit 10
    for update skip locked);

  insert into rowlock.event_ticket (ticket_sha256, user_id, key_prefix, ends_at, expires_at)
  values (
    sha256(convert_to(v_ticket, 'UTF8')), v_access.actor, event_ticket_create.key_prefix,
    event_ticket_create.ends_at, v_now + interval '60 seconds');
  v_issued.ticket := v_ticket;
  v_issued.expires_at := v_now + interval '60 seconds';
  return v_issued;
end;
$$;

comment on function rowlock.event_ticket_create is
  'Makes a ticket `rt_<secret>` for one stream and returns it, once; only its sha256 is kept. For the service alone. Raises PT401, PT403.';
revoke all on function rowlock.event_ticket_create from public;
select rowlock._function_grant('event_ticket_create', 'service');
