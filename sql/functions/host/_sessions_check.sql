-- rowlock._host_sessions_check(sessions): refuse what is no listing of sessions.
create or replace function rowlock._host_sessions_check(sessions text[])
returns void
language plpgsql immutable security invoker
set search_path = pg_catalog, pg_temp
as $$
begin
  -- None listed is an answer; not listed is none: all runs of the host would be taken for lost.
  if sessions is null then
    perform rowlock._argument_text(field => 'sessions', value => null, required => true);
  end if;
  if cardinality(sessions) > 10000 then
    perform rowlock._argument_refuse(field => 'sessions', reason => 'too_many', hint => 'Name at most 10000 sessions.');
  end if;
  if exists (select from unnest(sessions) s (name) where coalesce(s.name, '') = '' or length(s.name) > 200) then
    perform rowlock._argument_refuse(
      field => 'sessions', reason => 'form', hint => 'Each is the name of a session, of 1 to 200 characters.');
  end if;
end;
$$;

comment on function rowlock._host_sessions_check is 'Raises PT400 for null, for more than 10,000, and for a name that is missing, empty or too long.';
revoke all on function rowlock._host_sessions_check from public;
