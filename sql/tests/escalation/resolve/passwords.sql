begin;
\ir ../../_fixtures.psql
select plan(53);

-- form(…): the role's schema, with these password fields. say(name, payload, …): an answer. sealed(…): a credential for a field of a row.
create function form(fields jsonb, enforced boolean default false, role text default 'reviewer') returns void language sql as $$
  select rowlock.role_patch(role => form.role, actor => who('chief'),
    patch => jsonb_build_object('enforce_schema', enforced, 'form_schema', jsonb_build_object('type', 'object', 'properties', fields)));
$$;
create function say(name text, payload jsonb, credentials jsonb default null, by text default 'worker', key text default null) returns jsonb language sql as $$
  select (rowlock.escalation_resolve(id => esc(name), resolver_payload => payload, credentials => say.credentials, idempotency_key => key, actor => who(say.by))).resolver_payload;
$$;
create function sealed(name text, field text, path text[] default null, token uuid default gen_random_uuid(), digest text default null) returns jsonb language sql as $$
  select jsonb_build_array(jsonb_build_object('escalation_id', esc(name), 'field', field, 'path', coalesce(sealed.path, array[field]),
    'token', sealed.token, 'key_id', 'k1', 'value', encode(convert_to(repeat('c', 90), 'UTF8'), 'base64'), 'digest', digest));
$$;
create function detail_of(statement text) returns jsonb language plpgsql as $$
declare v_detail text;
begin
  execute statement;
  return null;
exception when sqlstate 'PT422' then
  get stacked diagnostics v_detail = pg_exception_detail;
  return v_detail;
end;
$$;
create function tok(n integer) returns uuid language sql immutable as $$ select ('00000000-0000-4000-8000-' || lpad(n::text, 12, '0'))::uuid; $$;

-- The role's schema as it is, enforced or not
select form('{"pin": {"type": "string", "format": "password"}, "note": {"type": "string"}}');
select ask('one');
select refused($$select say('one', '{"pin": "s3cret", "note": "n"}')$$, 'PT422', 'password_fields', 'password_fields', 'a password is not stored as it is');
select is((state_of('one')).status, 'pending', 'the row is as it was');
select is(detail_of($$select say('one', '{"pin": "s3cret"}')$$), jsonb_build_object('reason', 'password_fields', 'fields', '["pin"]'::jsonb,
  'passwords', jsonb_build_array(jsonb_build_object('escalation_id', esc('one'), 'field', 'pin', 'path', '["pin"]'::jsonb))), 'the refusal says where it stands, and not what it is');
select is(say('one', '{"pin": "s3cret", "note": "n"}', sealed('one', 'pin', token => tok(1))),
  jsonb_build_object('pin', 'eph:v1:pin:' || tok(1), 'note', 'n'), 'with a credential its token is stored in its place');
select is((select row(c.label, c.key_id, c.value, c.max_uses, c.bind_on_use, c.expires_at - c.created_at, c.created_by) from rowlock.ephemeral_credential c),
  row('pin'::text, 'k1'::text, convert_to(repeat('c', 90), 'UTF8'), 1, true, interval '15 minutes', who('worker')), 'and the ciphertext beside, for fifteen minutes, for who comes first');

select form('{"pin": {"type": "string", "format": "password", "minLength": 4}}', true);
select ask('enforced');
select refused($$select say('enforced', '{"pin": "s3c"}', sealed('enforced', 'pin'))$$, 'PT422', 'schema_validation', 'schema_validation', 'an enforced schema holds for the password itself');
select is((select count(*) from rowlock.ephemeral_credential), 1::bigint, 'and nothing is stored of a bad one');
select is(detail_of($$select say('enforced', '{"pin": "s3c"}')$$) #>> '{violations,0,message}', 'Must have at least 4 characters', 'of which not even the length is told');
select is(say('enforced', '{"pin": "s3cret"}', sealed('enforced', 'pin', token => tok(2))), jsonb_build_object('pin', 'eph:v1:pin:' || tok(2)), 'a good one is taken');

-- What a password is
select form('{"pin": {"format": "password"}}');
select ask('left'), ask('none'), ask('empty');
select is(say('left', '{}'), '{}', 'a field that is not there needs no credential');
select is(say('none', '{"pin": null}'), '{"pin": null}', 'nor does null');
select is(say('empty', '{"pin": ""}'), '{"pin": ""}', 'nor an empty text');
select ask(v) from unnest(array['4711', 'false', '{"a": 1}', '[""]', '" "']) v;
select is((detail_of(format('select say(%L, %L)', v, format('{"pin": %s}', v))) ->> 'reason'), 'password_fields', format('%s is one', v))
from unnest(array['4711', 'false', '{"a": 1}', '[""]', '" "']) v;

-- Where it stands
select form('{"pin": {"format": "password", "x-lt-bind": "login.pins[1]"}, "pw": {"format": "password"}}');
select ask('bound');
select is((select array_agg(p ->> 'path' order by p ->> 'path') from jsonb_array_elements(
  detail_of($$select say('bound', '{"pin": "a", "pw": "b", "login": {"pins": ["c", "d"]}}')$$) -> 'passwords') p), array['["login", "pins", "1"]', '["pin"]', '["pw"]'],
  'it is where the field is bound to, and what stands under its name is none of anybody''s business either');
select refused($$select say('bound', '{"pw": "b", "login": {"pins": ["c", "d"]}}', sealed('bound', 'pw'))$$, 'PT422', 'password_fields', 'password_fields', 'each needs its own');
select is(say('bound', '{"pw": "b", "login": {"pins": ["c", "d"]}}', sealed('bound', 'pw', token => tok(3)) || sealed('bound', 'pin', '{login,pins,1}', tok(4))),
  jsonb_build_object('pw', 'eph:v1:pw:' || tok(3), 'login', jsonb_build_object('pins', jsonb_build_array('c', 'eph:v1:pin:' || tok(4)))), 'and is replaced there');
select form('{"all": {"format": "password"}, "pin": {"format": "password", "x-lt-bind": "all.pin"}}');
select ask('nested');
select is(say('nested', '{"all": {"pin": "p"}}', sealed('nested', 'all', token => tok(5)) || sealed('nested', 'pin', '{all,pin}', tok(6))),
  jsonb_build_object('all', 'eph:v1:all:' || tok(5)), 'one inside of another goes with it');

-- Schemas of the row, and of a version
select form('{"note": {"type": "string"}}');
select form('{"pin": {"format": "password"}}');
select form('{"note": {"type": "string"}}');
select rowlock.escalation_create(role => 'reviewer', type => 't', description => 'pinned', actor => who('chief'),
  metadata => jsonb_build_object('schema_version', (select max(s.version) - 1 from rowlock.role_schema s where s.role = 'reviewer')));
select rowlock.escalation_create(role => 'reviewer', type => 't', description => 'embedded', actor => who('chief'),
  metadata => '{"form_schema": {"properties": {"pw": {"format": "password"}}}}');
select ask('plain');
select refused($$select say('pinned', '{"pin": "s3cret"}')$$, 'PT422', 'password_fields', 'password_fields', 'a pinned version says what is a password');
select refused($$select say('embedded', '{"pw": "s3cret"}')$$, 'PT422', 'password_fields', 'password_fields', 'so does a schema of the row''s own');
select is(say('embedded', '{"pw": "s3cret", "pin": "no"}', sealed('embedded', 'pw', token => tok(7))), jsonb_build_object('pw', 'eph:v1:pw:' || tok(7), 'pin', 'no'), 'which alone counts');
select is(say('plain', '{"pin": "s3cret"}', sealed('plain', 'pin', token => tok(8))), jsonb_build_object('pin', 'eph:v1:pin:' || tok(8)),
  'what somebody encrypted is not stored as it is, even where no schema calls it a password');

-- References to what is stored already
select form('{"pin": {"format": "password", "maxLength": 6}}', true);
select rowlock.credential_store(token => tok(10), value => convert_to(repeat('c', 40), 'UTF8'), key_id => 'k', label => 'pin', actor => who('nobody'));
select rowlock.credential_store(token => tok(11), value => convert_to(repeat('c', 40), 'UTF8'), key_id => 'k', label => 'other', actor => who('nobody'));
select ask('referred');
select refused(format($$select say('referred', '{"pin": "eph:v1:pin:%s"}')$$, t), 'PT422', 'password_reference', 'not_found', l, 'pin')
from (values (tok(11), 'a credential of another label is not taken'), (tok(12), 'nor is one that is not there')) r (t, l);
select is(detail_of(format($$select say('referred', '{"pin": "eph:v1:other:%s"}')$$, tok(11))) ->> 'reason', 'schema_validation', 'a reference of another field is a password like any other, which the form judges');
select is(say('referred', jsonb_build_object('pin', 'eph:v1:pin:' || tok(10))), jsonb_build_object('pin', 'eph:v1:pin:' || tok(10)), 'one that is there is stored as it is, whatever the form asks of passwords');

-- What comes before
select form('{"pin": {"format": "password"}}');
select ask('held'), ask('elsewhere', role => 'engineer');
select hold('held', 'worker_two');
select refused($$select say('held', '{"pin": "s3cret"}')$$, 'PT409', 'escalation_held', 'held', 'a row that is held is refused as ever');
select refused($$select say('one', '{"pin": "s3cret"}')$$, 'PT409', 'escalation_resolved', 'resolved', 'so is one that is resolved');
select refused($$select say('held', '{"pin": "s3cret"}', by => 'engineer')$$, 'PT404', 'escalation_exists', 'not_found', 'and who cannot read it is told of no fields');
select refused($$select say('held', '{"pin": "s3cret"}', by => 'auditor')$$, 'PT403', 'escalation_write', 'write_scope', 'nor who may not write');

-- The same call again
select ask('again');
select say('again', '{"pin": "s3cret"}', sealed('again', 'pin', token => tok(20), digest => 'd1'), key => 'k');
select is(say('again', '{"pin": "s3cret"}', sealed('again', 'pin', digest => 'd1'), key => 'k'), jsonb_build_object('pin', 'eph:v1:pin:' || tok(20)), 'it gets the first result, with another credential for the same password');
select refused($$select say('again', '{"pin": "s3cret"}', sealed('again', 'pin', digest => 'd2'), key => 'k')$$, 'PT409', 'idempotency_mismatch', 'mismatch', 'another password is another request');
select refused($$select say('again', '{"pin": "s3cret"}', key => 'k')$$, 'PT422', 'password_fields', 'password_fields', 'without a credential nobody can tell');
select isnt_empty(format($$select from rowlock.idempotency i where i.key = 'k' and i.request_sha256 = sha256(convert_to(%L, 'UTF8'))$$,
  jsonb_build_array(esc('again'), '{"pin": {"digest": "d1"}}'::jsonb, null, null, null)), 'what is kept of the request is made of the digest');

-- Several people, and by the key of a wait
select rowlock.escalation_create(role => 'reviewer', type => 't', description => 'several', signal_key => 'w', approvals_required => 2, actor => who('chief'));
select is((rowlock.escalation_resolve_by_signal_key(signal_key => 'w', resolver_payload => '{"pin": "s3cret", "decision": 1}',
  credentials => sealed('several', 'pin', token => tok(21)), actor => who('worker'))).status, 'pending', 'an answer of several people is taken');
select is((select a.resolver_payload ->> 'pin' from rowlock.approval a), 'eph:v1:pin:' || tok(21), 'and kept with the token');
select refused($$select rowlock.escalation_resolve_by_signal_key(signal_key => 'w', resolver_payload => '{"pin": "s3cret", "decision": 1}', actor => who('worker_two'))$$,
  'PT422', 'password_fields', 'password_fields', 'by its key a row is answered no other way');

-- Credentials that are none
select ask('bad');
select refused(format('select say(%L, %L, %L)', 'bad', '{"pin": "s3cret"}', b.given), 'PT400', 'argument_invalid',
  case b.given when '{}' then 'not_array' else 'not_credential' end, format('credentials %s are refused', b.n), 'credentials')
from (values
  (1, '{}'), (2, '[1]'), (3, '[{}]'), (4, jsonb_set(sealed('bad', 'pin'), '{0,token}', '"x"')::text), (5, jsonb_set(sealed('bad', 'pin'), '{0,value}', '"*"')::text),
  (6, jsonb_set(sealed('bad', 'pin'), '{0,path}', '[]')::text), (7, jsonb_set(sealed('bad', 'pin'), '{0,path}', '[1]')::text),
  (8, jsonb_set(sealed('bad', 'pin'), '{0,escalation_id}', '"x"')::text), (9, (sealed('bad', 'pin') #- '{0,key_id}')::text),
  (10, jsonb_set(sealed('bad', 'pin'), '{0,value}', '"AAAAA"')::text)) b (n, given);
select refused(format('select say(%L, %L, %L)', 'bad', '{"pin": "s3cret"}', jsonb_set(sealed('bad', 'pin'), '{0,value}', '"YWJj"')), 'PT400', 'argument_invalid', 'out_of_range', 'nothing short is ciphertext', 'value');
select refused(format('select say(%L, %L, %L)', 'bad', '{"pin": "s3cret"}', sealed('bad', 'pin', token => tok(20))), 'PT409', 'credential_taken', 'taken', 'a token is used once');

-- Nowhere is a password
create function holding(needle text) returns setof text language plpgsql as $$
declare r record; v_found boolean;
begin
  for r in select c.oid::regclass as name from pg_class c where c.relnamespace = 'rowlock'::regnamespace and c.relkind in ('r', 'm') loop
    execute format('select exists (select from %s t where t::text like %L)', r.name, '%' || needle || '%') into v_found;
    if v_found then
      return next r.name::text;
    end if;
  end loop;
end;
$$;
select is_empty($$select * from holding('s3cret')$$, 'no table has one, the journal neither');

select * from finish();
rollback;
