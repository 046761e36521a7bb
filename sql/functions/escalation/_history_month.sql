-- rowlock._escalation_history_month(month): the table of the rows that ended in a month of UTC; made when it is missing.
-- Reads: rowlock.escalation.
create or replace function rowlock._escalation_history_month(month timestamptz)
returns name
language plpgsql volatile security invoker
set search_path = pg_catalog, pg_temp
set timezone = 'UTC'
as $$
declare
  v_table constant name := 'escalation_' || to_char(month, 'YYYY_MM') || case when month < '0001-01-01' then '_bc' else '' end;
  r       record;
begin
  if to_regclass(format('rowlock.%I', v_table)) is not null then
    return v_table;
  end if;
  perform pg_advisory_xact_lock('rowlock.escalation'::regclass::oid::integer, 0);
  -- Asked of the catalog itself: a name that was missing may be remembered as missing.
  if exists (
    select from pg_class c where c.relnamespace = 'rowlock'::regnamespace and c.relname = v_table)
  then
    return v_table;
  end if;

  -- A child, so that whatever reads the table reads it too; by its checks plans leave it out where they can.
  execute format($t$
    create table rowlock.%I (
      constraint %I check (status <> 'pending' and ended_at >= %L and ended_at < %L)
    ) inherits (rowlock.escalation) with (fillfactor = 100)$t$,
    v_table, v_table || '_range', month, month + interval '1 month');
  execute format('comment on table rowlock.%I is %L', v_table, format('Escalations that ended in %s.', to_char(month, 'YYYY-MM')));
  for r in
    select format(p.made, quote_ident(v_table)) as statement
    from (
      -- What has ended is in no queue.
      select i.indexrelid as oid, regexp_replace(pg_get_indexdef(i.indexrelid),
        '^CREATE( UNIQUE)? INDEX .* ON \S+ USING', 'create\1 index on rowlock.%s using') as made
      from pg_index i
      where i.indrelid = 'rowlock.escalation'::regclass
        and coalesce(pg_get_expr(i.indpred, i.indrelid), '') !~ 'pending'
      union all
      select t.oid, regexp_replace(pg_get_triggerdef(t.oid), ' ON \S+ ', ' on rowlock.%s ')
      from pg_trigger t
      where t.tgrelid = 'rowlock.escalation'::regclass and not t.tgisinternal
    ) p
    order by p.oid
  loop
    execute r.statement;
  end loop;
  return v_table;
end;
$$;

comment on function rowlock._escalation_history_month is
  'The name of the table: a child of escalation with its triggers and its indexes, but those of the queue.';
revoke all on function rowlock._escalation_history_month from public;
