begin;
\ir ../_fixtures.psql
select plan(32);

select machine('here');
select item('root', 'epic'), item('task', 'task', 'root'), item('sub', 'subtask', 'task'), item('stone', 'milestone');
create function made(title text, provider text default 'claude', cwd text default '/srv', target uuid default null, origin text default null, by text default 'planner')
returns rowlock.run language sql as $$
  select rowlock.run_create(
    work_item_id => (item_of(made.title)).id, provider => made.provider, cwd => made.cwd, target_host_id => made.target,
    origin_id => made.origin, parent_id => 'esc-1', actor => who(made.by));
$$;

create temp table first as select (r).* from made('task', target => (host_of('here')).id) r;
select is((select row(f.status, f.attempt, f.version, f.host_id, f.failure_reason, f.last_progress_seq)::text from first f), '(pending,1,1,,,)', 'a run waits for a host');
select is((select f.session_name from first f), (select 'rowlock-' || left(f.id::text, 8) from first f), 'the first digits of its id name its session');
select ok((select f.pending_since = f.created_at and f.updated_at = f.created_at and f.started_at is null from first f), 'it has waited since it was made');
select is((select f.target_host_id from first f), (host_of('here')).id, 'it remembers whom it is meant for');
select is((select f.origin_id from first f), (item_of('root')).id::text, 'its origin is the root of its item');
select is((select row(f.parent_id, f.created_by = who('planner'))::text from first f), '(esc-1,t)', 'it tells what caused it, and who made it');
select is((made('sub', origin => 'case-7')).origin_id, 'case-7', 'an origin that is named is kept');
select is(
  (select row(e.topic, e.subject_type, e.version, e.origin_id, e.actor = who('planner'))::text from rowlock.event e where e.subject_id = (select f.id::text from first f)),
  format('(run.created,run,1,%s,t)', (item_of('root')).id), 'one event tells of it');
select is(
  (select array_agg(k order by k) from rowlock.event e, jsonb_object_keys(e.payload) k where e.subject_id = (select f.id::text from first f)),
  '{attempt,provider,run_id,status,target_host_id,work_item_id}', 'never where it is to work');
select silent('here');
select is((made('task')).status, 'pending', 'it is accepted while no host could take it');
select is((rowlock.run_create_answer(result => run_of('task'))).status, 201, 'over HTTP it is created');

-- What causes it
create function caused(by_id uuid, by text default 'chief', origin text default null) returns text language sql as $$
  select r.origin_id || case when r.parent_id = caused.by_id::text then '' else ' of another parent' end from rowlock.run_create(
    work_item_id => (item_of('sub')).id, provider => 'claude', cwd => '/srv', parent_id => caused.by_id::text, origin_id => caused.origin, actor => who(caused.by)) r;
$$;
select ask('answered', origin_id => 'order-7') is not null, ask('lonely') is not null \g /dev/null
select is(caused(esc('answered')), 'order-7', 'what an answer starts has its origin');
select is(caused(esc('answered'), origin => 'case-8'), 'case-8', 'unless another is named');
select is(caused(esc('lonely')), (item_of('root')).id::text, 'an answer without one: the root of the item');
select is(caused((select r.id from rowlock.run r where r.origin_id = 'order-7')), 'order-7', 'what a run causes has that one''s');
select is(caused((item_of('task')).id), (item_of('root')).id::text, 'an item may be the cause');
select refused($$select caused(gen_random_uuid())$$, 'PT404', 'escalation_exists', 'not_found', 'an id of nothing is no cause');
select refused($$select caused(esc('answered'), 'planner')$$, 'PT404', 'escalation_exists', 'not_found', 'nor is a row that the caller cannot read');
delete from rowlock.run r where r.work_item_id = (item_of('sub')).id and r.origin_id <> 'case-7';
select refused(format($$select made(%L)$$, t), 'PT422', 'work_item_kind', 'wrong_kind', t || ': of its kind are no runs') from unnest(array['root', 'stone']) t;
select refused($$select made('none')$$, 'PT400', 'argument_invalid', 'missing', 'no item', 'work_item_id');
select refused($$select rowlock.run_create(work_item_id => gen_random_uuid(), provider => 'claude', cwd => '/', actor => who('chief'))$$, 'PT404', 'work_item_exists', 'not_found', 'an item that is none');
select refused($$select made('task', 'copilot')$$, 'PT400', 'argument_invalid', 'unknown', 'an unknown provider', 'provider');
select refused($$select made('task', null)$$, 'PT400', 'argument_invalid', 'missing', 'no provider', 'provider');
select refused($$select made('task', cwd => '')$$, 'PT400', 'argument_invalid', 'missing', 'nowhere to work', 'cwd');
select refused($$select made('task', cwd => repeat('x', 4097))$$, 'PT400', 'argument_invalid', 'too_long', 'a path of more than 4096', 'cwd');
select refused($$select made('task', origin => repeat('x', 201))$$, 'PT400', 'argument_invalid', 'too_long', 'an origin of more than 200', 'origin_id');
select refused($$select made('task', target => gen_random_uuid())$$, 'PT404', 'host_exists', 'not_found', 'a target that is no host');
select refused($$select made('task', by => 'worker')$$, 'PT403', 'actor_planner', 'not_planner', 'who may not write the plan');
select refused($$select made('task', by => 'here')$$, 'PT403', 'actor_planner', 'not_planner', 'the bot of a host');
update rowlock.project set status = 'archived';
select refused($$select made('task')$$, 'PT423', 'project_active', 'project_archived', 'an archived project has no new runs');
select is((select count(*)::integer from rowlock.run), 3, 'what is refused leaves nothing');

select * from finish();
rollback;
