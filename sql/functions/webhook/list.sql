-- rowlock.webhook_list(owner_id, status, max_rows, skip_rows, actor): webhooks, oldest first.
-- Reads: rowlock.webhook.
create or replace function rowlock.webhook_list(
  owner_id  uuid default null,
  status    text default null,
  max_rows  integer default 50,
  skip_rows integer default 0,
  actor     uuid default rowlock.actor_current()
)
returns rowlock.webhook_page
language plpgsql stable security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_access constant rowlock.access := rowlock._actor_access(actor => actor);
  v_page   rowlock.webhook_page;
begin
  if status not in ('enabled', 'disabled') then
    perform rowlock._argument_refuse(field => 'status', reason => 'unknown', hint => 'enabled or disabled.');
  end if;
  perform rowlock._argument_range(field => 'max_rows', value => max_rows, low => 1, high => 500);
  perform rowlock._argument_range(field => 'skip_rows', value => skip_rows, low => 0, high => 1000000);

  with found as materialized (
    select w as webhook
    from rowlock.webhook w
    where (v_access.is_global or w.owner_id = v_access.actor)
      and (webhook_list.owner_id is null or w.owner_id = webhook_list.owner_id)
      and (webhook_list.status is null or w.status = webhook_list.status)
  )
  select
    (select coalesce(jsonb_agg(rowlock._webhook_record(p.webhook) order by (p.webhook).created_at, (p.webhook).id), '[]')
     from (
       select f.webhook from found f order by (f.webhook).created_at, (f.webhook).id
       limit webhook_list.max_rows offset webhook_list.skip_rows) p),
    (select count(*) from found)
  into v_page;
  return v_page;
end;
$$;

comment on function rowlock.webhook_list is
  'A page of the caller''s webhooks, and how many there are; global accounts see those of everybody. Raises PT400, PT401, PT403.';
revoke all on function rowlock.webhook_list from public;
select rowlock._function_grant('webhook_list', 'service', 'user', 'proxy');
