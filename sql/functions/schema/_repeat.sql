-- rowlock._schema_repeat(atom, quantifier): an atom of a pattern with its quantifier, in counts that Postgres takes.
create or replace function rowlock._schema_repeat(
  atom       text,
  quantifier text
)
returns text
language plpgsql immutable security invoker
set search_path = pg_catalog, pg_temp
set standard_conforming_strings = on
as $$
declare
  v_counts constant text[] := regexp_match(quantifier, '^\{([0-9]+)(,?)([0-9]*)\}$');
  v_low    integer;
  v_high   integer;
  v_out    text := '';
begin
  if v_counts is null or greatest(v_counts[1]::numeric, nullif(v_counts[3], '')::numeric) <= 255 then
    return atom || quantifier;
  end if;
  if greatest(v_counts[1]::numeric, nullif(v_counts[3], '')::numeric) > 2000 then
    perform rowlock._schema_pattern_refuse(message => 'repeats more than 2000 times: say it by maxLength');
  end if;
  v_low := v_counts[1];
  v_high := case when v_counts[2] = '' then v_low when v_counts[3] <> '' then v_counts[3]::integer end;
  if v_high < v_low then
    perform rowlock._schema_pattern_refuse(message => 'has a count whose end is before its beginning');
  end if;
  -- 255 is the most that one quantifier counts to.
  v_out := repeat(atom || '{255}', v_low / 255) || atom || '{' || v_low % 255 || '}';
  return '(?:' || v_out || case
    when v_high is null then atom || '*'
    else repeat(atom || '{0,255}', (v_high - v_low) / 255) || atom || '{0,' || (v_high - v_low) % 255 || '}' end || ')';
end;
$$;

comment on function rowlock._schema_repeat is 'Counts beyond 255 in several parts. Raises PT422 beyond 2000.';
revoke all on function rowlock._schema_repeat from public;
