-- rowlock._form_truthy(value): does a condition take the value for yes?
create or replace function rowlock._form_truthy(value jsonb)
returns boolean
language sql immutable security invoker
as $$
  select coalesce(_form_truthy.value not in ('null', 'false', '0', '""'), false);
$$;

comment on function rowlock._form_truthy is 'All but missing, null, false, 0 and empty text; [], {} and blanks are something.';
revoke all on function rowlock._form_truthy from public;
