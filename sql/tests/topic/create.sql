begin;
\ir ../_fixtures.psql
select plan(23);

create function made(topic text, schema jsonb default null, example jsonb default null, tags text[] default '{}', by text default 'chief', description text default 'd')
returns rowlock.topic_catalog language sql as $$
  select t from rowlock.topic_create(topic => made.topic, description => made.description, payload_schema => made.schema, example => made.example, tags => made.tags, actor => who(made.by)) t;
$$;
select is((select row(t.category, t.source, t.learned, t.created_by, t.tags, t.first_used_at) from made('app.parcel.packed', '{"type": "object"}', '{"parcel": 7}', '{a}') t),
  row('app'::text, 'topic_publish'::text, false, who('chief'), '{a}'::text[], null::timestamptz), 'a topic of one''s own');
select is((rowlock.topic_create_answer(result => made('app.b'))).status, 201, 'HTTP answers 201');
select refused($$select made('app.b')$$, 'PT409', 'topic_taken', 'taken', 'a name is taken once');
select refused(format('select made(%L)', n), 'PT400', 'argument_invalid', r, coalesce(left(n, 20), 'nothing') || ' is no name', 'topic')
from (values (null, 'missing'), ('app', 'not_own'), ('escalation.mine', 'not_own'), ('app.', 'not_own'), ('app.A', 'not_own'), ('app.a..b', 'not_own'), ('app.*', 'not_own'),
  ('app.' || repeat('a', 200), 'too_long'), ('app' || repeat('.a', 11), 'not_own')) v (n, r);
select refused($$select made('app.c', schema => '{"type": 7}')$$, 'PT400', 'argument_invalid', 'schema_problems', 'what is no schema is refused', 'payload_schema');
select refused($$select made('app.c', example => '7')$$, 'PT400', 'argument_invalid', 'not_object', 'so is what is no payload', 'example');
select refused($$select made('app.c', tags => array_fill('t'::text, array[101]))$$, 'PT400', 'argument_invalid', 'too_many', 'or too many tags', 'tags');
select refused($$select made('app.c', tags => '{""}')$$, 'PT400', 'argument_invalid', 'not_tag', 'or an empty one', 'tags');
select refused($$select made('app.c', tags => '{{a,b}}')$$, 'PT400', 'argument_invalid', 'not_tag', 'or lists of tags', 'tags');
select refused($$select made('app.c', description => repeat('d', 10001))$$, 'PT400', 'argument_invalid', 'too_long', 'or a long story', 'description');
select refused(format($$select made('app.c', by => %L)$$, n), 'PT403', 'actor_global', 'not_global', n || ' makes none') from unnest('{lead,worker}'::text[]) n;
select refused($$select made('app.c', by => 'suspended')$$, 'PT401', 'actor_active', 'not_active', 'a suspended account is refused');
insert into rowlock.topic_catalog (topic, description, category, source) select 'app.n' || n, '', 'app', 'topic_publish' from generate_series(1, 998) n;
select refused($$select made('app.c')$$, 'PT409', 'topic_count', 'too_many', 'a thousand are enough');
select is_empty($$select from rowlock.event v where v.subject_type = 'topic'$$, 'the journal tells of no topic');

select * from finish();
rollback;
