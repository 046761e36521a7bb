-- rowlock._signal_check(payload, ttl): refuse what is no answer, or would be kept for no time or for too long.
create or replace function rowlock._signal_check(
  payload jsonb,
  ttl     interval
)
returns void
language plpgsql immutable security invoker
set search_path = pg_catalog, pg_temp
as $$
begin
  if payload is null then
    perform rowlock._argument_text(field => 'payload', value => null, required => true);
  end if;
  perform rowlock._argument_size(field => 'payload', value => payload);
  if ttl is null then
    perform rowlock._argument_text(field => 'ttl', value => null, required => true);
  end if;
  if ttl <= interval '0' then
    perform rowlock._argument_refuse(
      field => 'ttl', reason => 'not_in_future', hint => 'Give an interval of more than 0.');
  end if;
  if ttl > interval '1 day' then
    perform rowlock._argument_refuse(field => 'ttl', reason => 'too_far', hint => 'Give at most a day.');
  end if;
end;
$$;

comment on function rowlock._signal_check is 'A JSON null is an answer, no payload is none. Raises PT400.';
revoke all on function rowlock._signal_check from public;
