begin;
\ir ../_fixtures.psql
select plan(12);

create function prefer(patch jsonb, by text default 'watcher') returns jsonb language sql as $$
  select rowlock.user_patch_preferences(patch => prefer.patch, actor => who(prefer.by));
$$;

select is(prefer('{"theme": "dark", "inbox": {"order": "age", "size": 50}}'), '{"theme": "dark", "inbox": {"order": "age", "size": 50}}', 'anybody has preferences');
select is(prefer('{"theme": null, "lang": "de"}'), '{"lang": "de", "inbox": {"order": "age", "size": 50}}', 'null removes a key, others stay');
select is(prefer('{"inbox": {"size": 20}}'), '{"lang": "de", "inbox": {"size": 20}}', 'the merge is shallow');
select is(prefer('{"inbox": {"size": null}}'), '{"lang": "de", "inbox": {"size": null}}', 'a null further down is a value');
select is(prefer('{}'), '{"lang": "de", "inbox": {"size": null}}', 'nothing given changes nothing');
select is(prefer('{}', 'worker'), '{}', 'everybody has their own');
select is((rowlock.user_patch_preferences_answer(result => '{"a": 1}')).body, '{"preferences": {"a": 1}}', 'the answer has them all');

select lives_ok($$select prefer(jsonb_build_object('k', repeat('x', 32768 - octet_length('{"k": ""}'))), 'worker')$$, '32 KiB fit');
select refused($$select prefer('{"l": 1}', 'worker')$$, 'PT413', 'preferences_size', 'too_large', 'one more key does not');
select is((select octet_length(u.preferences::text) from rowlock.user_account u where u.external_id = 'worker'), 32768, 'and changes nothing');
select refused($$select prefer('[]')$$, 'PT400', 'argument_invalid', 'not_object', 'a patch is an object', 'patch');
select refused($$select prefer('{}', 'suspended')$$, 'PT401', 'actor_active', 'not_active', 'a suspended account is refused');

select * from finish();
rollback;
