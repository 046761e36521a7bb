begin;
\ir ../_fixtures.psql
select plan(8);

select hook('mine', 'worker', '{app.>,run.*,app.parcel.*}'), hook('off', 'worker', '{*}'), hook('theirs', 'lead', '{>}'), hook('none', 'worker', '{escalation.*}');
select rowlock.webhook_disable(id => (hook_of('off')).id, actor => who('worker'));
create function gets(topic text, by text default 'worker') returns text[] language sql as $$
  select array(select (s ->> 'description') || ' ' || (s ->> 'status') || ' ' || (s ->> 'patterns') from rowlock.topic_subscribers(topic => gets.topic, actor => who(gets.by)) s);
$$;
select is(gets('app.parcel.packed'), array['mine enabled ["app.>", "app.parcel.*"]', 'off disabled ["*"]'], 'by all patterns that fit, whatever the catalog has');
select is(gets('run.started'), array['mine enabled ["run.*"]', 'off disabled ["*"]'], 'or by one');
select is(gets('app.parcel.packed', 'lead'), array['theirs enabled [">"]'], 'each sees the own');
select is(cardinality(gets('escalation.created', 'chief')), 3, 'a global account sees all');
select is(gets('run.started', 'nobody'), '{}'::text[], 'who has none sees none');
select is((rowlock.topic_subscribers_answer(result => '{}')).body, '{"subscribers": []}', 'HTTP answers a list');
select refused($$select gets(null)$$, 'PT400', 'argument_invalid', 'missing', 'none is refused', 'topic');
select refused($$select gets('run.started', 'suspended')$$, 'PT401', 'actor_active', 'not_active', 'a suspended account is refused');

select * from finish();
rollback;
