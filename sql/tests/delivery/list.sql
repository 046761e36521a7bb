begin;
\ir ../_fixtures.psql
select plan(14);

select hook('mine', 'worker') as mine, hook('theirs', 'lead') as theirs \gset
select happened('escalation.created', 'reviewer', subject => s) from unnest(array['a', 'b', 'c', 'd']) s;
select rowlock.delivery_enqueue();
update rowlock.delivery d set status = 'dead', ended_at = now(), next_at = null where d.subject_id in ('a', 'c');
update rowlock.delivery d set status = 'delivered', ended_at = now(), next_at = null where d.subject_id = 'b';
create function listed(status text default null, after bigint default null, max_rows integer default 50, by text default 'worker') returns text[] language sql as $$
  select array(select i ->> 'subject_id' from jsonb_array_elements((rowlock.delivery_list(
    webhook_id => (hook_of('mine')).id, status => listed.status, after => listed.after, max_rows => listed.max_rows, actor => who(listed.by))).items) i);
$$;
select is(listed(), '{d,c,b,a}'::text[], 'the newest first');
select is(listed(by => 'chief'), '{d,c,b,a}'::text[], 'for a global account too');
select is(listed('dead'), '{c,a}'::text[], 'those that are dead');
select is(array[listed('pending'), listed('delivered')], array[array['d'], array['b']], 'or are not');
select is((rowlock.delivery_list(webhook_id => :'mine', max_rows => 2, actor => who('worker'))).next, (select d.seq from rowlock.delivery d where d.subject_id = 'c' and d.webhook_id = :'mine'),
  'a page ends with a cursor');
select is(listed(after => (select v.seq from rowlock.event v where v.subject_id = 'c')), '{b,a}'::text[], 'to go on with');
select is((rowlock.delivery_list(webhook_id => :'mine', max_rows => 4, actor => who('worker'))).next, null, 'the last page has none');
select is(((rowlock.delivery_list(webhook_id => :'mine', status => 'pending', actor => who('worker'))).items -> 0) - '{id,seq,created_at,next_at}'::text[], jsonb_build_object(
  'webhook_id', :'mine', 'topic', 'escalation.created', 'subject_type', 'escalation', 'subject_id', 'd', 'status', 'pending', 'attempts', 0,
  'attempted_at', null, 'last_status', null, 'last_error', null, 'ended_at', null), 'the record says how it is');
select refused($$select listed(by => 'lead')$$, 'PT404', 'webhook_exists', 'not_found', 'to somebody else the webhook is not there');
select refused($$select listed('lost')$$, 'PT400', 'argument_invalid', 'unknown', 'a status that there is not is refused', 'status');
select refused($$select listed(max_rows => 501)$$, 'PT400', 'argument_invalid', 'out_of_range', 'so is a page too long', 'max_rows');
select refused($$select listed(after => -1)$$, 'PT400', 'argument_invalid', 'out_of_range', 'and a cursor that there is not', 'after');
select refused($$select rowlock.delivery_list(webhook_id => null, actor => who('chief'))$$, 'PT400', 'argument_invalid', 'missing', 'and no webhook', 'id');
select refused($$select listed(by => 'suspended')$$, 'PT401', 'actor_active', 'not_active', 'a suspended account is refused');

select * from finish();
rollback;
