begin;
\ir ../_fixtures.psql
select plan(10);

select rowlock.credential_store(token => gen_random_uuid(), value => convert_to(repeat('c', 40), 'UTF8'), key_id => 'k1', actor => who('worker')) from generate_series(1, 5) n;
select is(rowlock.credential_purge(), 0::bigint, 'what is good stays');
update rowlock.ephemeral_credential c set created_at = now() - interval '1 hour', expires_at = clock_timestamp()
where c.ctid in (select o.ctid from rowlock.ephemeral_credential o limit 4);
select is(rowlock.credential_purge(max_rows => 3), 3::bigint, 'a call removes no more than it was told');
select is(rowlock.credential_purge(max_rows => 3), 1::bigint, 'and the next the rest');
select is((select count(*) from rowlock.ephemeral_credential c where c.expires_at > clock_timestamp()), 1::bigint, 'the good one is there');
select refused('select rowlock.credential_purge(max_rows => 0)', 'PT400', 'argument_invalid', 'out_of_range', 'a batch of none is refused', 'max_rows');
select refused($$select rowlock.credential_purge(older_than => '178000000 years')$$, 'PT400', 'argument_invalid', 'too_far', 'an age beyond the calendar is refused', 'older_than');
update rowlock.ephemeral_credential c set created_at = now() - interval '1 hour', expires_at = clock_timestamp() - interval '1 minute';
select is(rowlock.credential_purge(older_than => '2 minutes'), 0::bigint, 'what expired only now may be kept for a while');
select is((select row(r.subject, r.older_than, r.every, r.enabled) from rowlock.retention_rule r where r.name = 'credentials'),
  row('credential'::text, interval '0', interval '1 minute', true), 'a rule has it called each minute');
select login('tap_user', 'user', who('chief')), login('tap_service', 'service');
select refused($$select as_login('tap_user', 'select rowlock.credential_purge()')$$, '42501', null, null, 'a user login does not purge');
select is(as_login('tap_service', 'select rowlock.credential_purge()'), '1', 'the service does');

select * from finish();
rollback;
