-- rowlock.delivery_finish(id, claim_no, status, error): what became of an attempt: 2xx is delivered, all else is tried again for a day.
-- Reads: rowlock.webhook. Writes: rowlock.delivery.
create or replace function rowlock.delivery_finish(
  id       uuid,
  claim_no integer,
  status   integer default null,
  error    text default null
)
returns setof rowlock.delivery
language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_now   timestamptz;
  v_wait  interval;
  v_state text;
  v_row   rowlock.delivery;
begin
  perform rowlock._argument_text(field => 'error', value => error);
  -- Shared with others that finish, and against whoever adds deliveries that may have to wait for this one.
  perform from rowlock.webhook w
  where w.id = (select d.webhook_id from rowlock.delivery d where d.id = delivery_finish.id)
  for share;
  v_now := clock_timestamp();
  select d.* into v_row
  from rowlock.delivery d
  where d.id = delivery_finish.id and d.claim_no = delivery_finish.claim_no
    and d.status = 'pending' and d.claimed_until is not null
  for no key update;
  if not found then
    return;
  end if;

  v_wait := rowlock._delivery_wait(attempts => v_row.attempts);
  v_state := case
    when status between 200 and 299 then 'delivered'
    when v_now + v_wait > v_row.first_attempt_at + interval '1 day' then 'dead'
    else 'pending'
  end;
  update rowlock.delivery d
  set
    status = v_state,
    claimed_until = null,
    next_at = case when v_state = 'pending' then v_now + v_wait end,
    ended_at = case when v_state <> 'pending' then v_now end,
    last_status = delivery_finish.status,
    last_error = case when v_state <> 'delivered' then coalesce(delivery_finish.error, 'status') end
  where d.id = delivery_finish.id
  returning d.* into v_row;
  if v_state <> 'pending' then
    perform rowlock._delivery_next(
      webhook_id => v_row.webhook_id, subject_type => v_row.subject_type, subject_id => v_row.subject_id, at => v_now);
  end if;
  return next v_row;
end;
$$;

comment on function rowlock.delivery_finish is
  'The delivery as it is then; no row: somebody else has claimed it since, or it is gone. Without a status there was no answer, and error says why. For the service alone. Raises PT400.';
revoke all on function rowlock.delivery_finish from public;
select rowlock._function_grant('delivery_finish', 'service');
