begin;
\ir ../_fixtures.psql
select plan(22);

-- put(role, relationship, by): roles of the persona and counts afterwards, as text.
create function put(role text, relationship text default 'write-all', by text default 'chief', key text default 'clerk') returns text language sql as $$
  select concat_ws(' ',
    (select string_agg(concat_ws(':', r ->> 'role', r ->> 'relationship'), ' ') from jsonb_array_elements((c.persona).roles) r),
    '|', (c.counts).granted, (c.counts).refreshed, (c.counts).raised, (c.counts).removed)
  from rowlock.persona_put_role(key => put.key, role => put.role, relationship => put.relationship, actor => who(put.by)) c;
$$;
select rowlock.persona_create(key => 'clerk', actor => who('chief'));

select is(put('reviewer', 'read-all'), 'reviewer:read-all | 0 0 0 0', 'a persona gets a role');
select rowlock.user_persona_grant(user_id => who(n), key => 'clerk', actor => who('chief')) from unnest(array['nobody', 'engineer']) n;
select is(put('engineer', 'write-self'), 'engineer:write-self reviewer:read-all | 1 0 0 0', 'whoever has it is in the role at once, or was already');
select is(put('reviewer', 'write-all'), 'engineer:write-self reviewer:write-all | 0 0 2 0', 'the relationship is changed for all of them');
select is(put('reviewer', 'write-all'), 'engineer:write-self reviewer:write-all | 0 0 0 0', 'the same again changes nothing');
select is((rowlock.actor_access(actor => who('nobody'))).write_all, '{reviewer}', 'access follows');
select is((rowlock.persona_put_role_answer(result => rowlock.persona_put_role(key => 'clerk', role => 'planner', actor => who('chief')))).body #> '{counts}',
  '{"granted": 2, "refreshed": 0, "raised": 0, "removed": 0}', 'the answer has the counts');

select refused(format($$select put(%L, %L, key => %L)$$, r, l, k), s, c, why, format('%L, %L, %L: %s', k, r, l, why), f)
from (values
  ('clerk', '', 'write-all', 'PT400', 'argument_invalid', 'missing', 'role'), ('clerk', 'nowhere', 'write-all', 'PT400', 'argument_invalid', 'unknown_role', 'role'),
  ('clerk', 'reviewer', 'owner', 'PT400', 'argument_invalid', 'unknown', 'relationship'), ('clerk', 'reviewer', null, 'PT400', 'argument_invalid', 'unknown', 'relationship'),
  ('none', 'reviewer', 'write-all', 'PT404', 'persona_exists', 'not_found', null), (null, 'reviewer', 'write-all', 'PT400', 'argument_invalid', 'missing', 'key')
) v (k, r, l, s, c, why, f);
select refused(format($$select put('reviewer', by => %L)$$, n), 'PT403', 'actor_global', 'not_global', format('%s may not', n)) from unnest(array['worker', 'nobody']) n;
select is(put('reviewer', 'write-self', 'lead'), 'engineer:write-self planner:write-all reviewer:write-self | 0 2 0 0', 'an admin of the role may');
select refused($$select put('engineer', 'write-all', 'lead')$$, 'PT403', 'persona_grantable', 'not_admin', 'of another role not');
select refused($$select put('engineer', 'write-all', 'chief_two')$$, 'PT403', 'persona_grantable', 'not_admin', 'global access alone grants nothing');
select is(put('admin', 'read-all', 'chief_two') ~ 'admin:read-all', true, 'an admin of the role admin may put that role');
select rowlock.user_persona_grant(user_id => who('chief'), key => 'clerk', actor => who('chief'));
select refused($$select put('reviewer', 'write-all', 'lead')$$, 'PT403', 'persona_grantable', 'not_admin', 'once a superadmin has it, only a superadmin');
select is(put('reviewer', 'write-all', 'chief') ~ 'reviewer:write-all', true, 'may');
select refused($$select put('reviewer', by => 'suspended')$$, 'PT401', 'actor_active', 'not_active', 'a suspended account is refused');
select is((select count(*) from rowlock.membership m where m.user_id = who('nobody') and m.type <> 'member'), 0::bigint, 'a persona makes members, never admins');

select * from finish();
rollback;
