-- rowlock._doctor_retention(): are the rules of retention kept to, and do consumers of the journal keep up?
-- Reads: rowlock.retention_rule, rowlock.event_consumer, rowlock.event_watermark.
create or replace function rowlock._doctor_retention()
returns setof rowlock.doctor_check
language sql volatile security invoker
set search_path = pg_catalog, pg_temp
as $$
  with found as (
    select 'retention' as name, case when max(r.streak) >= 3 then 'fail' when max(r.streak) > 0 then 'warn' else 'ok' end as state,
      coalesce(string_agg(format('%s failed %s times in a row', r.name, r.streak), '; ' order by r.name) filter (where r.streak > 0),
        format('%s rules, none fails', count(*))) as detail,
      'rowlock.retention_run says why; it is tried again, with ever longer pauses.' as hint
    from rowlock.retention_rule r
    where r.enabled
    union all
    select 'journal consumers', case when bool_or(c.missed or c.lapsed) then 'warn' else 'ok' end,
      coalesce(string_agg(format('%s: %s', c.name, case when c.missed then 'missed events' when c.lapsed then 'not heard of for too long'
        else 'keeps up' end), '; ' order by c.name), 'none declared'),
      'Retention does not wait for them any more: let them read on, or delete them (event_consumer_delete).'
    from (
      select c.name, c.seq < w.purged_through as missed,
        coalesce(c.heard_at <= clock_timestamp() - c.max_lag, false) as lapsed
      from rowlock.event_consumer c, rowlock.event_watermark w
    ) c
  )

  select f.name, f.state, f.detail, case when f.state <> 'ok' then f.hint end from found f;
$$;

comment on function rowlock._doctor_retention is 'Checks of the rules of retention, and of consumers of the journal.';
revoke all on function rowlock._doctor_retention from public;
