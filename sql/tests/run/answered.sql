begin;
\ir ../_fixtures.psql
select plan(4);

-- asks(title): a question of the run of that item; answers its row's id.
create function asks(title text) returns uuid language sql as $$
  select ((rowlock.run_ask(run_id => (run_of(asks.title)).id, attempt => 1, wait_key => 'x', role => 'reviewer', question => '"q"',
    timeout => '1 hour', actor => who('chief'))).escalation).id;
$$;
select run_as('running', n) is not null as ok from unnest(array['open', 'done', 'due', 'read', 'asks nothing']) n \g /dev/null
select run_as('stopped', 'over') is not null, asks('open') is not null, asks('due') is not null \g /dev/null
select rowlock.escalation_cancel(id => asks(n), actor => who('worker')) is not null as ok from unnest(array['done', 'read']) n \g /dev/null
select rowlock.run_answers(run_id => (run_of('read')).id, actor => who('chief')) is not null as ok \gset
update rowlock.escalation e set created_at = now() - interval '2 hours', expires_at = clock_timestamp() - interval '1 hour' where e.run_id = (run_of('due')).id;

-- ready(after): the titles of the runs that have something for who waits behind this number.
create function ready(after integer) returns text[] language sql as $$
  select array_agg(distinct coalesce(w.title, 'gone') order by coalesce(w.title, 'gone'))
  from unnest(array(select r.id from rowlock.run r) || md5('no')::uuid) i (id)
  cross join lateral rowlock.run_answered(ids => array[i.id], afters => array[ready.after]) a (id)
  left join rowlock.run r on r.id = a.id
  left join rowlock.work_item w on w.id = r.work_item_id;
$$;
select is(ready(0), array['done', 'due', 'gone', 'over', 'read'], 'runs that have answers, or are over, or gone');
select is(ready(1), array['done', 'due', 'gone', 'over'], 'what lies behind the cursor is known');
select is_empty($$select rowlock.run_answered(ids => '{}', afters => '{}')$$, 'of nothing, nothing');
select login('tap_user', 'user', who('chief'));
select refused($$select as_login('tap_user', 'select rowlock.run_answered(ids => ''{}'', afters => ''{}'')')$$, '42501', null, null, 'only the service asks without scope');

select * from finish();
rollback;
