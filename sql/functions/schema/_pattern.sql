-- rowlock._schema_pattern(pattern): a regular expression of ECMA 262 in the dialect of Postgres.
create or replace function rowlock._schema_pattern(pattern text)
returns rowlock.schema_pattern
language plpgsql stable security invoker
set search_path = pg_catalog, pg_temp
set standard_conforming_strings = on
as $$
declare
  -- Escapes, sets, openings of groups, quantifiers, characters; the longest wins.
  c_token constant text := '\\u\{[0-9A-Fa-f]{1,8}\}|\\u[dD][89abAB][0-9A-Fa-f]{2}\\u[dD][c-fC-F][0-9A-Fa-f]{2}|\\u[0-9A-Fa-f]{4}'
    '|\\x[0-9A-Fa-f]{2}|\\c[A-Za-z]|\\[pP]\{[A-Za-z_=]*\}|\\.|\[\^?(?:\\.|[^]\\])*\]|\(\?<[A-Za-z_$][A-Za-z0-9_$]*>'
    '|\(\?<?[:=!]|\(\?|\{[0-9]{1,9}(?:,[0-9]{0,9})?\}|.';
  v_token text;
  v_out   text := '';
  v_kind  text := 'start';
  v_level integer := 1;
  -- A level of groups each: where its last atom begins, its states and its optional parts, whether it looks around.
  v_from  integer[] := '{1}';
  v_size  integer[] := '{0}';
  v_free  integer[] := '{0}';
  v_look  boolean[] := '{f}';
  v_looks boolean := false;
  -- Of the last atom.
  v_states integer := 0;
  v_maybe  integer := 0;
  v_most   integer;
begin
  -- Most patterns are the same in both dialects.
  if char_length(pattern) <= 100 and pattern ~ ('^\^?(?:(?:[-A-Za-z0-9_ @,:;=!/%&#"''<>~]|\\[dw./+*?()-]'
    '|\[\^?(?:[A-Za-z0-9]-[A-Za-z0-9]|[A-Za-z0-9_.@ ])+-?\])(?:[*+?]|\{[0-9]{1,2}(?:,[0-9]{0,2})?\})?)*\$?$') then
    return row(pattern, 2 + case when strpos(pattern, '{') > 0 then 20 else 0 end)::rowlock.schema_pattern;
  end if;
  if char_length(pattern) > 1000 then
    perform rowlock._schema_pattern_refuse(message => 'is longer than 1000 characters');
  end if;

  for v_token in select t.m[1] from regexp_matches(pattern, c_token, 'g') t (m) loop
    if v_token ~ '^(?:[*+?]|\{[0-9].*\})$' then
      -- Lazy or greedy, the same strings match.
      continue when v_kind = 'quantifier' and v_token = '?';
      if v_kind <> 'atom' then
        perform rowlock._schema_pattern_refuse(message => 'repeats what cannot be repeated');
      end if;
      v_kind := 'quantifier';
      -- The end of its counts, or the beginning where it has none.
      v_most := case when v_token in ('*', '+', '?') then 1 else least(2000, coalesce(
        nullif(regexp_replace(v_token, '^.*,|[{}]', '', 'g'), ''), substring(v_token from '[0-9]+'))::numeric) end;
      v_out := left(v_out, v_from[v_level] - 1)
        || rowlock._schema_repeat(atom => substr(v_out, v_from[v_level]), quantifier => v_token);
      v_size[v_level] := least(100000, v_size[v_level] + v_states::bigint * greatest(v_most - 1, 0));
      v_free[v_level] := least(100000, v_free[v_level] + v_maybe::bigint * greatest(v_most - 1, 0)
        + case
          when v_token ~ '^(?:\+|\{([0-9]+)\}|\{[1-9][0-9]*,.*\})$' then 0
          when v_states = 1 then 1
          else greatest(v_most, 1) end);
    elsif v_token = ')' then
      if v_level = 1 then
        perform rowlock._schema_pattern_refuse(message => 'closes a group that is not open');
      end if;
      v_out := v_out || ')';
      v_states := v_size[v_level] + 1;
      v_maybe := v_free[v_level];
      v_kind := case when v_look[v_level] and not v_look[v_level - 1] then 'look' else 'atom' end;
      v_level := v_level - 1;
      v_size[v_level] := least(100000, v_size[v_level] + v_states);
      v_free[v_level] := least(100000, v_free[v_level] + v_maybe);
    elsif v_token ~ '^\(' then
      if v_token = '(?' or v_token ~ '^\(\?<?[=!]' and v_look[v_level] or v_level > 20 then
        perform rowlock._schema_pattern_refuse(message => 'has a group that Postgres cannot honour, or too many in each other');
      end if;
      v_from[v_level] := char_length(v_out) + 1;
      v_level := v_level + 1;
      v_from[v_level] := 0;
      v_size[v_level] := 0;
      v_free[v_level] := 0;
      v_look[v_level] := v_look[v_level - 1] or v_token ~ '^\(\?<?[=!]';
      v_looks := v_looks or v_look[v_level];
      v_out := v_out || case when v_token ~ '^\(\?<?[=!]' then v_token else '(?:' end;
      v_kind := 'start';
    elsif v_token in ('|', '^', '$', '\b', '\B') then
      v_out := v_out || case v_token when '\b' then '\y' when '\B' then '\Y' else v_token end;
      v_kind := 'start';
    else
      v_from[v_level] := char_length(v_out) + 1;
      v_out := v_out || rowlock._schema_atom(v_token);
      v_states := 1;
      v_maybe := 0;
      v_size[v_level] := v_size[v_level] + 1;
      v_kind := 'atom';
    end if;
  end loop;
  if v_level > 1 then
    perform rowlock._schema_pattern_refuse(message => 'leaves a group open');
  end if;
  if v_size[1] > 2000 or v_free[1] > 100 or char_length(v_out) > 100000 then
    perform rowlock._schema_pattern_refuse(message => 'repeats more than Postgres can bound: keep the counts small');
  end if;
  -- A lookaround is tried at each character, to the end; a property of Unicode has hundreds of ranges.
  return row(v_out, char_length(pattern) / 4 + char_length(v_out) / 50 + v_size[1] / 10 + v_free[1] * v_free[1] / 10
    + case when v_looks then 1000 else 0 end)::rowlock.schema_pattern;
end;
$$;

comment on function rowlock._schema_pattern is
  'The translation, and the work of it. Raises PT422 for what Postgres cannot honour or bound.';
revoke all on function rowlock._schema_pattern from public;
