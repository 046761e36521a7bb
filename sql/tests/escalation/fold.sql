begin;
\ir ../_fixtures.psql
\ir ../analytics/_rows.psql
select plan(34);

-- counted: by looking at each row. told: by the tally and what the journal has since.
create view counted as
select e.role, e.type, count(*) as open from only rowlock.escalation e where e.status = 'pending' group by e.role, e.type;
create view told as select o.* from rowlock._escalation_open_counts(roles => null) o;
-- tallied(): is the tally what figures begin with?
create function tallied() returns boolean language sql as $$
  select f.through is not null and not exists (select from rowlock.escalation_fold_doubt) from rowlock.escalation_fold f;
$$;
create function fold(min_rows integer default 0, anew boolean default false) returns integer language sql as $$
  select rowlock.escalation_fold(min_rows => fold.min_rows, anew => fold.anew);
$$;

select is(tallied(), false, 'at first there is no tally');
select setseed(0.3);
select sown(300, 60);
select ask('free'), ask('held'), ask('due'), ask('other', role => 'engineer', type => 'repair');
select hold('held', 'worker'), due('due');
select set_eq('table told', 'table counted', 'and rows are counted');
select is(fold(min_rows => 10000), 0, 'of a small queue');
select is(tallied(), false, 'none is made');
select set_eq('table told', 'table counted', 'nor missed');
select is(fold(anew => true), 0, 'of a larger one it is made of the rows');
select ok(tallied(), 'and used from then on');
select set_eq('table told', 'table counted', 'it says what they say');
select is((select sum(c.open) from rowlock.escalation_fold_count c) < (select sum(c.open) from counted c), true,
  'and has none of those whose event lies above its number: they are added each time');

-- Each verb, with the tally as it stands: its event tells what it did.
create function stays(what text) returns text language sql as $$
  select set_eq('table told', 'table counted', stays.what);
$$;
select ask('asked', type => 'new'), ask('called off'), ask('passed on'), ask('swept'), ask('answered');
select stays('what was created is in');
select rowlock.escalation_claim(id => esc('asked'), actor => who('worker')),
  rowlock.escalation_release(id => esc('asked'), actor => who('worker'));
select stays('claims and releases change nothing');
select rowlock.escalation_resolve(id => esc('answered'), resolver_payload => '{}', actor => who('worker'));
select rowlock.escalation_cancel(id => esc('called off'), actor => who('worker'));
select stays('what ended is out');
select rowlock.escalation_escalate(id => esc('passed on'), target_role => 'engineer', actor => who('chief'));
select stays('what was passed on is in the other role');
select rowlock.escalation_bulk_escalate(ids => ids('free', 'held'), target_role => 'engineer', actor => who('chief'));
select rowlock.escalation_bulk_assign(ids => ids('passed on'), assignee => 'engineer', actor => who('chief'));
select stays('many at once too, and another person is no other role');
select rowlock.escalation_expire();
select stays('what is due counts until the sweep has stamped it');
select rowlock.escalation_import(source => 'log', rows => '[
  {"origin_id": "o", "key": "1", "type": "milled", "role": "mill", "resource": "ann", "created_at": "2020-01-01T00:00:00Z", "claimed_at": "2020-01-02T00:00:00Z", "resolved_at": "2020-01-03T00:00:00Z"},
  {"origin_id": "o", "key": "2", "type": "milled", "role": "mill", "created_at": "2020-01-01T00:00:00Z"}]', actor => who('chief'));
select stays('of imported steps the open ones are in');
select rowlock.escalation_archive(older_than => '1 day', actor => who('chief'));
select stays('the history changes nothing, though it has the types of what ended');
select ok(tallied(), 'through all of it the tally was in use');
select is(
  (select count(*) from rowlock._escalation_open_counts(roles => '{engineer,nowhere}') o where o.role <> 'engineer'), 0::bigint,
  'who asks for roles is told of those');

-- What the journal does not tell.
savepoint untouched;
update rowlock.escalation set status = 'cancelled', ended_at = clock_timestamp() where description = 'free';
select is(tallied(), false, 'a row that is changed by hand puts the tally in doubt');
select stays('and rows are counted');
rollback to untouched;
select ok(tallied(), 'what is taken back leaves no doubt');
update rowlock.escalation set expires_at = clock_timestamp(), priority = 3 where description = 'held';
select ok(tallied(), 'nor does what changes neither role, type nor status');
delete from rowlock.escalation where description = 'free';
select is(tallied(), false, 'a row that is deleted by hand does');
update rowlock.escalation set role = 'planner' where description = 'held';
select is((select count(*) from rowlock.escalation_fold_doubt), 1::bigint, 'once in a transaction');
update rowlock.escalation_fold set took = '1 hour';
select fold();
select is(tallied(), false, 'a large queue is not counted all the time');
update rowlock.escalation_fold set took = '0', counted_at = counted_at - interval '1 second';
select fold();
select ok(tallied(), 'but then');
select stays('and the tally is right again');
select rowlock.event_restore();
select is(tallied(), false, 'a restore puts it in doubt');
select fold(anew => true);
update rowlock.event_watermark set purged_through = (select through + 1 from rowlock.escalation_fold);
delete from rowlock.escalation_fold_count;
select stays('a tally whose events were purged is not used');

select login('tap_service', 'service'), login('tap_user', 'user', who('worker'));
select lives_ok($$select as_login('tap_service', 'select rowlock.escalation_fold()')$$, 'the service folds');
select refused($$select as_login('tap_user', 'select rowlock.escalation_fold()')$$, '42501', null, null, 'users do not');
select refused(format('select rowlock.escalation_fold(max_rows => %s)', n), 'PT400', 'argument_invalid', 'out_of_range',
  format('max_rows of %s is refused', n), 'max_rows') from unnest(array[0, 1000001]) n;

select * from finish();
rollback;
