-- The rows with one value of a facet.
begin;
\ir ../_fixtures.psql
select plan(22);

select ask(n) from unnest('{number,text,true,word,null_word,open,quoted}'::text[]) n;
update rowlock.escalation set metadata = v.metadata
from (values ('number', '{"k": 5}'::jsonb), ('text', '{"k": "5"}'), ('true', '{"k": true}'), ('word', '{"k": "north"}'),
  ('null_word', '{"k": "null"}'), ('open', '{"k": "{"}'), ('quoted', '{"k": "\"north\""}')) v (name, metadata)
where id = esc(v.name);

create function found(value text, by text default 'worker') returns text[] language sql as $$
  select array(select i.value ->> 'description' from jsonb_array_elements(
    (rowlock.escalation_list_by_metadata('k', found.value, actor => who(found.by))).items) i);
$$;
select is(found(v), array[n], format('%s finds the row %s', v, n))
from (values ('5', 'number'), ('5.0', 'number'), ('"5"', 'text'), ('true', 'true'), ('north', 'word'), ('"north"', 'word'), ('null', 'null_word'),
  ('{', 'open'), ('"\"north\""', 'quoted')) v (v, n);
select is(found('1e400000'), '{}', 'a number beyond all range is a word');
select is(found(''), '{}', 'the empty text is one');
select is(found('{"a": 1}'), '{}', 'an object is a word');
select is(found('north', 'engineer'), '{}', 'out of scope there is nothing');
select is((rowlock.escalation_list_by_metadata('k', 'north', role => 'engineer', actor => who('chief'))).total, 0::bigint, 'within a role');
select is((rowlock.escalation_list_by_metadata('k', 'north', status => '{resolved}', actor => who('worker'))).total, 0::bigint, 'within a status');

select refused(format('select rowlock.escalation_list_by_metadata(%L, ''v'', actor => who(''worker''))', k), 'PT400', 'argument_invalid', 'not_facet_key',
  format('"%s" is no key', k), 'key') from unnest('{a-b,""}'::text[]) k;
select refused($$select rowlock.escalation_list_by_metadata(null, 'v', actor => who('worker'))$$, 'PT400', 'argument_invalid', 'not_facet_key', 'a key is needed', 'key');
select refused($$select rowlock.escalation_list_by_metadata('k', null, actor => who('worker'))$$, 'PT400', 'argument_invalid', 'missing', 'and a value', 'value');
select refused($$select rowlock.escalation_list_by_metadata('k', 'v', max_rows => 501, actor => who('worker'))$$, 'PT400', 'argument_invalid', 'out_of_range',
  'a page has a size', 'max_rows');
select refused($$select rowlock.escalation_list_by_metadata('a-b', 'v', actor => who('suspended'))$$, 'PT401', 'actor_active', 'not_active', 'a suspended account is refused, before its key is looked at');
select refused($$select rowlock.escalation_list_by_metadata('k', 'v')$$, 'PT401', 'actor_known', 'no_actor', 'no actor is refused');

select * from finish();
rollback;
