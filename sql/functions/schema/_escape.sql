-- rowlock._schema_escape(token): a character or an escape of a pattern, as it stands in a set of Postgres.
create or replace function rowlock._schema_escape(token text)
returns text
language plpgsql stable security invoker
set search_path = pg_catalog, pg_temp
set standard_conforming_strings = on
as $$
declare
  c_space constant text := '\t\n\u000b\f\r \u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff';
  v_code  bigint;
begin
  if token !~ '^\\' then
    return case when token ~ '^[][\\^-]$' then '\' || token else token end;
  end if;
  case
    when token = '\d' then return '0-9';
    when token = '\D' then return '\u0001-/:-\U0010FFFF';
    when token = '\w' then return 'A-Za-z0-9_';
    when token = '\W' then return '\u0001-/:-@\[-\^`{-\U0010FFFF';
    when token = '\s' then return c_space;
    when token = '\S' then
      return '\u0001-\u0008\u000e-\u001f!-\u009f\u00a1-\u167f\u1681-\u1fff\u200b-\u2027\u202a-\u202e\u2030-\u205e\u2060-\u2fff'
        '\u3001-\ufefe\uff00-\U0010FFFF';
    when token ~ '^\\[tnfr]$' then return token;
    when token = '\v' then return '\u000b';
    when token = '\b' then return '\u0008';
    when token = '\0' then return '\u0000';
    when token ~ '^\\[^A-Za-z0-9]$' then return token;
    when token ~ '^\\c.' then return format('\u%s', lpad(to_hex(ascii(substr(token, 3)) % 32), 4, '0'));
    when token ~ '^\\[pP]\{' then return rowlock._schema_property(token);
    when token ~ '^\\u....\\u' then
      v_code := 65536 + (('x' || lpad(substr(token, 3, 4), 8, '0'))::bit(32)::integer - 55296) * 1024
        + ('x' || lpad(substr(token, 9, 4), 8, '0'))::bit(32)::integer - 56320;
    when token ~ '^\\[ux].' then
      v_code := ('x' || lpad(regexp_replace(token, '^\\[ux]|[{}]', '', 'g'), 16, '0'))::bit(64)::bigint;
    else
      perform rowlock._schema_pattern_refuse(message => case
        when token ~ '^\\[1-9k]' then 'refers back to a group: Postgres cannot bound that' else format('has the unknown escape %s', token) end);
  end case;
  if v_code > 1114111 then
    perform rowlock._schema_pattern_refuse(message => format('has the unknown escape %s', token));
  end if;
  return format('\U%s', lpad(to_hex(v_code), 8, '0'));
end;
$$;

comment on function rowlock._schema_escape is
  'Without brackets; \d, \w are ASCII and \s Unicode, as in ECMA 262. Raises PT422 for what Postgres cannot honour.';
revoke all on function rowlock._schema_escape from public;
