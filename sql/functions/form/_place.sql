-- rowlock._form_place(expression): where domain.path points to in the context of a form.
create or replace function rowlock._form_place(expression text)
returns text[]
language plpgsql immutable security invoker
set search_path = pg_catalog, pg_temp
as $$
declare
  v_place constant text[] := rowlock._form_path(expression);
begin
  if v_place[1] in ('metadata', 'payload', 'envelope', 'escalation', 'resolver')
    and cardinality(v_place) > 1 and split_part(expression, '.', 1) = v_place[1] then
    return v_place;
  end if;
  return null;
end;
$$;

comment on function rowlock._form_place is
  'The steps, domain first; null when the domain is none of metadata, payload, envelope, escalation and resolver, or no path follows.';
revoke all on function rowlock._form_place from public;
