begin;
\ir ../_fixtures.psql
select plan(23);

select machine('mini') as mini \gset
select machine('mega');
select last_seq() as s \gset
-- patched(patch): what of the host is different afterwards.
create function patched(patch jsonb, by text default 'chief') returns text language plpgsql as $$
declare
  v_old rowlock.host;
  v_new rowlock.host;
begin
  select h.* into v_old from rowlock.host h where h.bot_id is not distinct from who('mini') or h.name = 'mini' limit 1;
  v_new := rowlock.host_patch(id => v_old.id, patch => patch, actor => who(by));
  return (select coalesce(string_agg(n.key, ' ' order by n.key), '-')
    from jsonb_each(to_jsonb(v_new) - 'updated_at') n where n.value is distinct from to_jsonb(v_old) -> n.key);
end;
$$;
select is(patched(p), expected, format('a patch with %s', p)) from (values
  ('{}'::jsonb, '-'),
  ('{"platform": "macos"}', 'platform version'),
  ('{"platform": "macos"}', '-'),
  ('{"token_fingerprint": "sha256:2"}', 'token_fingerprint version'),
  ('{"token_fingerprint": null}', 'token_fingerprint version'),
  ('{"name": "mini-2"}', 'name version'),
  ('{"name": "mini", "platform": "linux"}', 'name platform version')
) v (p, expected);
select is_empty(format('select * from events_since(%s)', :s), 'no event tells of it');
select refused(format('select patched(%L)', p), 'PT400', 'argument_invalid', r, l, f) from (values
  ('{"status": "online"}', 'unknown', 'the status is no member', 'status'),
  ('{"name": null}', 'missing', 'a host has a name', 'name'),
  ('{"name": ""}', 'missing', 'which is not empty', 'name'),
  ('{"platform": "windows"}', 'unknown', 'Windows is refused', 'platform'),
  ('{"platform": 1}', 'not_string', 'a number is refused', 'platform'),
  ('{"bot_id": "mini"}', 'not_uuid', 'a name is no id', 'bot_id'),
  ('{"bot_id": "00000000-0000-4000-8000-000000000000"}', 'unknown', 'nobody is no bot', 'bot_id')
) v (p, r, l, f);
select refused($$select patched('{"name": "mega"}')$$, 'PT409', 'host_name_taken', 'taken', 'a name is given once');
select refused($$select rowlock.host_patch(id => gen_random_uuid(), actor => who('chief'))$$, 'PT404', 'host_exists', 'not_found', 'what is no host is refused');
select refused(format('select patched(''{}'', by => %L)', w), 'PT403', 'actor_global', 'not_global', format('%s patches no host', w))
from unnest(array['mini', 'worker', 'planner', 'lead']) w;

-- A new token, and another bot
select patched('{"token_fingerprint": "sha256:new"}');
select is((rowlock.host_register(name => 'mini', platform => 'linux', token_fingerprint => 'sha256:new', instance_id => instance_of('mini'),
  actor => who('mini'))).outcome, 'recognized', 'a worker registers with the token that an operator wrote down');
select patched(jsonb_build_object('bot_id', who('mega')));
select refused(format('select rowlock.host_heartbeat(host_id => %L, instance_id => instance_of(''mini''), actor => who(''mini''))', :'mini'),
  'PT403', 'host_owner', 'not_own', 'a host that went to another bot is spoken for by that one');

select * from finish();
rollback;
