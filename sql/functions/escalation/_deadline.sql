-- rowlock._escalation_deadline(timeout, expires_at, at): the deadline, from either of its two forms.
create or replace function rowlock._escalation_deadline(
  timeout    interval,
  expires_at timestamptz,
  at         timestamptz
)
returns timestamptz
language plpgsql immutable security invoker
set search_path = pg_catalog, pg_temp
as $$
begin
  if timeout is not null and expires_at is not null then
    perform rowlock._argument_refuse(
      field => 'timeout', reason => 'two_deadlines', hint => 'Give timeout or expires_at, not both.');
  end if;
  if timeout is not null then
    if timeout > interval '100 years' then
      perform rowlock._argument_refuse(field => 'timeout', reason => 'too_far', hint => 'Give at most 100 years.');
    end if;
    -- A month less 29 days is more than 0, but ends before it begins in February.
    if timeout <= interval '0' or at + timeout <= at then
      perform rowlock._argument_refuse(
        field => 'timeout', reason => 'not_in_future', hint => 'Give an interval of more than 0.');
    end if;
    return at + timeout;
  end if;
  if expires_at <= at or not isfinite(expires_at) then
    perform rowlock._argument_refuse(
      field => 'expires_at', reason => 'not_in_future', hint => 'Give a time in the future.');
  end if;
  return expires_at;
end;
$$;

comment on function rowlock._escalation_deadline is
  'The time the row closes, null: never. Raises PT400 when it is not in the future, or both forms are given.';
revoke all on function rowlock._escalation_deadline from public;
