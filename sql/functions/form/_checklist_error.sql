-- rowlock._form_checklist_error(field, value, context): how many items of a checklist are still open, in words.
create or replace function rowlock._form_checklist_error(
  field   jsonb,
  value   jsonb,
  context jsonb
)
returns text
language plpgsql immutable security invoker
set search_path = pg_catalog, pg_temp
as $$
declare
  v_items jsonb := context #> rowlock._form_place(field ->> 'x-lt-source');
  v_open  bigint;
  v_all   bigint;
begin
  -- A source without items leaves nothing to check.
  if jsonb_typeof(v_items) is distinct from 'array' then
    return null;
  end if;
  -- An item is {id, label, required}, or its id alone; required: false makes it optional.
  select count(*) filter (where not rowlock._form_truthy(_form_checklist_error.value -> i.id)), count(*)
  into v_open, v_all
  from (
    select case jsonb_typeof(e.item) when 'object' then e.item ->> 'id' else e.item #>> '{}' end as id
    from jsonb_array_elements(v_items) e (item)
    where e.item -> 'required' is distinct from 'false'
  ) i
  where i.id is not null;
  return case when v_open > 0 then format('%s of %s items are not checked', v_open, v_all) end;
end;
$$;

comment on function rowlock._form_checklist_error is
  'The message with "n of m", or null when every item of the source that is not optional is truthy in the value.';
revoke all on function rowlock._form_checklist_error from public;
