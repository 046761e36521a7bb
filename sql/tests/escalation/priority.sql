begin;
\ir ../_fixtures.psql
select plan(18);

-- prioritized(by, ids, priority): the outcome of the verb.
create function prioritized(by text, ids uuid[], priority integer default 1) returns text[] language sql as $$
  select bulk(rowlock.escalation_priority(ids => prioritized.ids, priority => prioritized.priority, actor => who(prioritized.by)));
$$;

select ask(n) from unnest(array['calm', 'held', 'done', 'late']) n;
select ask('urgent', priority => 1), hold('held', 'worker'), due('late');
select rowlock.escalation_resolve(id => esc('done'), resolver_payload => '{}', actor => who('lead'));
create temp table before as select last_seq() as seq;

select is(
  prioritized('lead', ids('late', 'urgent', 'calm', 'done', 'nowhere', 'held', 'calm')),
  '{2,"late expired","urgent unchanged","done resolved","unknown not_found"}',
  'pending rows get the priority; the others are named with the reason');
select is((state_of(n)).priority, 1, format('%s is urgent', n)) from unnest(array['calm', 'held']) n;
select is((state_of('held')).assigned_to, who('worker'), 'a claim is left as it is');
select is((state_of('done')).priority, 2, 'a row that has ended keeps its own');
select is((state_of('calm')).version, 2, 'it is a transition');
select is((last_event('calm')).payload, '{"from_priority": 2, "to_priority": 1}', 'the event tells both');
select is((last_event('held')).assigned_to, who('worker'), 'the event concerns the holder');
select is(
  array(select v.topic from events_since((select seq from before)) v), '{escalation.prioritized,escalation.prioritized}',
  'each changed row leaves one event, the others none');
select is(prioritized('lead', ids('calm')), '{0,"calm unchanged"}', 'the same again changes nothing');

-- Who may
select ask('fresh'), ask('code', role => 'engineer');
select refused($$select prioritized('worker', ids('fresh'))$$, 'PT403', 'escalation_bulk', 'not_admin', 'a member may not set priorities');
select refused($$select prioritized('lead', ids('fresh', 'code'))$$, 'PT403', 'escalation_bulk', 'not_admin', 'nor an admin of one role those of another');
select is((state_of('fresh')).priority, 2, 'then nothing changes');
select is(prioritized('chief', ids('fresh', 'code'), 4), '{2}', 'a global caller sets them in every role');
select refused(format($$select prioritized('lead', ids('fresh'), %s)$$, n), 'PT400', 'argument_invalid', 'out_of_range',
  format('a priority of %s is refused', n), 'priority') from unnest(array[0, 5]) n;
select refused($$select prioritized('lead', ids('fresh'), null)$$, 'PT400', 'argument_invalid', 'missing', 'no priority is refused', 'priority');
select refused($$select prioritized('lead', array_fill(esc('calm'), array[1001]))$$, 'PT400', 'argument_invalid', 'too_many', 'more than a thousand ids are refused', 'ids');

select * from finish();
rollback;
