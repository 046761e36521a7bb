-- rowlock.delivery_replay_many(webhook_id, since, max_rows, actor): send all that is dead of a webhook once more.
-- Writes: rowlock.delivery.
create or replace function rowlock.delivery_replay_many(
  webhook_id uuid,
  since      timestamptz default null,
  max_rows   integer default 1000,
  actor      uuid default rowlock.actor_current()
)
returns rowlock.delivery_replayed
language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
-- What is dead of the webhook is read in its order, whatever the statistics say.
set enable_seqscan = off
set enable_bitmapscan = off
set enable_sort = off
set jit = off
as $$
declare
  v_access   constant rowlock.access := rowlock._actor_access(actor => actor);
  v_now      timestamptz;
  v_replayed rowlock.delivery_replayed;
begin
  perform rowlock._argument_range(field => 'max_rows', value => max_rows, low => 1, high => 10000);
  perform rowlock._webhook_locked(id => webhook_id, access => v_access);
  v_now := clock_timestamp();

  with dead as materialized (
    select d.id, d.subject_type, d.subject_id, d.seq
    from rowlock.delivery d
    where d.webhook_id = delivery_replay_many.webhook_id and d.status = 'dead'
      and (delivery_replay_many.since is null or d.created_at >= delivery_replay_many.since)
    order by d.seq
    limit delivery_replay_many.max_rows
  ),
  turn as (
    select k.id, row_number() over (partition by k.subject_type, k.subject_id order by k.seq) as turn from dead k
  )
  update rowlock.delivery d
  set
    status = 'pending', ended_at = null, attempts = 0, first_attempt_at = null,
    next_at = case when t.turn = 1 and not exists (
      select from rowlock.delivery p
      where p.webhook_id = d.webhook_id and p.subject_type = d.subject_type and p.subject_id = d.subject_id
        and p.status = 'pending') then v_now end
  from turn t
  where d.id = t.id;
  get diagnostics v_replayed.replayed = row_count;
  v_replayed.more := v_replayed.replayed = max_rows;
  return v_replayed;
end;
$$;

comment on function rowlock.delivery_replay_many is
  'The dead deliveries of a webhook are sent again in the order of their events, up to max_rows of them; since: only those made from then on. Call again while there is more. For the owner of the webhook and global accounts. Raises PT400, PT401, PT403, PT404.
Example: {"since": "2026-03-01T09:00:00Z"}';
revoke all on function rowlock.delivery_replay_many from public;
select rowlock._function_grant('delivery_replay_many', 'service', 'user', 'proxy');
