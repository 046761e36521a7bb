-- What a delegation allows, on every way to a row, and what it leaves in the journal.
begin;
\ir ../_fixtures.psql
select plan(92);

-- as_of(name): the scopes of an account. named(name): verb and on whose behalf, of the last event of a row.
create function as_of(name text) returns text language sql as $$
  select format('read %s %s write %s %s', a.read_all, a.read_self, a.write_all, a.write_self)
  from rowlock.actor_access(actor => who(as_of.name)) a;
$$;
create function named(name text) returns text language sql as $$
  select concat_ws(' ', split_part((last_event(named.name)).topic, '.', 2), a.external_id, o.external_id)
  from (select) x
  left join rowlock.user_account a on a.id = (last_event(named.name)).actor
  left join rowlock.user_account o on o.id::text = (last_event(named.name)).payload ->> 'on_behalf_of';
$$;
-- alone(giver, delegate, …): this delegation and no other.
create function alone(giver text, delegate text, role text default 'reviewer') returns void language sql as $$
  delete from rowlock.delegation;
  select lend(alone.giver, alone.delegate, role => alone.role);
$$;

create function given_by(giver text) returns text language plpgsql as $$
begin
  perform alone(giver, 'nobody');
  return as_of('nobody');
end;
$$;

-- Scopes: those of a member, in the one role
select is(as_of('nobody'), 'read {} {} write {} {}', 'without a delegation there is nothing');
select is(given_by(g), s, format('%s gives %s', g, s))
from (values ('worker', 'read {reviewer} {} write {reviewer} {}'), ('own', 'read {reviewer} {} write {} {reviewer}'),
  ('filler', 'read {} {reviewer} write {} {reviewer}'), ('auditor', 'read {reviewer} {} write {} {}'),
  ('watcher', 'read {} {reviewer} write {} {}'), ('lead', 'read {reviewer} {} write {reviewer} {}')) a (g, s);
select is((select array[a.admin_of::text, a.is_global::text] from rowlock.actor_access(actor => who('nobody')) a), '{"{}",false}', 'an admin gives no admin type');
select alone('chief', 'nobody', role => 'superadmin');
select is((select array[a.admin_of::text, a.is_global::text] from rowlock.actor_access(actor => who('nobody')) a), '{"{}",false}', 'a superadmin no global access');
select alone('worker', 'watcher');
select is(as_of('watcher'), 'read {reviewer} {} write {reviewer} {}', 'the wider scope of the two counts');
select alone('watcher', 'worker');
select is(as_of('worker'), 'read {reviewer} {} write {reviewer} {}', 'and is never narrowed');
select is(((rowlock.actor_access_answer(result => rowlock.actor_access(actor => who('worker')))).body #> '{delegations,0}') - 'until'::text,
  jsonb_build_object('from_user', who('watcher'), 'role', 'reviewer', 'links', 1, 'read_scope', 'self', 'write_scope', 'none'),
  'the answer tells by which delegations one acts');

-- When it counts
delete from rowlock.delegation;
select lend('worker', 'nobody', since => '1 minute'), lend('worker', 'nobody', until => '-1 second');
select is(as_of('nobody'), 'read {} {} write {} {}', 'not before its window, and not after');
select alone('worker', 'nobody');
update rowlock.user_account set status = 'suspended' where id = who('worker');
select is(as_of('nobody'), 'read {} {} write {} {}', 'not while the giver is suspended');
update rowlock.user_account set status = 'active' where id = who('worker');
delete from rowlock.membership where user_id = who('worker');
select is(as_of('nobody'), 'read {} {} write {} {}', 'not when the giver has left the role');
insert into rowlock.membership (user_id, role) values (who('worker'), 'reviewer');

-- Chains
delete from rowlock.delegation;
select lend('filler', 'watcher'), lend('watcher', 'own'), lend('own', 'auditor'), lend('auditor', 'nobody');
select is((select array_agg(u.external_id order by d.n) from rowlock.actor_access(actor => who('auditor')) a,
    jsonb_array_elements(a.delegations) with ordinality d (value, n) join rowlock.user_account u on u.id::text = d.value ->> 'from_user'),
  '{own,watcher,filler}', 'a chain of three links reaches the first');
select is((select array_agg(u.external_id order by d.n) from rowlock.actor_access(actor => who('nobody')) a,
    jsonb_array_elements(a.delegations) with ordinality d (value, n) join rowlock.user_account u on u.id::text = d.value ->> 'from_user'),
  '{auditor,own,watcher}', 'and a fourth link does not');
update rowlock.delegation set until = now() where from_user = who('watcher');
select is((rowlock.actor_access(actor => who('auditor'))).write_for, array['reviewer:' || who('own')], 'each link''s window has to hold');
delete from rowlock.delegation;
select lend('filler', 'worker'), lend('worker', 'nobody', role => 'engineer'), lend('nobody', 'engineer');
select is(as_of('engineer') || as_of('nobody'), 'read {engineer} {} write {engineer} {}read {} {} write {} {}', 'another role is no link, nor is who is not in it');
delete from rowlock.delegation;
select lend('filler', 'own'), lend('own', 'filler');
select is(as_of('filler'), 'read {reviewer} {} write {} {reviewer}', 'a circle that somehow came to be does no harm');

-- Rows assigned to the giver, on each way
select alone('filler', 'nobody');
select happened('escalation.created', role => 'reviewer', assigned_to => who('filler'), subject => 'hers') as seq \gset
select happened('escalation.created', role => 'reviewer', assigned_to => who('own'), subject => 'others');
select is((select array_agg(e.value ->> 'escalation_id') from rowlock.event_since(after => :seq - 1, actor => who('nobody')) p, jsonb_array_elements(p.events) e), '{hers}', 'its events are read');
select ask('hers', assigned_to => who('filler')), ask('others', assigned_to => who('own')), ask('free'), ask('engineers', role => 'engineer', assigned_to => who('filler'));
create function seen(by text) returns text[] language sql as $$
  select array_agg(i.value ->> 'description' order by i.value ->> 'description')
  from rowlock.escalation_search(query => '{}', actor => who(seen.by)) s, jsonb_array_elements(to_jsonb(s) -> 'items') i;
$$;
select is(seen('nobody'), '{hers}', 'the list has the giver''s rows of the role, and no others');
select is((rowlock.escalation_get(id => esc('hers'), actor => who('nobody'))).description, 'hers', 'one is read');
select refused(format($$select rowlock.escalation_get(id => %L, actor => who('nobody'))$$, esc(n)), 'PT404', 'escalation_exists', 'not_found', format('%s is not', n))
from unnest(array['others', 'free', 'engineers']) n;
select is((select count(*) from rowlock.escalation_history(id => esc('hers'), actor => who('nobody'))), 1::bigint, 'so is its history');
select is((rowlock.escalation_types(actor => who('nobody'))).items, '{approval}', 'its type is among the types');

-- Claims of them
select is((select c.is_extension from rowlock.escalation_claim(id => esc('hers'), actor => who('nobody')) c), false, 'a row routed to the giver is claimed');
select is((state_of('hers')).assigned_to, who('nobody'), 'for the delegate');
select is(named('hers'), 'claimed nobody filler', 'the event names both');
select is((rowlock.escalation_claim(id => esc('hers'), actor => who('nobody'))).is_extension, true, 'the delegate prolongs it');
select is(named('hers'), 'extended nobody filler', 'for the giver too');
select rowlock.escalation_resolve(id => esc('hers'), resolver_payload => '{"ok": true}', actor => who('nobody'));
select is(named('hers'), 'resolved nobody filler', 'and answers it');
select ask(n, assigned_to => who('filler')) from unnest(array['next', 'facet', 'direct', 'off', 'held', 'set']) n;
update rowlock.escalation set metadata = '{"k": "facet"}' where description = 'facet';
select hold('held', 'filler');
select refused($$select rowlock.escalation_resolve(id => esc('held'), resolver_payload => '{}', actor => who('nobody'))$$, 'PT409', 'escalation_held', 'held', 'a live claim of the giver stays the giver''s');
select refused($$select rowlock.escalation_claim(id => esc('held'), actor => who('nobody'))$$, 'PT409', 'escalation_held', 'held', 'it is not prolonged by another');
select is((rowlock.escalation_get(id => esc('held'), actor => who('nobody'))).description, 'held', 'but seen');
select is((rowlock.escalation_claim_by_metadata(key => 'k', value => '"facet"', actor => who('nobody'))).is_extension, false, 'claim by metadata finds the giver''s');
select is(named('facet'), 'claimed nobody filler', 'and names both');
select is((select array_agg(c.description) from rowlock.escalation_claim_next(max_rows => 1, actor => who('nobody')) c), '{next}', 'claim next pops the giver''s');
select is(named('next'), 'claimed nobody filler', 'and names both, too');
select is((select array_agg(c.description) from rowlock.escalation_claim_next(roles => '{engineer}', actor => who('nobody')) c), null, 'in that role alone');
select rowlock.escalation_resolve(id => esc('direct'), resolver_payload => '{}', actor => who('nobody'));
select is(named('direct'), 'resolved nobody filler', 'a routed row is answered without a claim');
select rowlock.escalation_cancel(id => esc('off'), actor => who('nobody'));
select is(named('off'), 'cancelled nobody filler', 'or called off');
select rowlock.escalation_resolve_by_ids(ids => ids('set'), resolver_payload => '{}', actor => who('nobody'));
select is(named('set'), 'resolved nobody filler', 'or answered in a set');

-- The whole queue
select alone('worker', 'nobody');
select is((select array_agg(c.description) from rowlock.escalation_claim_next(actor => who('nobody')) c), '{others}', 'a giver of the whole queue gives the whole queue');
select is(named('others'), 'claimed nobody worker', 'in the name of who gave it');
select rowlock.escalation_release(id => esc('others'), actor => who('nobody'));
select is(named('others'), 'released nobody worker', 'a release too');
select rowlock.escalation_escalate(id => esc('free'), target_role => 'engineer', actor => who('nobody'));
select is(named('free'), 'reassigned nobody worker', 'and an escalation');
select is(rowlock.role_can_escalate(source_role => 'reviewer', target_role => 'engineer', actor => who('nobody')), true, 'which is offered');
select (c.escalation).id as id from rowlock.escalation_create(role => 'reviewer', type => 't', description => 'new', actor => who('nobody')) c \gset
select is(named('new'), 'created nobody worker', 'rows are made in that name');
select refused($$select rowlock.escalation_bulk_cancel(ids => ids('new'), actor => who('nobody'))$$, 'PT403', 'escalation_bulk', 'not_admin', 'what needs an admin stays with admins');
select alone('lead', 'worker');
select rowlock.escalation_claim(id => esc('new'), actor => who('worker'));
select is(named('new'), 'claimed worker', 'who could do it anyway acts in the own name');
select ask('routed', assigned_to => who('lead'));
select rowlock.escalation_claim(id => esc('routed'), actor => who('worker'));
select is(named('routed'), 'claimed worker lead', 'unless it is the giver''s row');
select ask('urgent', assigned_to => who('worker')), ask('many', assigned_to => who('worker')), alone('worker', 'lead');
select rowlock.escalation_priority(ids => ids('urgent'), priority => 1, actor => who('lead'));
select is(named('urgent'), 'prioritized lead worker', 'so it is said of a row of the giver in a set');
select rowlock.escalation_bulk_escalate(ids => ids('many'), target_role => 'engineer', actor => who('lead'));
select is(named('many'), 'reassigned lead worker', 'that is passed on, too');
update rowlock.delegation set until = now();
select lend('filler', 'nobody');
select ask('late', assigned_to => who('filler'));
select hold('late', 'nobody');
update rowlock.delegation set until = now();
select refused($$select rowlock.escalation_resolve(id => esc('late'), resolver_payload => '{}', actor => who('nobody'))$$, 'PT404', 'escalation_exists', 'not_found', 'when the window is over, so is the right');

-- Approvals: a person, and who answers for that person, are one
create function poll(name text, needed integer, self boolean default false, by text default 'chief', assigned_to uuid default null)
returns uuid language sql as $$
  select ((rowlock.escalation_create(
    role => 'reviewer', type => 'approval', description => poll.name, approvals_required => poll.needed,
    no_self_approval => poll.self, assigned_to => poll.assigned_to, actor => who(poll.by))).escalation).id;
$$;
create function say_yes(name text, by text) returns text language sql as $$
  select r.status || ' ' || r.approvals
  from rowlock.escalation_resolve(id => esc(say_yes.name), resolver_payload => '{"decision": "yes"}', actor => who(say_yes.by)) r;
$$;
select alone('worker', 'nobody');
select poll('two', 2), poll('other order', 2);
select is(say_yes('two', 'worker'), 'pending 1', 'a person answers');
select is(say_yes('two', 'nobody'), 'pending 1', 'who answers for that person is the same one');
select is(named('two'), 'approved nobody worker', 'which the event tells');
select is((select array_agg(a.value -> 'on_behalf_of' order by a.ordinality)
    from jsonb_array_elements((rowlock.escalation_get_answer(result => rowlock.escalation_get(id => esc('two'), actor => who('chief')))).body -> 'answers')
      with ordinality a), array['null'::jsonb, to_jsonb(who('worker'))], 'and the answers');
select is(say_yes('two', 'lead'), 'resolved 2', 'somebody else is a second one');
select is(array[say_yes('other order', 'nobody'), say_yes('other order', 'worker')], '{"pending 1","pending 1"}', 'whoever of the two is first');
select poll('asked by the giver', 1, true, by => 'worker'), poll('meant for who asks', 1, true, by => 'worker', assigned_to => who('worker'));
select refused($$select say_yes('asked by the giver', 'nobody')$$, 'PT403', 'escalation_self_approval', 'self_approval',
  'what the giver asked is not answered for the giver');
select is(say_yes('asked by the giver', 'worker_two'), 'resolved 0', 'others answer it');
select lend('worker', 'worker_two');
select refused($$select say_yes('meant for who asks', 'worker_two')$$, 'PT403', 'escalation_self_approval', 'self_approval',
  'nor on the giver''s own row by who could answer others');
delete from rowlock.delegation;
select is(say_yes('meant for who asks', 'worker_two'), 'resolved 0', 'which is so while it is delegated');

-- What was claimed for somebody stays that person's, whatever else the delegate may do with own rows
select alone('filler', 'own');
select poll(n, 1, true, by => 'worker', assigned_to => who('filler')), hold(n, 'own') from unnest(array['kept', 'freed', 'hers to ask']) n;
update rowlock.escalation set created_by = who('filler') where description = 'hers to ask';
select is(named('kept'), 'claimed own filler', 'a row of the giver is claimed');
select is(say_yes('kept', 'own') || ' ' || named('kept'), 'resolved 0 resolved own filler', 'and answered for the giver, though the delegate answers own rows');
select refused($$select say_yes('hers to ask', 'own')$$, 'PT403', 'escalation_self_approval', 'self_approval',
  'a claim is no way round what the giver may not answer');
select lapse('freed'), hold('freed', 'own');
select is(named('freed'), 'claimed own filler', 'taken anew once it has lapsed, it still is the giver''s');
select rowlock.escalation_cancel(id => esc('freed'), actor => who('own'));
select is(named('freed'), 'cancelled own filler', 'and called off in that name');
select poll('both', 2, assigned_to => who('filler')), hold('both', 'own');
select is(say_yes('both', 'own') || ' ' || named('both'), 'pending 1 approved own filler', 'one of several answers is the giver''s too');

-- When that is over, nothing is done any more with what was claimed by it; as for who has left a role
select poll(n, 1, assigned_to => who('filler')), hold(n, 'own') from unnest(array['over', 'over too', 'lapsed']) n;
select lapse('lapsed'), ask('routed to own', assigned_to => who('own')), ask('of own', assigned_to => who('own')), hold('of own', 'own');
delete from rowlock.escalation where description in ('both', 'off', 'facet');
update rowlock.escalation set priority = 1, metadata = '{"k": "over"}' where description in ('over', 'lapsed');
update rowlock.delegation set until = now();
update rowlock.user_account set delegate_until = now() where external_id = 'own';
select refused(c, 'PT403', 'escalation_write', 'write_scope', w) from (values
  ($$select say_yes('over', 'own')$$, 'it is not answered'),
  ($$select hold('over', 'own')$$, 'nor held longer'),
  ($$select rowlock.escalation_cancel(id => esc('over'), actor => who('own'))$$, 'nor called off'),
  ($$select hold('lapsed', 'own')$$, 'nor taken anew')) v (c, w);
select refused($$select rowlock.escalation_resolve_by_ids(ids => ids('over too'), resolver_payload => '{}', actor => who('own'))$$, 'PT403', 'escalation_write', 'write_scope', 'nor in a set');
select refused($$select rowlock.escalation_claim_by_metadata(key => 'k', value => '"over"', actor => who('own'))$$, 'PT403', 'escalation_write', 'write_scope', 'nor by a facet');
select is((select array_agg(c.description) from rowlock.escalation_claim_next(max_rows => 1, actor => who('own')) c), '{routed to own}', 'claim next passes over it');
select is(say_yes('of own', 'own') || ' ' || named('of own'), 'resolved 0 resolved own', 'what was one''s own anyway is answered as ever');
select is((rowlock.escalation_get(id => esc('over'), actor => who('own'))).claim_no, 1, 'it is seen until it has lapsed');
update rowlock.delegation set until = now() + interval '1 hour', revoked_at = now();
select refused($$select say_yes('over', 'own')$$, 'PT403', 'escalation_write', 'write_scope', 'nor when it was ended early');
delete from rowlock.delegation;
select lend('worker', 'own');
select is(say_yes('over', 'own') || ' ' || named('over'), 'resolved 0 resolved own worker', 'who may act on every row again does so in that name');
delete from rowlock.delegation;
select lend('filler', 'nobody'), lend('own', 'nobody', since => '-2 hours');
select poll('whose', 1, true, assigned_to => who('filler')), hold('whose', 'nobody');
select is(say_yes('whose', 'nobody') || ' ' || named('whose'), 'resolved 0 resolved nobody filler', 'of two givers it is the one for whom it was claimed');

-- The person's own word goes before that of others
select alone('worker', 'nobody');
select poll('differ', 2);
select say_yes('differ', 'nobody'), rowlock.escalation_resolve(id => esc('differ'), resolver_payload => '{"decision": "no"}', actor => who('worker'));
select is(say_yes('differ', 'worker_two'), 'pending 1', 'a yes for somebody who said no is not counted');
select is((select string_agg(format('%s %s', a.value -> 'decision', a.value -> 'counts'), ', ' order by a.ordinality)
    from jsonb_array_elements((rowlock.escalation_get_answer(result => rowlock.escalation_get(id => esc('differ'), actor => who('chief')))).body -> 'answers')
      with ordinality a), '"yes" false, "no" true, "yes" true', 'which the answers tell');
select is(say_yes('differ', 'lead'), 'resolved 2', 'two others decide');
select poll('left', 2), say_yes('left', 'nobody');
update rowlock.user_account set status = 'suspended' where id = who('worker');
select is(say_yes('left', 'worker_two'), 'pending 1', 'nor is one for somebody who is not active any more');
update rowlock.user_account set status = 'active' where id = who('worker');

-- The plan
select alone('planner', 'nobody', role => 'planner');
select lives_ok($$select rowlock.project_create(name => 'Theirs', slug => 'theirs', actor => who('nobody'))$$, 'who stands in for a planner plans');
select is((select v.payload ->> 'on_behalf_of' from rowlock.event v where v.topic = 'project.created' and v.payload ->> 'slug' = 'theirs'),
  who('planner')::text, 'and the event tells for whom');
select rowlock.work_item_create(project_id => project('theirs'), kind => 'task', title => 'step', actor => who('nobody'));
select rowlock.work_item_transition(id => (item_of('step')).id, to_status => t, actor => who('nobody')) from unnest('{doing,cancelled}'::text[]) t;
select is((select array_agg(v.topic order by v.seq) from rowlock.event v where v.topic ~ '^work_item[.]' and v.payload ->> 'on_behalf_of' = who('planner')::text),
  '{work_item.created,work_item.status_changed,work_item.status_changed}', 'those of its items and of their statuses too');

select * from finish();
rollback;
