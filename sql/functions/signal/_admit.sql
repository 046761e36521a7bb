-- rowlock._signal_admit(signal_key, access, at): may this actor have one more answer kept?
-- Reads: rowlock.signal.
create or replace function rowlock._signal_admit(
  signal_key text,
  access     rowlock.access,
  at         timestamptz
)
returns void
language plpgsql volatile security invoker
set search_path = pg_catalog, pg_temp
as $$
declare
  c_kept constant integer := 1000;
begin
  -- Whoever may write nowhere is told what they would be told of a row that is there.
  if not (access.is_global or cardinality(access.write_all || access.write_self) > 0) then
    perform rowlock._wait_missing(signal_key => signal_key);
  end if;
  if c_kept <= (
    select count(*) from (
      select from rowlock.signal s
      where s.sender = access.actor and s.expires_at > at
        and s.signal_key <> _signal_admit.signal_key
      limit c_kept) k)
  then
    raise exception 'too many signals are kept'
      using errcode = 'PT429', constraint = 'signal_limit',
            detail = jsonb_build_object('reason', 'too_many', 'max', c_kept)::text,
            hint = 'Wait until their questions are asked, or give them a shorter ttl.';
  end if;
end;
$$;

comment on function rowlock._signal_admit is
  'A sender has 1000 answers kept at most. Raises PT404 for who may write nowhere, PT429.';
revoke all on function rowlock._signal_admit from public;
