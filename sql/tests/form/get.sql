begin;
\ir ../_fixtures.psql
select plan(16);

-- made(name, metadata): a row with metadata. form(name, by): its form, and which version, as text.
create function made(name text, metadata jsonb) returns void language sql as $$
  select rowlock.escalation_create(role => 'reviewer', type => 'approval', description => made.name, metadata => made.metadata, actor => who('worker'));
$$;
create function form(name text, by text default 'worker') returns text language sql as $$
  select concat_ws(' ', f.form_schema, f.schema_version) from rowlock.form_get(id => esc(form.name), actor => who(form.by)) f;
$$;
create function asks(patch jsonb) returns integer language sql as $$
  select ((rowlock.role_patch(role => 'reviewer', patch => asks.patch, actor => who('lead'))).role).current_schema_version;
$$;

select ask('live'), ask('routed', assigned_to => who('filler')), ask('unrouted', role => 'nowhere');
select is(form('live'), '', 'where nothing is asked there is no form');
select asks('{"metadata_schema": true}');
select is(form('live'), '', 'a role with another schema alone has none either');
select asks('{"form_schema": {"title": "one"}}') as first \gset
select made('pinned', jsonb_build_object('schema_version', :first)), made('digits', jsonb_build_object('schema_version', '00' || :first)),
  made('own', jsonb_build_object('schema_version', :first, 'form_schema', '{"title": "own"}'::jsonb)), made('true', '{"form_schema": true}');
select asks('{"form_schema": {"title": "two"}}') as second \gset
select last_seq() as seq \gset
select is(form(n), e, format('the form of %s', n))
from (values ('live', '{"title": "two"} ' || :second), ('routed', '{"title": "two"} ' || :second), ('pinned', '{"title": "one"} ' || :first), ('digits', '{"title": "one"} ' || :first),
  ('own', '{"title": "own"}'), ('true', 'true')) t (n, e);
select asks('{"form_schema": null}');
select is(form('pinned'), '{"title": "one"} ' || :first, 'a pin outlives the form of the role');
update rowlock.escalation e set metadata = '{"schema_version": 77}' where e.id = esc('digits');
select asks('{"form_schema": {"title": "four"}}') as fourth \gset
select is(form('digits'), '{"title": "four"} ' || :fourth, 'a pin of before pins were checked is passed over');

-- Who may
select is(form('routed', 'filler'), form('routed'), 'who sees a row sees its form');
select refused(format($$select form('live', %L)$$, n), 'PT404', 'escalation_exists', 'not_found', format('to %s the row does not exist', n))
from unnest(array['filler', 'engineer', 'nobody']) n;
select refused($$select form('live', 'suspended')$$, 'PT401', 'actor_active', 'not_active', 'a suspended account is refused');
select refused($$select rowlock.form_get(id => null, actor => who('worker'))$$, 'PT400', 'argument_invalid', 'missing', 'no id is refused', 'id');

select * from finish();
rollback;
