begin;
\ir ../_fixtures.psql
select plan(9);

create function take(role text, by text default 'chief', key text default 'clerk') returns text language sql as $$
  select concat_ws(' ', jsonb_array_length((c.persona).roles), '|', (c.counts).removed)
  from rowlock.persona_delete_role(key => take.key, role => take.role, actor => who(take.by)) c;
$$;
select rowlock.persona_create(key => 'clerk', actor => who('chief')),
  rowlock.persona_put_role(key => 'clerk', role => 'reviewer', actor => who('chief')), rowlock.persona_put_role(key => 'clerk', role => 'engineer', actor => who('chief'));
select rowlock.user_persona_grant(user_id => who(n), key => 'clerk', actor => who('chief')) from unnest(array['nobody', 'auditor', 'worker']) n;

select refused($$select take('engineer', 'lead')$$, 'PT403', 'persona_grantable', 'not_admin', 'an admin takes the own role only');
select is(take('reviewer', 'lead'), '1 | 2', 'a role is taken from all who have the persona');
select is((select array_agg(concat_ws(' ', u.external_id, m.write_scope) order by u.external_id) from rowlock.membership m join rowlock.user_account u on u.id = m.user_id
  where m.role = 'reviewer' and u.external_id in ('nobody', 'auditor', 'worker')), '{"auditor none","worker all"}', 'direct grants are as they were');
select refused($$select take('reviewer')$$, 'PT404', 'persona_role_exists', 'not_found', 'a role is taken once');
select refused($$select take('engineer', key => 'none')$$, 'PT404', 'persona_exists', 'not_found', 'an unknown persona does not exist');
select refused($$select take('')$$, 'PT400', 'argument_invalid', 'missing', 'no role is refused', 'role');
select refused($$select take('engineer', 'worker')$$, 'PT403', 'actor_global', 'not_global', 'a worker may not');
select refused($$select take('engineer', 'suspended')$$, 'PT401', 'actor_active', 'not_active', 'a suspended account is refused');
select is((rowlock.persona_delete_role_answer(result => rowlock.persona_delete_role(key => 'clerk', role => 'engineer', actor => who('chief')))).body #>> '{counts,removed}', '3', 'the answer has the counts');

select * from finish();
rollback;
