-- rowlock._user_password_mark(): note when a password is set or cleared.
create or replace function rowlock._user_password_mark()
returns trigger
language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  new.password_at := clock_timestamp();
  return new;
end;
$$;

comment on function rowlock._user_password_mark is 'Whoever writes the hash, the time stands beside it.';
revoke all on function rowlock._user_password_mark from public;

select rowlock._trigger_put($t$
create or replace trigger user_account_30_password before insert on rowlock.user_account
for each row when (new.password_hash is not null) execute function rowlock._user_password_mark();
$t$);
select rowlock._trigger_put($t$
create or replace trigger user_account_40_password before update on rowlock.user_account
for each row when (old.password_hash is distinct from new.password_hash) execute function rowlock._user_password_mark();
$t$);
