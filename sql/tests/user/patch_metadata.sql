begin;
\ir ../_fixtures.psql
select plan(19);

-- edit(assign, remove, rename): the metadata afterwards.
create function edit(assign jsonb default '{}', remove text[] default '{}', rename jsonb default '{}', by text default 'chief', name text default 'worker')
returns jsonb language sql as $$
  select (rowlock.user_patch_metadata(
    id => who(edit.name), assign => edit.assign, remove => edit.remove, rename => edit.rename, actor => who(edit.by))).metadata;
$$;
update rowlock.user_account set metadata = '{"a": 1, "b": 2, "c": null}' where external_id = 'worker';

select is(edit('{"d": 4}', '{b}', '{"a": "e"}'), '{"c": null, "d": 4, "e": 1}', 'keys are assigned, removed and renamed in one call');
select is(edit('{"c": {"deep": true}}'), '{"c": {"deep": true}, "d": 4, "e": 1}', 'a value replaces the whole value');
select is(edit('{"d": null}'), '{"c": {"deep": true}, "d": null, "e": 1}', 'null is a value');
select is(edit(remove => '{none}', rename => '{"none_two": "x"}'), '{"c": {"deep": true}, "d": null, "e": 1}', 'keys that are not there are passed over');
select is(edit(rename => '{"e": "c"}'), '{"c": 1, "d": null}', 'a key that takes another''s name takes its place');
select is(edit(null, null, null), '{"c": 1, "d": null}', 'nothing given changes nothing');
select is(edit(remove => '{c,d}'), '{}', 'all may go');

select refused(format($$select edit(%L, %L, %L)$$, s, r, n), 'PT400', 'argument_invalid', 'repeated', format('%s, %s, %s touch a key twice', s, r, n), 'a')
from (values ('{"a": 1}', '{a}', '{}'), ('{}', '{a}', '{"a": "b"}'), ('{"a": 1}', '{}', '{"b": "a"}'), ('{}', '{}', '{"b": "a", "c": "a"}')) a (s, r, n);
select refused($$select edit('[]')$$, 'PT400', 'argument_invalid', 'not_object', 'assign is an object', 'assign');
select refused($$select edit(remove => array_fill('a'::text, array[1001]))$$, 'PT400', 'argument_invalid', 'too_many', 'at most 1000 keys go at once', 'remove');
select refused($$select edit(rename => '{"a": 1}')$$, 'PT400', 'argument_invalid', 'not_string', 'a new name is a string', 'rename');
select refused($$select edit(jsonb_build_object('k', repeat('x', 20000))), edit(jsonb_build_object('l', repeat('x', 20000)))$$,
  'PT400', 'argument_invalid', 'too_large', 'all together stays under 32 KiB', 'metadata');
select refused(format($$select edit(name => %L, by => %L)$$, n, b), s, c, r, l)
from (values
  ('worker', 'worker', 'PT403', 'actor_global', 'not_global', 'one''s own metadata is not one''s to change'),
  ('engineer', 'lead', 'PT403', 'user_owner', 'wider_account', 'an admin of another role may not'),
  ('chief', 'chief_two', 'PT403', 'user_owner', 'wider_account', 'only a superadmin changes a superadmin'),
  ('worker', 'suspended', 'PT401', 'actor_active', 'not_active', 'a suspended account is refused')) a (n, b, s, c, r, l);

select * from finish();
rollback;
