begin;
\ir ../_fixtures.psql
select plan(20);

-- stop(id, by): the answer's state. again(): a delegation of filler to nobody that holds now.
create function stop(id uuid, by text) returns text language sql as $$
  select (rowlock.delegation_revoke_answer(result => rowlock.delegation_revoke(id => stop.id, actor => who(stop.by)))).body ->> 'state';
$$;

select lend('filler', 'nobody') as id \gset
select last_seq() as seq \gset
select is(stop(:'id', 'filler'), 'revoked', 'who gave it ends it');
select is(
  (select row(d.revoked_by, d.revoked_at > now() - interval '1 minute', d.until > now())::text from rowlock.delegation d where d.id = :'id'),
  row(who('filler'), true, true)::text, 'it stays to be read');
select is(
  (select row(v.topic, v.subject_id, v.role, v.assigned_to, v.actor, v.payload ->> 'cause')::text from events_since(:seq) v),
  row('delegation.revoked', :'id', 'reviewer', who('nobody'), who('filler'), 'giver')::text, 'the event tells who ended it');
select is((rowlock.actor_access(actor => who('nobody'))).read_self, '{}', 'the next call feels it');
select refused(format($$select stop(%L, 'filler')$$, :'id'), 'PT409', 'delegation_over', 'revoked', 'it is ended once');
select is(stop(lend('filler', 'nobody'), n), 'revoked', format('%s may end it', n)) from unnest(array['nobody', 'lead', 'chief_two']) n;
select is((select array_agg(v.payload ->> 'cause' order by v.seq) from events_since(:seq) v), '{giver,delegate,admin,admin}', 'the events say as what');
select refused(format($$select stop(%L, %L)$$, lend('filler', 'nobody', since => '-2 hours', until => '1 hour'), n),
  'PT404', 'delegation_exists', 'not_found', format('%s sees none', n)) from unnest(array['worker', 'engineer']) n;
select is(stop(lend('filler', 'planner', since => '1 hour'), 'filler'), 'revoked', 'one that has not begun is called off');
select refused(format($$select stop(%L, 'filler')$$, lend('filler', 'nobody', until => '-1 second')), 'PT409', 'delegation_over', 'over', 'one that is over stays');
select refused($$select stop(null, 'filler')$$, 'PT400', 'argument_invalid', 'missing', 'an id is required', 'id');
select refused($$select stop(gen_random_uuid(), 'chief')$$, 'PT404', 'delegation_exists', 'not_found', 'an unknown one does not exist');
select refused($$select stop(gen_random_uuid(), 'suspended')$$, 'PT401', 'actor_active', 'not_active', 'a suspended account is refused');

-- What ends with a membership, a persona, an account
delete from rowlock.delegation;
select lend('worker', 'nobody'), lend('worker', 'planner', role => 'engineer'), lend('filler', 'worker');
select last_seq() as seq \gset
select rowlock.membership_revoke(user_id => who('worker'), role => 'reviewer', actor => who('lead'));
select is((select array_agg(concat_ws(' ', v.topic, v.payload ->> 'cause')) from events_since(:seq) v),
  '{membership.changed,"delegation.revoked membership"}', 'what was given in a role ends with the membership, and nothing else');
select rowlock.membership_grant(user_id => who('worker'), role => 'reviewer', actor => who('lead'));
select is((rowlock.actor_access(actor => who('nobody'))).read_all, '{}', 'and does not come back with it');
select rowlock.persona_create(key => 'clerk', actor => who('chief')), rowlock.persona_put_role(key => 'clerk', role => 'planner', actor => who('chief')),
  rowlock.user_persona_grant(user_id => who('own'), key => 'clerk', actor => who('chief'));
select lend('own', 'nobody', role => 'planner') as id \gset
select rowlock.user_persona_revoke(user_id => who('own'), key => 'clerk', actor => who('chief'));
select isnt((select d.revoked_at from rowlock.delegation d where d.id = :'id'), null, 'so with a persona');
select last_seq() as seq \gset
select rowlock.user_delete(id => who('worker'), actor => who('chief'));
select is((select count(*) from events_since(:seq) v where v.topic = 'delegation.revoked' and v.payload ->> 'cause' = 'account'), 2::bigint,
  'what an account gave and has ends with it');

select * from finish();
rollback;
