-- rowlock._role_pins_check(pins): refuse links of a board that are not [{label, url, badge?}].
create or replace function rowlock._role_pins_check(pins jsonb)
returns void
language plpgsql immutable security invoker
set search_path = pg_catalog, pg_temp
set standard_conforming_strings = on
as $$
declare
  v_reason text;
begin
  if jsonb_typeof(pins) = 'null' then
    return;
  end if;
  if jsonb_typeof(pins) <> 'array' then
    perform rowlock._argument_refuse(
      field => 'default_pins', reason => 'not_array', hint => 'Give an array of {label, url, badge?}, or null.');
  end if;
  if jsonb_array_length(pins) > 100 then
    perform rowlock._argument_refuse(
      field => 'default_pins', reason => 'too_many', hint => 'Give at most 100 pins.');
  end if;
  select w.reason into v_reason
  from (
    select p.n, case
      when jsonb_typeof(p.pin) <> 'object' then 'not_a_pin'
      when p.pin - array['label', 'url', 'badge'] <> '{}' then 'unknown_key'
      when jsonb_typeof(p.pin -> 'label') is distinct from 'string' or p.pin ->> 'label' !~ '\S'
        or length(p.pin ->> 'label') > 200 then 'label'
      -- Two slashes, or what a browser takes for one, would lead to another host.
      when jsonb_typeof(p.pin -> 'url') is distinct from 'string' or length(p.pin ->> 'url') > 2000
        or p.pin ->> 'url' !~ '^/([^/\\[:space:][:cntrl:]][^\\[:space:][:cntrl:]]*)?$' then 'url'
      when jsonb_typeof(p.pin -> 'badge') not in ('string', 'null') or length(p.pin ->> 'badge') > 200 then 'badge'
    end as reason
    from jsonb_array_elements(pins) with ordinality p (pin, n)
  ) w
  where w.reason is not null
  order by w.n
  limit 1;
  if v_reason is not null then
    raise exception 'argument is not valid'
      using errcode = 'PT400', constraint = 'argument_invalid',
            detail = jsonb_build_object('reason', v_reason, 'field', 'default_pins')::text,
            hint = 'A pin is {label, url, badge?}: strings to 200 characters; the url is a path of this site.';
  end if;
end;
$$;

comment on function rowlock._role_pins_check is
  'Raises PT400 when pins are no array, too many, or one is not {label, url beginning with one slash, badge?}.';
revoke all on function rowlock._role_pins_check from public;
