begin;
\ir ../_fixtures.psql
select plan(36);

create temp table key as
select s.name, m.key, m.key_prefix, m.id
from (values ('all', '{}'::text[]), ('read', '{read}'), ('host', '{host}'), ('both', '{read,host}')) s (name, scopes),
lateral rowlock.api_key_mint(user_id => who('robot'), name => s.name, scopes => s.scopes, actor => who('chief')) m;
-- verified(name, needs): whose key it is.
create function verified(name text, needs text default 'write', route_scope text default null) returns uuid language sql as $$
  select rowlock.api_key_verify(
    key_prefix => k.key_prefix, key_sha256 => sha256(convert_to(k.key, 'UTF8')), needs => verified.needs,
    route_scope => verified.route_scope)
  from key k where k.name = verified.name;
$$;

select is(verified('all'), who('robot'), 'a key names its owner');
select is(verified(k, n), who('robot'), format('scope %s allows %s', k, n))
from (values ('all', 'read'), ('all', 'host'), ('read', 'read'), ('host', 'host'), ('both', 'read'), ('both', 'host')) s (k, n);
select refused(format($$select verified(%L, %L)$$, k, n), 'PT403', 'key_scope', 'scope', format('scope %s does not allow %L', k, n))
from (values ('read', 'write'), ('read', 'host'), ('host', 'read'), ('host', 'write'), ('both', 'write'), ('read', 'anything'), ('read', null)) s (k, n);

-- A route that is for one scope
select is(verified(k, n, 'host'), who('robot'), format('scope %s may %s on a host route', k, n))
from (values ('all', 'write'), ('read', 'read'), ('host', 'read'), ('host', 'write'), ('both', 'read'), ('both', 'write')) s (k, n);
select refused($$select verified('read', 'write', 'host')$$, 'PT403', 'key_scope', 'scope', 'scope read may not write on a host route');
select refused($$select verified('host', 'write', '')$$, 'PT403', 'key_scope', 'scope', 'a route that is for no scope takes no key of one');
select refused($$select verified('host', 'read', '')$$, 'PT403', 'key_scope', 'scope', 'not to read either');

select isnt((select k.last_used_at from rowlock.api_key k where k.name = 'all'), null, 'the use of a key is stamped');
update rowlock.api_key set last_used_at = clock_timestamp() - interval '20 seconds' where name = 'all';
select verified('all');
select ok((select k.last_used_at < clock_timestamp() - interval '10 seconds' from rowlock.api_key k where k.name = 'all'), 'at most once a minute');
update rowlock.api_key set last_used_at = clock_timestamp() - interval '61 seconds' where name = 'all';
select verified('all');
select ok((select k.last_used_at > clock_timestamp() - interval '30 seconds' from rowlock.api_key k where k.name = 'all'), 'again after a minute');

-- No key, or no longer one: always the same refusal
select refused($$select rowlock.api_key_verify(key_prefix => key_prefix, key_sha256 => sha256('x')) from key where name = 'all'$$,
  'PT401', 'key_valid', 'invalid', 'a wrong secret is refused');
select refused($$select rowlock.api_key_verify(key_prefix => 'unknown', key_sha256 => sha256('x'))$$,
  'PT401', 'key_valid', 'invalid', 'an unknown prefix is refused');
select refused(format($$select rowlock.api_key_verify(key_prefix => key_prefix, key_sha256 => %L) from key where name = 'all'$$, h),
  'PT401', 'key_valid', 'invalid', format('the digest %L is refused', h)) from unnest(array['', '\x00', null]) h;
select refused($$select rowlock.api_key_verify(key_prefix => null, key_sha256 => sha256('x'))$$,
  'PT401', 'key_valid', 'invalid', 'no prefix is refused');
update rowlock.api_key set expires_at = clock_timestamp() where name = 'host';
select refused($$select verified('host', 'host')$$, 'PT401', 'key_valid', 'invalid', 'an expired key is refused');
select rowlock.api_key_revoke(user_id => who('robot'), key_id => k.id, actor => who('chief')) from key k where k.name = 'read';
select refused($$select verified('read', 'read')$$, 'PT401', 'key_valid', 'invalid', 'a revoked key is refused');
update rowlock.user_account set status = 'suspended' where external_id = 'robot';
select refused($$select verified('all')$$, 'PT401', 'key_valid', 'invalid', 'the key of a suspended bot is refused at once');
select login('tap_user', 'user', who('chief'));
select refused($$select as_login('tap_user', 'select rowlock.api_key_verify(key_prefix => ''x'', key_sha256 => ''x'')')$$,
  '42501', null, null, 'only the service verifies keys');

select * from finish();
rollback;
