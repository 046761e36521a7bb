begin;
\ir ../_fixtures.psql
select plan(9);

select hook('mine', 'worker') as mine \gset
select is((rowlock.webhook_get(id => :'mine', actor => who(n))).description, 'mine', format('%s sees it', n)) from unnest(array['worker', 'chief', 'chief_two']) n;
select refused(format($$select rowlock.webhook_get(id => %L, actor => who(%L))$$, :'mine', n), 'PT404', 'webhook_exists', 'not_found', format('to %s it is not there', n))
from unnest(array['worker_two', 'lead']) n;
select refused($$select rowlock.webhook_get(id => md5('no')::uuid, actor => who('chief'))$$, 'PT404', 'webhook_exists', 'not_found', 'an unknown one is refused');
select refused($$select rowlock.webhook_get(id => null, actor => who('chief'))$$, 'PT400', 'argument_invalid', 'missing', 'none is refused', 'id');
select refused(format($$select rowlock.webhook_get(id => %L, actor => who('suspended'))$$, :'mine'), 'PT401', 'actor_active', 'not_active', 'a suspended account is refused');
select is((rowlock.webhook_get_answer(result => hook_of('mine'))).body - '{id,created_at,updated_at}'::text[], jsonb_build_object(
  'owner_id', who('worker'), 'url', 'https://example.org/', 'topics', array['escalation.*'], 'description', 'mine', 'status', 'enabled', 'version', 1,
  'old_secret_until', null, 'pending', 0, 'dead', 0), 'the record says how it is');

select * from finish();
rollback;
