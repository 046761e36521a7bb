begin;
\ir ../_fixtures.psql
select plan(8);

select hook('mine', 'worker') as mine, hook('theirs', 'lead') as theirs, hook('robots', 'robot') as robots \gset
select happened('escalation.created', 'reviewer', subject => 'a'), rowlock.delivery_enqueue();
select refused(format($$select rowlock.webhook_delete(id => %L, actor => who('lead'))$$, :'mine'), 'PT404', 'webhook_exists', 'not_found', 'to somebody else it is not there');
select is((rowlock.webhook_delete(id => :'mine', actor => who('worker'))).description, 'mine', 'the owner deletes it');
select is((select count(*) from rowlock.delivery d), 2::bigint, 'its deliveries go with it');
select is((select count(*) from rowlock.webhook_secret s), 2::bigint, 'and its secret');
select is((rowlock.webhook_delete(id => :'theirs', actor => who('chief'))).description, 'theirs', 'a global account deletes too');
select refused(format($$select rowlock.webhook_delete(id => %L, actor => who('chief'))$$, :'mine'), 'PT404', 'webhook_exists', 'not_found', 'what is gone is refused');
select refused(format($$select rowlock.webhook_delete(id => %L, actor => who('suspended'))$$, :'robots'), 'PT401', 'actor_active', 'not_active', 'a suspended account is refused');
select rowlock.user_delete(id => who('robot'), actor => who('chief'));
select is((select count(*) from rowlock.webhook w), 0::bigint, 'with an account go its webhooks');

select * from finish();
rollback;
