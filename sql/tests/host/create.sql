begin;
\ir ../_fixtures.psql
select plan(21);

select last_seq() as s \gset
select box(name => 'mini');
select is((h.name, h.platform, h.token_fingerprint, h.bot_id, h.status, h.instance_id, h.last_seen_at, h.version)::text,
  ('one', 'macos', 'sha256:1', who('mini'), 'registered', null::uuid, null::timestamptz, 1)::text, 'a host is registered and was never seen')
from rowlock.host_create(name => 'one', platform => 'macos', token_fingerprint => 'sha256:1', bot_id => who('mini'), actor => who('chief')) h;
select is((rowlock.host_create(name => 'two', platform => 'linux', actor => who('chief_two'))).bot_id, null, 'it needs no bot');
select is_empty(format('select * from events_since(%s)', :s), 'no event tells of it: no worker has come');
select is((rowlock.host_register(name => 'one', platform => 'macos', instance_id => instance_of('one'), actor => who('mini'))).outcome,
  'pinned', 'the bot that was named registers it, and need not tell its token');

select refused($$select rowlock.host_create(name => 'one', platform => 'linux', actor => who('chief'))$$,
  'PT409', 'host_name_taken', 'taken', 'a name is given once');
select refused(format('select rowlock.host_create(name => %L, platform => %L, token_fingerprint => %L, bot_id => %L, actor => who(''chief''))', n, p, t, b),
  'PT400', 'argument_invalid', r, l, f)
from (values
  (null, 'linux', null, null::uuid, 'missing', 'no name is refused', 'name'),
  (repeat('n', 201), 'linux', null, null, 'too_long', 'a long name is refused', 'name'),
  ('three', null, null, null, 'missing', 'no platform is refused', 'platform'),
  ('three', 'windows', null, null, 'unknown', 'Windows is refused', 'platform'),
  ('three', 'Linux', null, null, 'unknown', 'a platform is written as it is', 'platform'),
  ('three', 'linux', repeat('f', 201), null, 'too_long', 'a long fingerprint is refused', 'token_fingerprint'),
  ('three', 'linux', null, who('worker'), 'unknown', 'a person is no bot', 'bot_id'),
  ('three', 'linux', null, gen_random_uuid(), 'unknown', 'nor is nobody', 'bot_id')
) v (n, p, t, b, r, l, f);
select refused(format('select rowlock.host_create(name => ''three'', platform => ''linux'', actor => who(%L))', w),
  'PT403', 'actor_global', 'not_global', format('%s creates no host', w))
from unnest(array['mini', 'robot', 'worker', 'planner', 'lead']) w;

-- What the table itself refuses
select throws_ok($$insert into rowlock.host (name, platform, created_at, updated_at) values ('w', 'windows', now(), now())$$, '23514', null,
  'the table knows no Windows either');
select throws_ok($$update rowlock.host set instance_suspect = true$$, '23514', null, 'a suspect host has a time since when');
select throws_ok($$update rowlock.host set presented_instance_id = instance_of('x')$$, '23514', null,
  'only a suspect host remembers another instance');

select * from finish();
rollback;
