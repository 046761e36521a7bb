-- rowlock._event_frozen(): the journal is append-only.
create or replace function rowlock._event_frozen()
returns trigger
language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  raise exception 'journal is append-only'
    using errcode = 'PT409', constraint = 'event_append_only',
          detail = jsonb_build_object('reason', 'append_only', 'operation', lower(tg_op))::text,
          hint = 'Events go by rowlock.event_purge alone.';
end;
$$;

comment on function rowlock._event_frozen is 'Raises PT409: events are never changed, and deleted by retention alone.';
revoke all on function rowlock._event_frozen from public;

select rowlock._trigger_put($t$
create or replace trigger event_30_no_update before update or truncate on rowlock.event
for each statement execute function rowlock._event_frozen();
$t$);
-- Retention says that it is retention; everything else that deletes is refused.
select rowlock._trigger_put($t$
create or replace trigger event_40_no_delete before delete on rowlock.event
for each statement when (current_setting('rowlock.retention', true) is distinct from 'on')
execute function rowlock._event_frozen();
$t$);
