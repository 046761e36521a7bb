begin;
\ir ../_fixtures.psql
select plan(13);

select rowlock.topic_create(topic => 'app.a_b.one', description => 'Parcels', tags => '{x,y}', actor => who('chief')),
  rowlock.topic_create(topic => 'app.two', description => 'letters', tags => '{y}', actor => who('chief'));
create function listed(search text default null, category text default null, tag text default null, pattern text default null, max_rows integer default 100, skip_rows integer default 0, by text default 'nobody')
returns text[] language sql as $$
  select array(select i ->> 'topic' from jsonb_array_elements((rowlock.topic_list(
    search => listed.search, category => listed.category, tag => listed.tag, pattern => listed.pattern, max_rows => listed.max_rows,
    skip_rows => listed.skip_rows, actor => who(listed.by))).items) i);
$$;
select ok(listed() @> '{app.two,escalation.created,run.started}'::text[], 'whoever signed in sees all topics');
select is(listed(category => 'app'), '{app.a_b.one,app.two}'::text[], 'those of a category');
select is(listed(pattern => 'app.*'), '{app.two}'::text[], 'those that a pattern fits');
select is(listed(tag => 'x'), '{app.a_b.one}'::text[], 'those with a tag');
select is(listed('PARCEL'), '{app.a_b.one}'::text[], 'those whose name or description has a text');
select is(listed('a_b'), '{app.a_b.one}'::text[], 'which is no pattern');
select is(listed('a%'), '{}'::text[], 'in no letter');
select is(listed(category => 'app', max_rows => 1, skip_rows => 1), '{app.two}'::text[], 'by pages');
select is((rowlock.topic_list(category => 'app', max_rows => 1, actor => who('nobody'))).total, 2::bigint, 'with how many there are');
select refused($$select listed(pattern => 'a..b')$$, 'PT400', 'argument_invalid', 'not_pattern', 'what is no pattern is refused', 'pattern');
select refused($$select listed(max_rows => 1001)$$, 'PT400', 'argument_invalid', 'out_of_range', 'a page too long is refused', 'max_rows');
select refused($$select listed(search => repeat('s', 201))$$, 'PT400', 'argument_invalid', 'too_long', 'a text too long too', 'search');
select refused($$select listed(by => 'suspended')$$, 'PT401', 'actor_active', 'not_active', 'a suspended account is refused');

select * from finish();
rollback;
