-- rowlock.doctor_list(): look at everything that goes wrong in databases, and say what to do.
-- Reads: rowlock.migration, rowlock.db_principal, rowlock.event, rowlock.event_watermark, rowlock.event_seq, rowlock.setting, rowlock.timer, rowlock.retention_rule, rowlock.event_consumer, rowlock.host, rowlock.run, rowlock.webhook, rowlock.user_account, rowlock.delivery.
create or replace function rowlock.doctor_list()
returns setof rowlock.doctor_check
language sql volatile security definer
set search_path = pg_catalog, pg_temp
set datestyle = 'ISO'
set intervalstyle = 'postgres'
set timezone = 'UTC'
as $$
  select c.* from rowlock._doctor_server() c
  union all
  select c.* from rowlock._doctor_schema() c
  union all
  select c.* from rowlock._doctor_function() c
  union all
  select c.* from rowlock._doctor_grant() c
  union all
  select c.* from rowlock._doctor_login() c
  union all
  select c.* from rowlock._doctor_durability() c
  union all
  select c.* from rowlock._doctor_journal() c
  union all
  select c.* from rowlock._doctor_timer() c
  union all
  select c.* from rowlock._doctor_retention() c
  union all
  select c.* from rowlock._doctor_webhook() c
  union all
  select c.* from rowlock._doctor_host() c
  union all
  select c.* from rowlock._doctor_table() c
  union all
  select c.* from rowlock._doctor_vacuum() c;
$$;

comment on function rowlock.doctor_list is
  'What was looked at, ok, warn or fail, what was found, and what to do. Changes nothing. For the service alone.';
revoke all on function rowlock.doctor_list from public;
select rowlock._function_grant('doctor_list', 'service');
