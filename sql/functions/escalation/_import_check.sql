-- rowlock._escalation_import_check(rows): refuse steps of a log that are not well formed, naming the first.
create or replace function rowlock._escalation_import_check(rows jsonb)
returns void
language plpgsql stable security invoker
set search_path = pg_catalog, pg_temp
as $$
declare
  v_known constant text[] := array[
    'origin_id', 'key', 'type', 'role', 'resource', 'created_at', 'claimed_at', 'resolved_at'];
  v_bad   record;
begin
  if rows is null or jsonb_typeof(rows) <> 'array' then
    perform rowlock._argument_refuse(field => 'rows', reason => 'not_array', hint => 'Give rows as a JSON array.');
  end if;
  perform rowlock._argument_range(field => 'rows', value => jsonb_array_length(rows), low => 0, high => 5000);

  select r.n, k.key, case
    when jsonb_typeof(r.step) <> 'object' then 'not_object'
    when k.key <> all (v_known) then 'unknown'
    when jsonb_typeof(k.value) not in ('string', 'null') then 'not_string'
    else 'name_too_long'
  end as reason
  into v_bad
  from jsonb_array_elements(rows) with ordinality r (step, n)
  left join lateral jsonb_each(case jsonb_typeof(r.step) when 'object' then r.step else '{}' end) k on true
  where jsonb_typeof(r.step) <> 'object' or k.key <> all (v_known)
    or jsonb_typeof(k.value) not in ('string', 'null')
    -- An account's name is the resource's with a prefix, and has 200 characters at most.
    or length(k.value #>> '{}') > case k.key when 'resource' then 193 else 200 end
  order by r.n
  limit 1;

  if not found then
    begin
      select q.n, split_part(q.wrong, ' ', 1) as key, split_part(q.wrong, ' ', 2) as reason
      into v_bad
      from (
        select s.n, case
          when coalesce(s.origin_id, '') = '' then 'origin_id key_missing'
          when coalesce(s.key, '') = '' then 'key key_missing'
          when coalesce(s.type, '') = '' then 'type key_missing'
          when coalesce(s.role, '') = '' then 'role key_missing'
          when s.role !~ '^[a-z][a-z0-9_-]*$' then 'role form'
          when s.created_at is null then 'created_at key_missing'
          when not isfinite(s.created_at) then 'created_at infinite'
          when not isfinite(s.resolved_at) or s.resolved_at < s.created_at then 'resolved_at before_created'
          when s.claimed_at is not null and s.resolved_at is null then 'claimed_at still_open'
          when s.claimed_at not between s.created_at and s.resolved_at then 'claimed_at outside'
        end as wrong
        from rows from (jsonb_to_recordset(rows) as (
          origin_id text, key text, type text, role text,
          created_at timestamptz, claimed_at timestamptz, resolved_at timestamptz)) with ordinality
          as s (origin_id, key, type, role, created_at, claimed_at, resolved_at, n)
      ) q
      where q.wrong is not null
      order by q.n
      limit 1;
    exception when data_exception then
      perform rowlock._argument_refuse(
        field => 'rows', reason => 'not_a_time', hint => 'Give the times in ISO 8601 with an offset.');
    end;
  end if;

  if v_bad.reason is not null then
    raise exception 'argument is not valid'
      using errcode = 'PT400', constraint = 'argument_invalid',
            detail = jsonb_strip_nulls(jsonb_build_object(
              'reason', v_bad.reason, 'field', 'rows', 'row', v_bad.n, 'key', v_bad.key))::text,
            hint = 'A row is {origin_id, key, type, role, resource, created_at, claimed_at, resolved_at}, '
              'all strings; resource, claimed_at and resolved_at may be missing.';
  end if;
end;
$$;

comment on function rowlock._escalation_import_check is
  'Raises PT400 naming the first row (counted from 1) and its key: form, lengths, role names, and created <= claimed <= resolved.';
revoke all on function rowlock._escalation_import_check from public;
