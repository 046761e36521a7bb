-- rowlock._form_answered(value): did somebody fill in the field?
create or replace function rowlock._form_answered(value jsonb)
returns boolean
language sql immutable security invoker
as $$
  select coalesce(_form_answered.value not in ('null', '""'), false);
$$;

comment on function rowlock._form_answered is 'Missing, null and empty text are what a form sends for a field that was left alone.';
revoke all on function rowlock._form_answered from public;
