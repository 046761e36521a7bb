begin;
\ir ../_fixtures.psql
select plan(30);

select last_seq() as s \gset
select box(name => 'mini');
create temp table first as
select b.* from rowlock.host_register(
  name => 'mini', platform => 'macos', token_fingerprint => 'sha256:1', instance_id => instance_of('mini'), actor => who('mini')) b;
select is(f.host, host_of('mini'), 'the host that is answered is the one that is kept') from first f;
select is(f.created, true, 'a new name makes a host') from first f;
select is(f.outcome, 'pinned', 'the first instance is pinned') from first f;
select is((h.status, h.bot_id, h.instance_id, h.version, h.platform, h.token_fingerprint)::text,
  ('online', who('mini'), instance_of('mini'), 1, 'macos', 'sha256:1')::text, 'it is online, its bot''s, at version 1')
from host_of('mini') h;
select results_eq(format('select e.topic, e.version, e.subject_id from events_since(%s) e', :s),
  $$select 'worker.registered', 1, (host_of('mini')).id::text$$, 'one event tells of it');
select is((rowlock.host_register(name => 'mini', platform => 'macos', instance_id => instance_of('mini'), actor => who('mini'))).created,
  false, 'the same name again is the same host');
select is((host_of('mini')).token_fingerprint, 'sha256:1', 'a registration without fingerprint leaves the one that is kept');
select is((select count(*) from events_since(:s)), 2::bigint, 'each registration is told');
select is((select count(*) from rowlock.host), 1::bigint, 'there is one host');
select is((rowlock.host_register(name => 'bare', platform => 'linux', actor => box(name => 'bare'))).outcome, 'alive',
  'a worker that names no instance is served');
select is(((host_of('bare')).status, (host_of('bare')).instance_id)::text, ('online', null::uuid)::text, 'with nobody pinned');

-- What is refused
select refused(format('select rowlock.host_register(name => %L, platform => %L, token_fingerprint => %L, actor => who(''mini''))', n, p, t),
  'PT400', 'argument_invalid', r, l, f)
from (values
  (null, 'linux', null, 'missing', 'no name is refused', 'name'),
  ('', 'linux', null, 'missing', 'an empty name is refused', 'name'),
  (repeat('n', 201), 'linux', null, 'too_long', 'a long name is refused', 'name'),
  ('other', null, null, 'missing', 'no platform is refused', 'platform'),
  ('other', 'windows', null, 'unknown', 'Windows is refused', 'platform'),
  ('mini', 'windows', null, 'unknown', 'also for a name that is known', 'platform'),
  ('other', 'linux', repeat('f', 201), 'too_long', 'a long fingerprint is refused', 'token_fingerprint')
) v (n, p, t, r, l, f);
select refused($$select rowlock.host_register(name => 'mini', platform => 'macos', token_fingerprint => 'sha256:2', actor => who('mini'))$$,
  'PT409', 'host_fingerprint', 'other_fingerprint', 'another token for a known name is refused');
select is((host_of('mini')).version, 2, 'and nothing is written then');

-- Who may bring a new name
select refused(format('select rowlock.host_register(name => ''new'', platform => ''linux'', actor => who(%L))', w),
  'PT403', 'host_registrar', r, format('%s brings no new host', w))
from (values ('robot', 'no_host_key'), ('worker', 'not_bot'), ('planner', 'not_bot'), ('lead', 'not_bot')) v (w, r);
update rowlock.api_key set expires_at = clock_timestamp() where user_id = who('bare');
select refused($$select rowlock.host_register(name => 'new', platform => 'linux', actor => who('bare'))$$,
  'PT403', 'host_registrar', 'no_host_key', 'an expired key is no key');
select refused($$select rowlock.host_register(name => 'mini', platform => 'linux', actor => who('bare'))$$,
  'PT403', 'host_owner', 'not_own', 'the name of another bot''s host is refused');
select refused($$select rowlock.host_register(name => 'mini', platform => 'linux', actor => who('worker'))$$,
  'PT403', 'host_owner', 'not_own', 'for a person too');
select is((((rowlock.host_register(name => 'desk', platform => 'linux', actor => who('chief'))).host).bot_id), null,
  'a global person''s host is no bot''s');

-- A host that an operator made
insert into rowlock.host (name, platform, token_fingerprint, created_at, updated_at) values ('made', 'linux', 'sha256:3', now(), now());
select refused($$select rowlock.host_register(name => 'made', platform => 'linux', actor => who('mini'))$$,
  'PT409', 'host_fingerprint', 'other_fingerprint', 'whoever takes it up has to know its token');
select is((((rowlock.host_register(name => 'made', platform => 'linux', token_fingerprint => 'sha256:3', actor => who('mini'))).host).bot_id),
  who('mini'), 'the first bot that registers it has it');

select * from finish();
rollback;
