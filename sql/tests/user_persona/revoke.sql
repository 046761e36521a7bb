begin;
\ir ../_fixtures.psql
select plan(9);

create function take(name text, by text default 'chief') returns text language sql as $$
  select concat_ws(' ', (c.persona).users, '|', (c.counts).removed)
  from rowlock.user_persona_revoke(user_id => who(take.name), key => 'clerk', actor => who(take.by)) c;
$$;
select rowlock.persona_create(key => 'clerk', actor => who('chief')), rowlock.persona_put_role(key => 'clerk', role => 'planner', actor => who('chief'));
select rowlock.user_persona_grant(user_id => who(n), key => 'clerk', actor => who('chief')) from unnest(array['nobody', 'worker']) n;

select refused($$select take('nobody', 'lead')$$, 'PT403', 'persona_grantable', 'not_admin', 'an admin of another role may not');
select refused($$select take('nobody', 'worker')$$, 'PT403', 'actor_global', 'not_global', 'a worker may not');
select is(take('nobody'), '1 | 1', 'a persona is taken, and what it sustained');
select is((rowlock.actor_access(actor => who('nobody'))).read_all, '{}', 'the next call feels it');
select is((rowlock.actor_access(actor => who('worker'))).read_all @> '{planner}', true, 'others keep it');
select refused($$select take('nobody')$$, 'PT404', 'user_persona_exists', 'not_found', 'it is taken once');
select refused($$select rowlock.user_persona_revoke(user_id => who('worker'), key => 'none', actor => who('chief'))$$,
  'PT404', 'persona_exists', 'not_found', 'an unknown persona does not exist');
select refused($$select rowlock.user_persona_revoke(user_id => null, key => 'clerk', actor => who('chief'))$$,
  'PT400', 'argument_invalid', 'missing', 'no account is refused', 'user_id');
select refused($$select take('worker', 'suspended')$$, 'PT401', 'actor_active', 'not_active', 'a suspended account is refused');

select * from finish();
rollback;
