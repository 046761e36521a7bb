begin;
\ir ../_fixtures.psql
select plan(8);

select hook('mine', 'worker') as mine \gset
select happened('escalation.created', 'reviewer', subject => 'a'), rowlock.delivery_enqueue();
select is((select row(w.status, w.version) from rowlock.webhook_disable(id => :'mine', actor => who('worker')) w), row('disabled'::text, 2), 'it is disabled');
select is((rowlock.webhook_disable(id => :'mine', actor => who('worker'))).version, 2, 'one that is stays as it is');
select is_empty('select from rowlock.delivery_claim()', 'nothing goes out');
select is(went('mine'), '{"a pending*"}'::text[], 'what was pending stays so');
select happened('escalation.created', 'reviewer', subject => 'b');
select is(rowlock.delivery_enqueue(), 0::bigint, 'and nobody looks for more');
select refused(format($$select rowlock.webhook_disable(id => %L, actor => who('lead'))$$, :'mine'), 'PT404', 'webhook_exists', 'not_found', 'to somebody else it is not there');
select refused($$select rowlock.webhook_disable(id => md5('no')::uuid, actor => who('chief'))$$, 'PT404', 'webhook_exists', 'not_found', 'an unknown one is refused');
select refused(format($$select rowlock.webhook_disable(id => %L, actor => who('suspended'))$$, :'mine'), 'PT401', 'actor_active', 'not_active', 'a suspended account is refused');

select * from finish();
rollback;
