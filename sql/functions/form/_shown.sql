-- rowlock._form_shown(condition, context): is a field shown, by its x-lt-showIf?
create or replace function rowlock._form_shown(
  condition jsonb,
  context   jsonb
)
returns boolean
language plpgsql immutable security invoker
set search_path = pg_catalog, pg_temp
as $$
declare
  v_text    text := condition #>> '{}';
  v_negated boolean;
  v_at      integer;
  v_unequal boolean;
  v_place   text[];
  v_value   jsonb;
  v_holds   boolean;
begin
  -- What cannot be read hides nothing: a field too many is seen, and one too few is not.
  if jsonb_typeof(condition) is distinct from 'string' then
    return true;
  end if;
  v_negated := starts_with(v_text, '!');
  v_text := substr(v_text, 1 + v_negated::integer);
  v_at := strpos(v_text, '=');
  v_unequal := v_at > 1 and substr(v_text, v_at - 1, 1) = '!';
  v_place := rowlock._form_place(btrim(case when v_at > 0 then left(v_text, v_at - 1 - v_unequal::integer) else v_text end));
  if v_place is null then
    return true;
  end if;

  v_value := context #> v_place;
  if v_at = 0 then
    v_holds := rowlock._form_truthy(v_value);
  else
    v_holds := v_unequal <> (btrim(substr(v_text, v_at + 1)) = coalesce(case jsonb_typeof(v_value)
      when 'number' then trim_scale(v_value::numeric)::text else v_value #>> '{}' end, ''));
  end if;
  return v_holds <> v_negated;
end;
$$;

comment on function rowlock._form_shown is
  'domain.path, !domain.path, domain.path=V, domain.path!=V; an unknown domain, or what is none of these, shows the field.';
revoke all on function rowlock._form_shown from public;
