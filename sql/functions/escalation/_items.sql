-- rowlock._escalation_items(items): the answers of a set, each for a row of its own.
create or replace function rowlock._escalation_items(items jsonb)
returns rowlock.escalation_item[]
language plpgsql immutable security invoker
set search_path = pg_catalog, pg_temp
set standard_conforming_strings = on
as $$
declare
  c_uuid   constant text := '^[0-9A-Fa-f]{8}(-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}$';
  c_digest constant text := '^[0-9A-Fa-f]{64}$';
  v_items  rowlock.escalation_item[] := '{}';
  v_item   rowlock.escalation_item;
  v_given  jsonb;
  v_place  text;
  r        record;
begin
  if items is null then
    perform rowlock._argument_text(field => 'items', value => null, required => true);
  end if;
  if jsonb_typeof(items) <> 'array' or jsonb_array_length(items) not between 1 and 100 then
    perform rowlock._argument_refuse(
      field => 'items', reason => 'not_items', hint => 'Give items as a list of 1 to 100 answers {id, resolver_payload}.');
  end if;
  -- The usual list is read at once; any other one by one, to say what is wrong and where.
  if (
    select count(distinct lower(i.item ->> 'id')) = count(*) and bool_and(case
      when jsonb_typeof(i.item) = 'object' then
        i.item - array['id', 'resolver_payload', 'expected_digest'] = '{}'
        and coalesce(i.item ->> 'id', '') ~ c_uuid
        and jsonb_typeof(i.item -> 'resolver_payload') = 'object'
        and pg_column_size(i.item) < 2000 and octet_length(i.item::text) < 2000
        and (not i.item ? 'expected_digest' or i.item ->> 'expected_digest' ~ c_digest)
      else false
    end)
    from jsonb_array_elements(items) i (item))
  then
    return array(
      select row(i.item ->> 'id', i.item -> 'resolver_payload', i.item ->> 'expected_digest')::rowlock.escalation_item
      from jsonb_array_elements(items) with ordinality i (item, n)
      order by i.n);
  end if;
  for i in 0 .. jsonb_array_length(items) - 1 loop
    v_place := format('items[%s]', i);
    perform rowlock._argument_object(field => v_place, value => items -> i, required => true);
    -- Keys in either spelling, as those of a request.
    v_given := '{}';
    for r in
      select lower(regexp_replace(m.key, '([A-Z])', '_\1', 'g')) as key, m.key as spelled, m.value from jsonb_each(items -> i) m
    loop
      if r.key not in ('id', 'resolver_payload', 'expected_digest') then
        perform rowlock._argument_refuse(
          field => format('items[%s].%s', i, r.spelled), reason => 'unknown',
          hint => 'Leave it out; an item has id, resolver_payload and expected_digest.');
      end if;
      if v_given ? r.key then
        perform rowlock._argument_refuse(
          field => format('items[%s].%s', i, r.key), reason => 'repeated', hint => 'Give it once, in one spelling.');
      end if;
      v_given := v_given || jsonb_build_object(r.key, r.value);
    end loop;
    if coalesce(v_given ->> 'id', '') !~ c_uuid then
      perform rowlock._argument_refuse(
        field => format('items[%s].id', i), reason => 'not_id', hint => 'Give the id of a row.');
    end if;
    v_item := row(v_given ->> 'id', v_given -> 'resolver_payload', v_given ->> 'expected_digest')::rowlock.escalation_item;
    perform rowlock._argument_object(
      field => format('items[%s].resolver_payload', i), value => v_item.resolver_payload, required => true);
    if coalesce(jsonb_typeof(v_given -> 'expected_digest'), 'null') not in ('string', 'null')
       or v_item.expected_digest !~ c_digest then
      perform rowlock._argument_refuse(
        field => format('items[%s].expected_digest', i), reason => 'not_digest',
        hint => 'Give the digest of the row as it was read.');
    end if;
    if v_item.id = any (array(select x.id from unnest(v_items) x)) then
      perform rowlock._argument_refuse(
        field => format('items[%s].id', i), reason => 'repeated', hint => 'Name each row once.');
    end if;
    v_items := v_items || v_item;
  end loop;
  return v_items;
end;
$$;

comment on function rowlock._escalation_items is
  'The items in their order. Raises PT400 naming the place of the item that is none, or whose row comes twice.';
revoke all on function rowlock._escalation_items from public;
