-- rowlock.delivery_list(webhook_id, status, after, max_rows, actor): what was sent to a webhook, or is to be, newest first.
-- Reads: rowlock.webhook, rowlock.delivery.
create or replace function rowlock.delivery_list(
  webhook_id uuid,
  status     text default null,
  after      bigint default null,
  max_rows   integer default 50,
  actor      uuid default rowlock.actor_current()
)
returns rowlock.delivery_page
language plpgsql stable security definer
set search_path = pg_catalog, pg_temp
-- Read in the order of the page, whatever the statistics say.
set enable_seqscan = off
set enable_bitmapscan = off
set enable_sort = off
as $$
declare
  v_webhook constant rowlock.webhook := rowlock.webhook_get(id => webhook_id, actor => actor);
  v_page    rowlock.delivery_page;
  v_count   integer;
  v_last    bigint;
begin
  if status not in ('pending', 'delivered', 'dead') then
    perform rowlock._argument_refuse(field => 'status', reason => 'unknown', hint => 'pending, delivered or dead.');
  end if;
  perform rowlock._argument_range(field => 'max_rows', value => max_rows, low => 1, high => 500);
  if after is not null then
    perform rowlock._argument_range(field => 'after', value => after, low => 0, high => 9223372036854775807);
  end if;

  -- Two statements for the two indexes: which one it is has to be known when it is planned.
  with page as materialized (
    (
      select d.id, d.seq from rowlock.delivery d
      where delivery_list.status is null
        and d.webhook_id = v_webhook.id and d.seq < coalesce(delivery_list.after, 9223372036854775807)
      order by d.seq desc
      limit delivery_list.max_rows + 1
    )
    union all
    (
      select d.id, d.seq from rowlock.delivery d
      where d.status = delivery_list.status
        and d.webhook_id = v_webhook.id and d.seq < coalesce(delivery_list.after, 9223372036854775807)
      order by d.seq desc
      limit delivery_list.max_rows + 1
    )
  ),
  shown as (
    select p.id, p.seq from page p order by p.seq desc limit delivery_list.max_rows
  )
  select
    coalesce(jsonb_agg(rowlock._delivery_record(d) order by s.seq desc), '[]'),
    (select count(*) from page), min(s.seq)
  into v_page.items, v_count, v_last
  from shown s
  join rowlock.delivery d on d.id = s.id;
  v_page.next := case when v_count > max_rows then v_last end;
  return v_page;
end;
$$;

comment on function rowlock.delivery_list is
  'A page of the deliveries of a webhook, also those that are dead. For its owner and global accounts. Raises PT400, PT401, PT403, PT404.
Example: {"status": "dead", "max_rows": 10}';
revoke all on function rowlock.delivery_list from public;
select rowlock._function_grant('delivery_list', 'service', 'user', 'proxy');
