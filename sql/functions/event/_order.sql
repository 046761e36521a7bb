-- rowlock._event_order(): refuse a number that does not lie above the mark.
create or replace function rowlock._event_order()
returns trigger
language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  raise exception 'journal sequence goes backwards'
    using errcode = 'PT503', constraint = 'event_order',
          detail = jsonb_build_object('reason', 'sequence_changed', 'seq', new.seq)::text,
          hint = 'rowlock.event_seq must keep CACHE 1 and never be set back.';
end;
$$;

comment on function rowlock._event_order is 'Raises PT503: the sequence was set back, or caches numbers.';
revoke all on function rowlock._event_order from public;

select rowlock._trigger_put($t$
create or replace trigger event_20_order before insert on rowlock.event
for each row when (new.seq <= coalesce(nullif(current_setting('rowlock.low_seq', true), ''), '0')::bigint)
execute function rowlock._event_order();
$t$);
