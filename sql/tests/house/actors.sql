-- No public function lets a login speak for another than its own, whatever else it is given.
begin;
\ir ../_fixtures.psql
select plan(11);

select login('tap_user', 'user', who('worker')), login('tap_proxy', 'proxy'), login('tap_stranger'), login('tap_twice', 'user', who('worker')),
  login('tap_service', 'service');
grant rowlock_user to tap_stranger;

-- What the kinds user and proxy may call, each with the actor chief and nothing else.
create table call as
select p.proname as name, coalesce(p.proargnames @> '{actor}', false) as asks,
  format('select count(*) from rowlock.%I(%s)', p.proname, (
    select string_agg(format('%I => %s', p.proargnames[a.i], case
      when p.proargnames[a.i] = 'actor' then quote_literal(who('chief')) || '::uuid' else 'null::' || format_type(a.type, null) end), ', ')
    from unnest(p.proargtypes::oid[]) with ordinality a (type, i))) as statement
from pg_proc p
where p.pronamespace = 'rowlock'::regnamespace and has_function_privilege('rowlock_user', p.oid, 'execute');
select cmp_ok((select count(*) from call c where c.asks), '>', 60::bigint, 'nearly all functions ask for an actor');
select set_eq($$ select c.name::text from call c where not c.asks $$, array['actor_current', 'form_errors', 'schema_errors', 'schema_problems', 'topic_matches'],
  'those that do not, tell nothing of anybody');

-- ending_of(login, statement): state and code that the statement ends with for that login.
create function ending_of(login name, statement text) returns text language plpgsql as $$
declare
  v_code text;
begin
  perform as_login(login, statement);
  return 'done';
exception when others then
  get stacked diagnostics v_code = constraint_name;
  return sqlstate || ' ' || v_code;
end;
$$;
create function others_than(login name, ending text) returns setof text language sql as $$
  select format('%s: %s', c.name, e.ending)
  from call c, lateral (select ending_of(others_than.login, c.statement) as ending) e
  where c.asks and e.ending <> others_than.ending;
$$;

select is_empty($$select others_than('tap_user', 'PT403 actor_own')$$, 'a user login names nobody else in any function');
select set_config('rowlock.actor', who('chief')::text, true);
select is_empty($$select others_than('tap_user', 'PT403 actor_own')$$, 'nor with the setting');
select is_empty($$select others_than('tap_stranger', 'PT401 login_registered')$$, 'an unregistered login is refused by every function');
select set_config('rowlock.actor', who('lead')::text, true);
select is_empty($$select others_than('tap_proxy', 'PT403 actor_own')$$, 'a proxy names nobody but whom the setting names in any function');
select set_config('rowlock.actor', '', true);
select is_empty($$select others_than('tap_proxy', 'PT403 actor_own')$$, 'nor anybody without a setting');

-- An account that is not active
create function chief_is(status text) returns void language sql as $$
  update rowlock.user_account u set status = chief_is.status where u.external_id = 'chief';
$$;
select chief_is('suspended');
select is_empty($$select others_than('tap_service', 'PT401 actor_active')$$, 'for an account that is suspended a service is refused by every function');
select chief_is('inactive');
select is_empty($$select others_than('tap_service', 'PT401 actor_active')$$, 'so for one that is inactive');

-- A login that is taken back, or whose account ends
select rowlock.login_revoke(db_role => 'tap_twice');
grant rowlock_user to tap_twice;
select is_empty($$select others_than('tap_twice', 'PT401 login_registered')$$, 'a login that was taken back is refused by every function, whatever it was granted');
delete from rowlock.user_account u where u.external_id = 'worker';
select is_empty($$select others_than('tap_user', 'PT401 login_registered')$$, 'so is one whose account was deleted');

select * from finish();
rollback;
