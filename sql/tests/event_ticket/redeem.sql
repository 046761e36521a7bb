begin;
\ir ../_fixtures.psql
select plan(11);

-- bought(by, key): the digest of a new ticket. redeem(digest): what it answers.
create function bought(by text, key text default null, ends_at timestamptz default null) returns bytea language sql as $$
  select sha256(convert_to((rowlock.event_ticket_create(key_prefix => bought.key, ends_at => bought.ends_at, actor => who(bought.by))).ticket, 'UTF8'));
$$;
create function bad(digest bytea, label text) returns text language sql as $$
  select refused(format('select rowlock.event_ticket_redeem(ticket_sha256 => %L)', bad.digest), 'PT401', 'event_ticket_valid', 'invalid', bad.label);
$$;

select bought('worker') as first \gset
select is(rowlock.event_ticket_redeem(ticket_sha256 => :'first'), row(who('worker'), null, null)::rowlock.event_ticket_owner, 'a ticket says whose it is');
select bad(:'first', 'it does so once');
select bad(sha256('x'), 'an unknown ticket is refused');
select bad(null, 'so is none');
select bought('worker') as late \gset
update rowlock.event_ticket set expires_at = clock_timestamp() - interval '1 second';
select bad(:'late', 'after a minute it is refused');
select bad(bought('worker', ends_at => clock_timestamp()), 'and after the session that bought it');
select bought('worker') as gone \gset
update rowlock.user_account set status = 'suspended' where id = who('worker');
select bad(:'gone', 'a ticket of a suspended account is refused');

-- Keys
select (k).id as key_id, (k).key_prefix as prefix
from rowlock.api_key_mint(user_id => who('robot'), name => 'k', actor => who('chief')) k \gset
select is(rowlock.event_ticket_redeem(ticket_sha256 => bought('robot', :'prefix', '2100-01-01Z')),
  row(who('robot'), :'prefix', '2100-01-01Z')::rowlock.event_ticket_owner, 'it says with which key it was bought, and when the session ends');
select bought('robot', :'prefix') as revoked \gset
select rowlock.api_key_revoke(user_id => who('robot'), key_id => :'key_id', actor => who('chief'));
select bad(:'revoked', 'a ticket of a revoked key is refused');
select is((select count(*) from rowlock.event_ticket t where t.ticket_sha256 = :'first'), 0::bigint, 'nothing is left of a used ticket');
select login('tap_user', 'user', who('chief'));
select refused($$select as_login('tap_user', 'select rowlock.event_ticket_redeem(ticket_sha256 => null)')$$, '42501', null, null, 'only the service redeems');

select * from finish();
rollback;
