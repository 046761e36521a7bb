begin;
\ir ../_fixtures.psql
select plan(40);

-- made(…): a webhook with these arguments.
create function made(
  url text default 'https://example.org/hook', topics text[] default '{escalation.*}', by text default 'nobody',
  secret_id uuid default gen_random_uuid(), sealed integer default 28, key_id text default 'k1', description text default ''
) returns rowlock.webhook language sql as $$
  select w from rowlock.webhook_create(
    url => made.url, topics => made.topics, secret_id => made.secret_id, sealed_secret => convert_to(repeat('c', made.sealed), 'UTF8'),
    key_id => made.key_id, description => made.description, actor => who(made.by)) w;
$$;

select happened('escalation.created') as before \gset
select made(secret_id => md5('first')::uuid, description => 'first') as first \gset
select is((select row(w.owner_id, w.url, w.topics, w.status, w.version, w.since_seq) from hook_of('first') w),
  row(who('nobody'), 'https://example.org/hook'::text, '{escalation.*}'::text[], 'enabled'::text, 1, :before::bigint),
  'any account has webhooks of its own, for what happens from then on');
select is((select row(s.id, s.value, s.key_id, s.expires_at) from rowlock.webhook_secret s where s.webhook_id = (hook_of('first')).id),
  row(md5('first')::uuid, convert_to(repeat('c', 28), 'UTF8'), 'k1'::text, null::timestamptz), 'the ciphertext of its secret is kept');
select is((rowlock.webhook_create_answer(result => hook_of('first'))).status, 201, 'HTTP answers 201');
select unalike((rowlock.webhook_create_answer(result => hook_of('first'))).body::text, '%' || encode(repeat('c', 28)::bytea, 'hex') || '%', 'without the ciphertext');
select is_empty($$select (rowlock.webhook_create_answer(result => hook_of('first'))).body -> 'webhook' as b
  where (rowlock.webhook_create_answer(result => hook_of('first'))).body -> 'webhook' ?| array['value', 'since_seq', 'key_id']$$, 'or anything of it');
select is_empty($$select from rowlock.event v where v.topic ~ 'webhook'$$, 'the journal knows no webhook');

select lives_ok(format('select made(url => %L)', u), u || ' is an address')
from unnest(array['http://example.org', 'https://EXAMPLE.org:8443/a?b=c&d=%20', 'https://[2001:db8::1]:8443/x', 'https://10.0.0.1?x', 'https://example.org/a@b']) u;
select refused(format('select made(url => %L)', a.url), 'PT400', 'argument_invalid', a.reason, coalesce(a.url, 'nothing') || ' is none', 'url')
from (values
  (null, 'missing'), ('', 'missing'), ('https://' || repeat('a', 2000), 'too_long'), ('example.org', 'not_url'), ('ftp://example.org', 'not_url'),
  ('https://example.org/#x', 'not_url'), ('https://example.org/a b', 'not_url'), ('https://exa mple.org', 'not_url'), ('https:///x', 'not_url'),
  (E'https://example.org/\r\nHost: x', 'not_url'), ('https://münchen.example', 'not_url'), ('https://a:b@example.org/', 'has_password'), ('https://a@example.org', 'has_password')
) a (url, reason);

select lives_ok(format('select made(topics => %L)', t), t::text || ' are topics') from (values ('{*}'::text[]), ('{>,escalation.>,*.created,app.my-topic_2.*}')) v (t);
select refused(format('select made(topics => %L)', a.topics), 'PT400', 'argument_invalid', a.reason, coalesce(left(a.topics::text, 20), 'nothing') || ' are none', 'topics')
from (values
  (null, 'missing'), ('{}', 'missing'), (array_fill('a'::text, array[101]), 'too_many'), ('{NULL}', 'not_pattern'), ('{""}', 'not_pattern'), ('{a.>.b}', 'not_pattern'),
  ('{a..b}', 'not_pattern'), ('{a b}', 'not_pattern'), ('{{a,b}}', 'not_pattern')
) a (topics, reason);

select refused($$select made(sealed => 27)$$, 'PT400', 'argument_invalid', 'out_of_range', 'a secret that nobody can have encrypted is refused', 'sealed_secret');
select refused($$select made(secret_id => md5('first')::uuid)$$, 'PT409', 'webhook_secret_taken', 'taken', 'an id of a secret is used once');
select made(by => 'own') from generate_series(1, 100);
select refused($$select made(by => 'own')$$, 'PT409', 'webhook_count', 'too_many', 'a hundred are enough');
select refused($$select made(by => 'suspended')$$, 'PT401', 'actor_active', 'not_active', 'a suspended account makes none');
select login('tap_user', 'user', who('chief'));
select refused($$select as_login('tap_user', 'select rowlock.webhook_create(url => ''https://a.b'', topics => ''{*}'', secret_id => gen_random_uuid(), sealed_secret => repeat(''c'', 28)::bytea, key_id => ''k'')')$$,
  '42501', null, null, 'its secret is the service''s to make');

select * from finish();
rollback;
