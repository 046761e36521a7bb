begin;
\ir ../_fixtures.psql
select plan(8);

select hook('mine', 'worker') as mine \gset
select is((rowlock.webhook_enable(id => :'mine', actor => who('worker'))).version, 1, 'one that is enabled stays as it is');
select happened('escalation.created', 'reviewer', subject => 'a'), rowlock.delivery_enqueue();
select rowlock.webhook_disable(id => :'mine', actor => who('worker'));
select happened('escalation.created', 'reviewer', subject => 'b') as missed \gset
select is((select row(w.status, w.version, w.since_seq) from rowlock.webhook_enable(id => :'mine', actor => who('worker')) w),
  row('enabled'::text, 3, :missed::bigint), 'it goes on from now');
select happened('escalation.created', 'reviewer', subject => 'c'), rowlock.delivery_enqueue();
select is(went('mine'), '{a pending*,c pending*}'::text[], 'with what was pending, without what happened meanwhile');
select rowlock.webhook_disable(id => :'mine', actor => who('worker'));
select is((rowlock.webhook_enable(id => :'mine', actor => who('chief'))).status, 'enabled', 'a global account enables too');
select refused(format($$select rowlock.webhook_enable(id => %L, actor => who('lead'))$$, :'mine'), 'PT404', 'webhook_exists', 'not_found', 'to somebody else it is not there');
select refused($$select rowlock.webhook_enable(id => null, actor => who('lead'))$$, 'PT400', 'argument_invalid', 'missing', 'none is refused', 'id');
select refused($$select rowlock.webhook_enable(id => md5('no')::uuid, actor => who('chief'))$$, 'PT404', 'webhook_exists', 'not_found', 'an unknown one is refused');
select refused(format($$select rowlock.webhook_enable(id => %L, actor => who('suspended'))$$, :'mine'), 'PT401', 'actor_active', 'not_active', 'a suspended account is refused');

select * from finish();
rollback;
