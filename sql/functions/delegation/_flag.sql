-- rowlock._delegation_flag(): note on the account until when it may stand in for somebody.
-- Writes: rowlock.user_account.
create or replace function rowlock._delegation_flag()
returns trigger
language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  update rowlock.user_account u
  set delegate_until = new.until
  where u.id = new.to_user and (u.delegate_until is null or u.delegate_until < new.until);
  return null;
end;
$$;

comment on function rowlock._delegation_flag is
  'So that no call of anybody else looks for delegations: the row of the account is read anyway. It is never taken back before that time.';
revoke all on function rowlock._delegation_flag from public;

select rowlock._trigger_put($t$
create or replace trigger delegation_20_flag after insert or update on rowlock.delegation
for each row execute function rowlock._delegation_flag();
$t$);
