-- rowlock._escalation_history_month(month): make the table of the rows that ended in a month of UTC, where it is missing.
-- Writes: rowlock.escalation.
create or replace function rowlock._escalation_history_month(month timestamptz)
returns boolean
language plpgsql volatile security invoker
set search_path = pg_catalog, pg_temp
set standard_conforming_strings = on
set timezone = 'UTC'
as $$
declare
  v_table constant name := rowlock._escalation_history_name(month => month);
  v_wait  constant text := current_setting('lock_timeout');
  v_set   text;
  r       record;
begin
  -- Asked of the catalog itself: a name that was missing may be remembered as missing.
  if exists (
    select from pg_class c where c.relnamespace = 'rowlock'::regnamespace and c.relname = v_table)
  then
    return false;
  end if;
  -- A plan that was made before the table is there would not read it: such plans end first, and others wait.
  -- Whoever asks for a lock behind this one waits as long as this one does.
  -- An autovacuum gives way to who has waited for deadlock_timeout, so this waits a little longer.
  v_set := set_config('lock_timeout', (extract(epoch from current_setting('deadlock_timeout')::interval) * 1000 + 500)::integer::text, true);
  lock table rowlock.escalation in access exclusive mode;
  v_set := set_config('lock_timeout', v_wait, true);

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
  return true;
end;
$$;

comment on function rowlock._escalation_history_month is
  'Whether it was missing: a child of escalation with its triggers and its indexes, but those of the queue. Locks escalation until the commit; lock_not_available half a second after deadlock_timeout.';
revoke all on function rowlock._escalation_history_month from public;
