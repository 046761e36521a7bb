-- rowlock._doctor_function(): are the functions those that the last install left?
-- Reads: rowlock.setting.
create or replace function rowlock._doctor_function()
returns setof rowlock.doctor_check
language sql volatile security invoker
set search_path = pg_catalog, pg_temp
as $$
  with sealed as materialized (
    select d.key as name, d.value ->> 0 as digest
    from rowlock.setting s, jsonb_each(s.value::jsonb) d
    where s.name = 'functions'
  ),
  actual as materialized (
    select d.key as name, d.value ->> 0 as digest from jsonb_each(rowlock._function_digests()) d
  ),
  differing as materialized (
    select coalesce(s.name, a.name) as name,
      case when a.name is null then 'is gone' when s.name is null then 'is not of rowlock' else 'was changed' end as what
    from sealed s full join actual a on a.name = s.name
    where s.digest is distinct from a.digest
  ),
  found as (
    select 'functions' as name,
      case
        when not exists (select from sealed) then 'warn'
        when bool_or(d.what <> 'is not of rowlock') then 'fail'
        when count(*) > 0 then 'warn'
        else 'ok'
      end as state,
      case
        when not exists (select from sealed) then 'what the install left is not written down'
        when count(*) = 0 then format('%s, as installed', (select count(*) from actual))
        else (select string_agg(format('%s %s', f.name, f.what), ', ' order by f.name)
          from (select i.name, i.what from differing i order by i.name limit 10) f)
          || case when count(*) > 10 then format(', and %s more', count(*) - 10) else '' end
      end as detail,
      'Install again: every file is the truth. What is not of rowlock belongs into another schema.' as hint
    from differing d
  )
  select f.name, f.state, f.detail, case when f.state <> 'ok' then f.hint end from found f;
$$;

comment on function rowlock._doctor_function is 'Checks the functions against what the install left.';
revoke all on function rowlock._doctor_function from public;
