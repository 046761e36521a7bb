-- rowlock._task_list_where(columns): what a list asks of a task, as predicate text.
create or replace function rowlock._task_list_where(columns text[])
returns text
language sql immutable security invoker
set search_path = pg_catalog, pg_temp
as $$
  -- Made of these constants alone; the values stay bound, in $1. One status is an equality, for the index.
  select string_agg(case c.name
    when 'status' then $p$case when jsonb_array_length($1 -> 'status') = 1 then t.status = ($1 #>> '{status,0}')
      else t.status = any (array(select jsonb_array_elements_text($1 -> 'status'))) end$p$
    when 'initiated_by' then $p$t.initiated_by = ($1 ->> 'initiated_by')::uuid$p$
    else format($p$t.%1$I = ($1 ->> %1$L)$p$, c.name)
  end, ' and ')
  from unnest(columns) c (name)
  where c.name is not null;
$$;

comment on function rowlock._task_list_where is 'Predicate text over t with the query in $1; null without columns.';
revoke all on function rowlock._task_list_where from public;
