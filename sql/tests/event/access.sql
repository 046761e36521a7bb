begin;
\ir ../_fixtures.psql
select plan(9);

-- asked(names, prefixes): who of them may still read, by position.
create function asked(names text[], prefixes text[] default null) returns text[] language sql as $$
  select coalesce(array_agg(v.position || ' ' || u.external_id order by v.position), '{}')
  from rowlock.event_access(
    actors => array(select who(n.name) from unnest(asked.names) with ordinality n (name, i) order by n.i),
    key_prefixes => asked.prefixes) v
  join rowlock.user_account u on u.id = v.actor;
$$;

select is(asked('{worker,engineer,worker}'), '{1 worker,2 engineer,3 worker}', 'each viewer has an answer at its position');
select is(asked('{worker,suspended,engineer}'), '{1 worker,3 engineer}', 'who is not active is left out');
select is(asked('{worker,no-such-name}'), '{1 worker}', 'who does not exist is left out');
select is(
  (select row(v.is_global, v.read_all, v.read_self) from rowlock.event_access(actors => array[who('filler')], key_prefixes => null) v),
  (select row(a.is_global, a.read_all, a.read_self) from rowlock.actor_access(actor => who('filler')) a),
  'what a viewer may read is what the actor may read');

-- Keys
select (k).id as key_id, (k).key_prefix as prefix
from rowlock.api_key_mint(user_id => who('robot'), name => 'k', actor => who('chief')) k \gset
select is(asked('{robot,robot,worker}', array[:'prefix', 'none', null]), '{1 robot,3 worker}', 'a viewer with a key needs that key');
select is(asked('{worker}', array[:'prefix']), '{}', 'and needs to be its owner');
update rowlock.api_key set expires_at = clock_timestamp() - interval '1 second' where id = :'key_id';
select is(asked('{robot}', array[:'prefix']), '{}', 'a key that has expired counts no more');
update rowlock.api_key set expires_at = null where id = :'key_id';
select rowlock.api_key_revoke(user_id => who('robot'), key_id => :'key_id', actor => who('chief'));
select is(asked('{robot}', array[:'prefix']), '{}', 'nor does one that was revoked');

select login('tap_user', 'user', who('chief'));
select refused($$select as_login('tap_user', 'select rowlock.event_access(actors => null, key_prefixes => null)')$$, '42501', null, null,
  'only the service asks');

select * from finish();
rollback;
