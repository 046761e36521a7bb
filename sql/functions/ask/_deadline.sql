-- rowlock._ask_deadline(deadline, timeout, at): the deadline of a question, from either of its two forms.
create or replace function rowlock._ask_deadline(
  deadline timestamptz,
  timeout  interval,
  at       timestamptz
)
returns timestamptz
language plpgsql immutable security invoker
set search_path = pg_catalog, pg_temp
as $$
begin
  if deadline is null then
    return rowlock._escalation_deadline(timeout => timeout, expires_at => null, at => at);
  end if;
  if timeout is not null then
    perform rowlock._argument_refuse(
      field => 'timeout', reason => 'two_deadlines', hint => 'Give timeout or deadline, not both.');
  end if;
  if deadline <= at or not isfinite(deadline) then
    perform rowlock._argument_refuse(field => 'deadline', reason => 'not_in_future', hint => 'Give a time in the future.');
  end if;
  return deadline;
end;
$$;

comment on function rowlock._ask_deadline is 'Null: never. Raises PT400 naming the field.';
revoke all on function rowlock._ask_deadline from public;
