begin;
\ir ../_fixtures.psql
select plan(13);

create function change(patch jsonb, by text default 'lead', key text default 'clerk') returns text language sql as $$
  select concat_ws(' ', coalesce(p.title, '-'), coalesce(p.description, '-'))
  from rowlock.persona_patch(key => change.key, patch => change.patch, actor => who(change.by)) p;
$$;
select rowlock.persona_create(key => 'clerk', title => 'Clerk', actor => who('chief'));

select is(change('{"description": "At the desk"}'), 'Clerk At the desk', 'a value sets, what is absent is kept');
select is(change('{"title": null}'), '- At the desk', 'null clears');
select is(change('{}'), '- At the desk', 'an empty patch changes nothing');
select refused(format($$select change(%L)$$, p), 'PT400', 'argument_invalid', r, format('%s is refused', p), f)
from (values ('{"key": "x"}', 'unknown', 'key'), ('{"title": 7}', 'not_string', 'title'), ('[]', 'not_object', 'patch'), (null, 'missing', 'patch')) v (p, r, f);
select refused($$select change(jsonb_build_object('title', repeat('x', 201)))$$, 'PT400', 'argument_invalid', 'too_long', 'a long title is refused', 'title');
select refused($$select change('{}', key => 'none')$$, 'PT404', 'persona_exists', 'not_found', 'an unknown persona does not exist');
select refused($$select change('{}', key => null)$$, 'PT400', 'argument_invalid', 'missing', 'no key is refused', 'key');
select refused(format($$select change('{}', %L)$$, n), 'PT403', 'actor_global', 'not_global', format('%s may not', n)) from unnest(array['worker', 'nobody']) n;
select refused($$select change('{}', 'suspended')$$, 'PT401', 'actor_active', 'not_active', 'a suspended account is refused');

select * from finish();
rollback;
