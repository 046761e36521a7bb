-- rowlock.delivery_claim(max_rows, max_each): take deliveries that are due, to send them within a minute.
-- Reads: rowlock.webhook, rowlock.user_account, rowlock.event. Writes: rowlock.delivery.
create or replace function rowlock.delivery_claim(
  max_rows integer default 100,
  max_each integer default 4
)
returns setof rowlock.delivery_claimed
language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
set jit = off
-- Of a webhook that is far behind the first few are read, and not all of them to sort them.
set enable_seqscan = off
set enable_bitmapscan = off
set enable_sort = off
as $$
declare
  v_now     constant timestamptz := clock_timestamp();
  v_left    integer := max_rows;
  v_free    integer;
  v_access  rowlock.access;
  v_event   rowlock.event;
  v_secrets jsonb;
  v_claimed rowlock.delivery_claimed;
  r_webhook record;
  r         rowlock.delivery;
begin
  perform rowlock._argument_range(field => 'max_rows', value => max_rows, low => 1, high => 1000);
  perform rowlock._argument_range(field => 'max_each', value => max_each, low => 1, high => 100);

  -- Whose webhook is locked is served by whoever holds it. Nothing of an account that is not active goes out.
  for r_webhook in
    select w.id, w.owner_id, w.url
    from rowlock.webhook w
    join rowlock.user_account u on u.id = w.owner_id and u.status = 'active'
    cross join lateral (
      select d.next_at from rowlock.delivery d
      where d.webhook_id = w.id and d.status = 'pending' and d.next_at <= v_now
      order by d.next_at
      limit 1) o
    where w.status = 'enabled'
    order by o.next_at, w.id
    for no key update of w skip locked
  loop
    exit when v_left <= 0;
    v_free := least(v_left, max_each - (
      select count(*) from rowlock.delivery d where d.webhook_id = r_webhook.id and d.claimed_until > v_now));
    continue when v_free <= 0;
    v_access := (
      select rowlock._actor_access(actor => u.id, vouched => true)
      from rowlock.user_account u
      where u.id = r_webhook.owner_id and u.status = 'active');
    continue when v_access is null;
    v_secrets := rowlock._webhook_secrets(webhook_id => r_webhook.id, at => v_now);

    for r in
      select d.* from rowlock.delivery d
      where d.webhook_id = r_webhook.id and d.status = 'pending' and d.next_at <= v_now
      order by d.next_at
      limit 100
      for no key update skip locked
    loop
      exit when v_free <= 0;
      -- What the owner may not read any more, or retention removed, ends here.
      select e.* into v_event from rowlock.event e where e.seq = r.seq;
      if not found or rowlock._can_read_event(v_access, v_event.topic, v_event.role, v_event.assigned_to) is not true then
        update rowlock.delivery d
        set
          status = 'dead', ended_at = v_now, next_at = null, claimed_until = null,
          last_status = null, last_error = case when v_event.seq is null then 'purged' else 'not_readable' end
        where d.id = r.id;
        perform rowlock._delivery_next(
          webhook_id => r.webhook_id, subject_type => r.subject_type, subject_id => r.subject_id, at => v_now);
        continue;
      end if;
      update rowlock.delivery d
      set
        attempts = d.attempts + 1, claim_no = d.claim_no + 1,
        claimed_until = v_now + interval '1 minute', next_at = v_now + interval '1 minute',
        first_attempt_at = coalesce(d.first_attempt_at, v_now), attempted_at = v_now
      where d.id = r.id
      returning d.* into r;
      v_claimed := row(r.id, r.claim_no, r.webhook_id, r_webhook.url, rowlock._event_frame(v_event)::text, v_secrets);
      return next v_claimed;
      v_free := v_free - 1;
      v_left := v_left - 1;
    end loop;
  end loop;
end;
$$;

comment on function rowlock.delivery_claim is
  'The deliveries that are due, the longest due webhook first, at most max_each on their way to one webhook at a time; of one subject the next only when the one before has ended. A claim that nobody finishes within a minute lapses, and the delivery is sent again. For the service alone. Raises PT400, PT401, PT403.';
revoke all on function rowlock.delivery_claim from public;
select rowlock._function_grant('delivery_claim', 'service');
