-- rowlock._delivery_wait(attempts): how long after the attempt of this number the next one comes.
create or replace function rowlock._delivery_wait(attempts integer)
returns interval
language sql volatile security invoker
set search_path = pg_catalog, pg_temp
as $$
  -- Those that failed together are not all sent together again.
  select least(interval '5 seconds' * 2 ^ least(_delivery_wait.attempts - 1, 20), interval '2 hours') * (0.8 + 0.4 * random());
$$;

comment on function rowlock._delivery_wait is 'Five seconds, then twice as long each time, up to two hours; a fifth more or less by chance.';
revoke all on function rowlock._delivery_wait from public;
