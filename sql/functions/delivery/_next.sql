-- rowlock._delivery_next(webhook_id, subject_type, subject_id, at): one of this subject has ended, so the next one may go.
-- Writes: rowlock.delivery.
create or replace function rowlock._delivery_next(
  webhook_id   uuid,
  subject_type text,
  subject_id   text,
  at           timestamptz
)
returns void
language sql volatile security invoker
set search_path = pg_catalog, pg_temp
as $$
  update rowlock.delivery d
  set next_at = _delivery_next.at
  where d.id = (
    select n.id
    from rowlock.delivery n
    where n.webhook_id = _delivery_next.webhook_id and n.subject_type = _delivery_next.subject_type
      and n.subject_id = _delivery_next.subject_id and n.status = 'pending'
    order by n.seq
    limit 1);
$$;

comment on function rowlock._delivery_next is
  'Under a lock of the webhook, so that nobody adds one meanwhile who takes the ended one for pending.';
revoke all on function rowlock._delivery_next from public;
