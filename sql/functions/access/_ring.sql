-- rowlock._access_ring(): tell the services at once that somebody may have lost access.
-- Reads: rowlock.setting.
create or replace function rowlock._access_ring()
returns trigger
language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  -- Off is for two-phase commit, which refuses NOTIFY; services ask every few seconds anyway.
  if exists (select from rowlock.setting s where s.name = 'notify' and s.value <> 'off') then
    perform pg_notify('rowlock', 'access');
  end if;
  return null;
end;
$$;

comment on function rowlock._access_ring is 'Notifies the channel with `access`. A hint: who listens asks event_access.';
revoke all on function rowlock._access_ring from public;

select rowlock._trigger_put($t$
create or replace trigger user_account_10_ring after update on rowlock.user_account
for each row when (old.status is distinct from new.status) execute function rowlock._access_ring();
$t$);
select rowlock._trigger_put($t$
create or replace trigger user_account_20_ring after delete on rowlock.user_account
for each row execute function rowlock._access_ring();
$t$);
select rowlock._trigger_put($t$
create or replace trigger api_key_10_ring after update on rowlock.api_key
for each row when (old.expires_at is distinct from new.expires_at or old.user_id is distinct from new.user_id)
execute function rowlock._access_ring();
$t$);
select rowlock._trigger_put($t$
create or replace trigger api_key_20_ring after delete on rowlock.api_key
for each row execute function rowlock._access_ring();
$t$);
select rowlock._trigger_put($t$
create or replace trigger delegation_10_ring after insert or update or delete on rowlock.delegation
for each statement execute function rowlock._access_ring();
$t$);
