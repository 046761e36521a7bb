-- rowlock._doctor_webhook(): are deliveries sent, and do they arrive?
-- Reads: rowlock.webhook, rowlock.user_account, rowlock.delivery.
create or replace function rowlock._doctor_webhook()
returns setof rowlock.doctor_check
language sql volatile security invoker
set search_path = pg_catalog, pg_temp
as $$
  with clock as materialized (
    select clock_timestamp() as at
  ),
  hook as materialized (
    select w.id, w.status, u.status = 'active' as is_sent, (
        select count(*) from (
          select from rowlock.delivery d
          where d.webhook_id = w.id and d.status = 'dead' and d.ended_at > k.at - interval '1 day'
          limit 10000) c) as dead, (
        select min(d.next_at) from rowlock.delivery d where d.webhook_id = w.id and d.status = 'pending') as next_at
    from clock k, rowlock.webhook w join rowlock.user_account u on u.id = w.owner_id
  ),
  found as (
    select 'webhooks' as name, case when sum(h.dead) > 0 then 'warn' else 'ok' end as state,
      format('%s enabled, %s disabled', count(*) filter (where h.status = 'enabled'), count(*) filter (where h.status = 'disabled'))
        || coalesce('; given up in the last day: ' || string_agg(format('%s of %s', h.dead, h.id), ', ' order by h.id) filter (where h.dead > 0), '')
        as detail,
      'GET /api/webhooks/{id}/deliveries?status=dead says why; mend the address, then replay them.' as hint
    from hook h
    union all
    select 'deliveries',
      case when min(h.next_at) < clock_timestamp() - interval '5 minutes' then 'warn' else 'ok' end,
      coalesce('the next is due at ' || date_trunc('second', min(h.next_at)), 'none waits'),
      'Late: no service sends (ROWLOCK_WEBHOOKS), or its addresses take too long. A service sends as soon as one runs.'
    from hook h
    where h.status = 'enabled' and h.is_sent
  )
  select f.name, f.state, f.detail, case when f.state <> 'ok' then f.hint end from found f;
$$;

comment on function rowlock._doctor_webhook is 'Checks of webhooks: what was given up, and whether somebody sends.';
revoke all on function rowlock._doctor_webhook from public;
