-- rowlock._metric_webhook(at): what is on its way to webhooks, and for how long it has waited.
-- Reads: rowlock.webhook, rowlock.user_account, rowlock.delivery.
create or replace function rowlock._metric_webhook(at timestamptz)
returns setof rowlock.metric
language sql volatile security invoker
set search_path = pg_catalog, pg_temp
set jit = off
as $$
  select 'webhooks', 'Webhooks, by status.', jsonb_build_object('status', s.name),
    (select count(*) from rowlock.webhook w where w.status = s.name)::double precision
  from unnest(array['enabled', 'disabled']) s (name)
  union all
  -- What was delivered is not counted; the others from an index each, up to a bound.
  select 'deliveries', 'Deliveries that wait to be sent, and those that were given up; counting stops at 100,000.',
    jsonb_build_object('status', d.name), d.value::double precision
  from (values
    ('pending', (select count(*) from (select from rowlock.delivery p where p.status = 'pending' limit 100000) c)),
    ('dead', (
      select coalesce(sum(n.dead), 0) from rowlock.webhook w
      cross join lateral (
        select count(*) as dead from (
          select from rowlock.delivery k where k.webhook_id = w.id and k.status = 'dead' limit 10000) c) n))
  ) d (name, value)
  union all
  select 'deliveries_oldest_seconds', 'For how long the delivery is late that has waited longest for its turn.', '{}',
    coalesce(extract(epoch from _metric_webhook.at - min(o.next_at)), 0)::double precision
  from rowlock.webhook w
  -- What is not sent because of its owner is not late.
  join rowlock.user_account u on u.id = w.owner_id and u.status = 'active'
  cross join lateral (
    select d.next_at from rowlock.delivery d
    where d.webhook_id = w.id and d.status = 'pending' and d.next_at <= _metric_webhook.at
    order by d.next_at
    limit 1) o
  where w.status = 'enabled';
$$;

comment on function rowlock._metric_webhook is 'Samples of webhooks and their deliveries.';
revoke all on function rowlock._metric_webhook from public;
