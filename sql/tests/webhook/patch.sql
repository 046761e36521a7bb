begin;
\ir ../_fixtures.psql
select plan(18);

select hook('mine', 'worker') as mine \gset
create function patched(patch jsonb, by text default 'worker') returns rowlock.webhook language sql as $$
  select w from rowlock.webhook_patch(id => (select h.id from rowlock.webhook h), patch => patched.patch, actor => who(patched.by)) w;
$$;
select is((select row(w.url, w.topics, w.description, w.version) from patched('{"url": "https://example.org/b"}') w),
  row('https://example.org/b'::text, '{escalation.*}'::text[], 'mine'::text, 2), 'a member sets, what is absent keeps');
select is((patched('{"topics": ["run.*", "task.>"]}')).topics, '{run.*,task.>}'::text[], 'topics are replaced');
select is((patched('{"description": null}')).description, '', 'null empties the description');
select is((patched('{"description": ""}')).version, 4, 'what changes nothing is no version');
select is((patched('{"description": "theirs"}', 'chief')).description, 'theirs', 'a global account patches too');
select refused(format('select patched(%L)', a.patch), 'PT400', 'argument_invalid', a.reason, a.patch || ' is refused', a.field)
from (values
  ('{"url": null}', 'missing', 'url'), ('{"url": 7}', 'not_string', 'url'), ('{"url": "x"}', 'not_url', 'url'), ('{"topics": null}', 'not_strings', 'topics'),
  ('{"topics": "*"}', 'not_strings', 'topics'), ('{"topics": [1]}', 'not_strings', 'topics'), ('{"topics": [["a"]]}', 'not_strings', 'topics'), ('{"topics": []}', 'missing', 'topics'), ('{"topics": ["a..b"]}', 'not_pattern', 'topics'),
  ('{"status": "disabled"}', 'unknown', 'status')
) a (patch, reason, field);
select refused($$select patched('{}', 'lead')$$, 'PT404', 'webhook_exists', 'not_found', 'to somebody else it is not there');
select refused($$select rowlock.webhook_patch(id => md5('no')::uuid, patch => '{}', actor => who('chief'))$$, 'PT404', 'webhook_exists', 'not_found', 'an unknown one is refused');
select refused($$select patched('{}', 'suspended')$$, 'PT401', 'actor_active', 'not_active', 'a suspended account is refused');

select * from finish();
rollback;
