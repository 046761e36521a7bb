begin;
\ir ../_fixtures.psql
select plan(11);

create function drop_it(by text default 'chief', key text default 'clerk') returns text language sql as $$
  select concat_ws(' ', (c.persona).key, (c.persona).users, '|', (c.counts).removed, (c.counts).refreshed)
  from rowlock.persona_delete(key => drop_it.key, actor => who(drop_it.by)) c;
$$;
select rowlock.persona_create(key => k, actor => who('chief')) from unnest(array['clerk', 'other']) k;
select rowlock.persona_put_role(key => 'clerk', role => r, actor => who('chief')) from unnest(array['reviewer', 'planner']) r;
select rowlock.persona_put_role(key => 'other', role => 'planner', actor => who('chief'));
select rowlock.user_persona_grant(user_id => who('nobody'), key => k, actor => who('chief')) from unnest(array['clerk', 'other']) k;

select refused($$select drop_it('lead')$$, 'PT403', 'persona_grantable', 'not_admin', 'an admin of one of its roles may not');
select refused($$select drop_it('worker')$$, 'PT403', 'actor_global', 'not_global', 'a worker may not');
select is(drop_it(), 'clerk 1 | 1 1', 'what only it sustained goes, the rest another persona sustains');
select is((select array_agg(m.role) from rowlock.membership m where m.user_id = who('nobody')), '{planner}', 'that is so');
select is_empty($$select from rowlock.persona p where p.key = 'clerk'$$, 'the persona is gone');
select refused($$select drop_it()$$, 'PT404', 'persona_exists', 'not_found', 'it ends once');
select refused($$select drop_it(key => null)$$, 'PT400', 'argument_invalid', 'missing', 'no key is refused', 'key');
select refused($$select drop_it('suspended', 'other')$$, 'PT401', 'actor_active', 'not_active', 'a suspended account is refused');
insert into rowlock.membership (user_id, role, type) values (who('lead'), 'planner', 'admin');
select rowlock.user_persona_grant(user_id => who('chief'), key => 'other', actor => who('chief'));
select refused($$select drop_it('lead', 'other')$$, 'PT403', 'persona_grantable', 'not_admin', 'a superadmin''s persona is a superadmin''s business');
select rowlock.user_persona_revoke(user_id => who('chief'), key => 'other', actor => who('chief'));
select is(drop_it('lead', 'other'), 'other 1 | 1 0', 'an admin of all its roles may');
select is((rowlock.persona_delete_answer(result => row(null, row(0, 0, 0, 2))::rowlock.persona_change)).body #>> '{counts,removed}', '2', 'the answer has the counts');

select * from finish();
rollback;
