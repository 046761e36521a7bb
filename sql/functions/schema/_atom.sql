-- rowlock._schema_atom(token): one character, escape or set of a pattern, in the dialect of Postgres.
create or replace function rowlock._schema_atom(token text)
returns text
language plpgsql stable security invoker
set search_path = pg_catalog, pg_temp
set standard_conforming_strings = on
as $$
declare
  -- A character of a set, or an escape.
  c_one constant text :=
    '\\u\{[0-9A-Fa-f]{1,8}\}|\\u[0-9A-Fa-f]{4}|\\x[0-9A-Fa-f]{2}|\\c[A-Za-z]|\\[pP]\{[A-Za-z_=]*\}|\\.|[^\\]';
  v_body text;
  v_pair text[];
  v_out  text := '';
begin
  if token = '.' then
    return '[^\n\r\u2028\u2029]';
  elsif token !~ '^[\[\\]' then
    -- A lone bracket or brace is a character.
    return case when token ~ '^[]{}[]$' then '\' || token else token end;
  elsif token ~ '^\\' then
    v_body := rowlock._schema_escape(token);
    return case
      when token ~ '^\\P' then '[^' || v_body || ']'
      when v_body ~ '^(\\?.|\\u....|\\U........)$' then v_body
      else '[' || v_body || ']' end;
  elsif token = '[' then
    perform rowlock._schema_pattern_refuse(message => 'leaves a set open');
  elsif token in ('[]', '[^]') then
    return case token when '[]' then '[^\u0001-\U0010FFFF]' else '[\u0001-\U0010FFFF]' end;
  end if;
  v_body := regexp_replace(token, '^\[\^?|\]$', '', 'g');
  if v_body ~ '\\P\{' then
    perform rowlock._schema_pattern_refuse(message => 'has \P{…} in a set');
  end if;
  for v_pair in
    select t.m from regexp_matches(v_body, format('(%1$s)(?:-(%1$s))?', c_one), 'g') t (m)
  loop
    v_out := v_out || rowlock._schema_escape(v_pair[1]) || case
      when v_pair[2] is null then ''
      when v_pair[1] || v_pair[2] ~ '\\[dDwWsSpP]' then '\-' || rowlock._schema_escape(v_pair[2])
      else '-' || rowlock._schema_escape(v_pair[2]) end;
  end loop;
  return case when token ~ '^\[\^' then '[^' else '[' end || v_out || ']';
end;
$$;

comment on function rowlock._schema_atom is 'Something that a quantifier can follow. Raises PT422 for what Postgres cannot honour.';
revoke all on function rowlock._schema_atom from public;
