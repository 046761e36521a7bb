-- rowlock._trigger_put(statement): create or replace a trigger, unless it is what it was.
create or replace function rowlock._trigger_put(statement text)
returns void
language plpgsql volatile security invoker
set search_path = pg_catalog, pg_temp
set standard_conforming_strings = on
as $$
declare
  v_found  constant text[] := regexp_match(statement, 'create or replace trigger (\w+) .*? on (rowlock\.\w+)\s');
  v_digest constant text := format('As of %s.', md5(replace(btrim(statement, E' \n'), 'rowlock.', '')));
begin
  -- Replacing one locks its table: an install would wait for writers, and deadlock with some.
  if exists (
    select from pg_trigger t
    where t.tgname = v_found[1] and t.tgrelid = v_found[2]::regclass and obj_description(t.oid, 'pg_trigger') = v_digest)
  then
    return;
  end if;
  execute statement;
  execute format('comment on trigger %I on %s is %L', v_found[1], v_found[2]::regclass, v_digest);
end;
$$;

comment on function rowlock._trigger_put is
  'Runs the statement when the trigger is missing or was made by another one; its comment keeps the digest.';
revoke all on function rowlock._trigger_put from public;
