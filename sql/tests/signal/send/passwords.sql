begin;
\ir ../../_fixtures.psql
select plan(22);

-- send(key, payload, credentials, …): what became of an answer. sealed(field, …): a credential for it, of no row yet.
create function send(key text, payload jsonb, credentials jsonb default null, by text default 'worker') returns text language sql as $$
  select (rowlock.signal_send(signal_key => key, payload => send.payload, credentials => send.credentials, actor => who(send.by))).outcome;
$$;
create function sealed(field text, token uuid default gen_random_uuid(), escalation_id uuid default null, path text[] default null) returns jsonb language sql as $$
  select jsonb_build_array(jsonb_build_object('escalation_id', sealed.escalation_id, 'field', field, 'path', coalesce(sealed.path, array[field]),
    'token', sealed.token, 'key_id', 'k1', 'value', encode(convert_to(repeat('c', 90), 'UTF8'), 'base64')));
$$;
create function tok(n integer) returns uuid language sql immutable as $$ select ('00000000-0000-4000-8000-' || lpad(n::text, 12, '0'))::uuid; $$;
create function kept(key text) returns jsonb language sql as $$ select s.payload from rowlock.signal s where s.signal_key = kept.key; $$;
create function form(fields jsonb, role text default 'reviewer') returns void language sql as $$
  select rowlock.role_patch(role => form.role, patch => jsonb_build_object('form_schema', jsonb_build_object('properties', fields)), actor => who('chief'));
$$;

select form('{"pin": {"format": "password"}}');
select form('{"code": {"format": "password"}}', 'engineer');

-- Before its question
select refused($$select send('w1', '{"pin": "s3cret", "n": 1}')$$, 'PT422', 'password_fields', 'password_fields', 'a password is not kept for a question to come');
select is(kept('w1'), null, 'nothing is');
select is(send('w1', '{"pin": "s3cret", "n": 1}', sealed('pin', tok(1))), 'kept', 'with a credential the answer is kept');
select is(kept('w1'), jsonb_build_object('pin', 'eph:v1:pin:' || tok(1), 'n', 1), 'with the token');
select is((select c.expires_at - c.created_at from rowlock.ephemeral_credential c), interval '25 minutes', 'which lasts until fifteen minutes after the last moment of the question');
select is(send('w1', '{"pin": "s3cret", "n": 1}', sealed('pin', tok(2))), 'kept', 'the same again is kept on');
select is(kept('w1') ->> 'pin', 'eph:v1:pin:' || tok(2), 'by the newer token, which lasts longer');
select refused($$select send('w1', '{"pin": "s3cret", "n": 2}', sealed('pin'))$$, 'PT409', 'signal_kept', 'kept', 'another answer is another');
select is(send('w2', '{"code": "s3cret"}'), 'kept', 'what is a password in a role that one may not write in, is none');
select is(send('w3', '{"code": "s3cret"}', sealed('code', tok(3)), 'chief'), 'kept', 'for a global sender all roles count');

-- At its question
select ask('one', signal_key => 'w1');
select is((state_of('one')).status, 'resolved', 'it settles the question');
select is((state_of('one')).resolver_payload, jsonb_build_object('pin', 'eph:v1:pin:' || tok(2), 'n', 1), 'as it was kept');
select is(send('w1', '{"pin": "s3cret", "n": 1}'), 'resolved', 'the same once more changes nothing');
update rowlock.ephemeral_credential set created_at = now() - interval '1 hour', expires_at = clock_timestamp() where token = tok(3);
select ask('late', signal_key => 'w3', role => 'engineer');
select is((state_of('late')).status, 'pending', 'one whose token is gone is dropped');

-- A form of the past, and one of the row's own
select form('{"note": {}}');
select refused($$select send('w4', '{"pin": "s3cret"}')$$, 'PT422', 'password_fields', 'password_fields', 'a version may be pinned, so each counts');
select is(send('w5', '{"pw": "s3cret"}'), 'kept', 'the form of a row cannot be known before the row');
select rowlock.escalation_create(role => 'reviewer', type => 't', signal_key => 'w5', description => 'own', actor => who('chief'),
  metadata => '{"form_schema": {"properties": {"pw": {"format": "password"}}}}');
select is((state_of('own')).status, 'pending', 'but it does not take such an answer');

-- After it
select refused($$select send('w5', '{"pw": "s3cret"}')$$, 'PT422', 'password_fields', 'password_fields', 'a question that is there says what is a password');
select is(send('w5', '{"pw": "s3cret"}', sealed('pw', tok(4), esc('own'))), 'resolved', 'and is answered with a credential for it');
select is((state_of('own')).resolver_payload, jsonb_build_object('pw', 'eph:v1:pw:' || tok(4)), 'by the token');
select ask('came', signal_key => 'w6', role => 'engineer');
select is(send('w6', '{"pw": "s3cret"}', sealed('pw', tok(5)), 'chief'), 'resolved', 'a credential for a question to come is for the one that came');
select is((state_of('came')).resolver_payload, jsonb_build_object('pw', 'eph:v1:pw:' || tok(5)), 'whatever its form says of it');

select * from finish();
rollback;
