-- rowlock._schema_punycode(encoded): the code points that a label has in Punycode, RFC 3492, without xn--.
create or replace function rowlock._schema_punycode(encoded text)
returns integer[]
language plpgsql immutable security invoker
set search_path = pg_catalog, pg_temp
as $$
declare
  c_digits constant text := 'abcdefghijklmnopqrstuvwxyz0123456789';
  v_basic  constant text := coalesce(substring(encoded from '^(.*)-[^-]*$'), '');
  v_rest   constant text := substring(encoded from '[^-]*$');
  v_points integer[] := array(
    select ascii(c.letter) from string_to_table(v_basic, null) with ordinality c (letter, n) order by c.n);
  v_code   bigint := 128;
  v_at     bigint := 0;
  v_bias   integer := 72;
  v_from   bigint := 0;
  v_weight bigint := 1;
  v_turn   integer := 36;
  v_low    integer;
  v_digit  integer;
  v_delta  bigint;
  v_letter text;
begin
  foreach v_letter in array string_to_array(v_rest, null) loop
    v_digit := strpos(c_digits, v_letter) - 1;
    v_at := v_at + v_digit * v_weight;
    v_low := least(26, greatest(1, v_turn - v_bias));
    if v_digit < 0 or v_at > 100000000 then
      return null;
    end if;
    if v_digit >= v_low then
      v_weight := v_weight * (36 - v_low);
      v_turn := v_turn + 36;
      continue;
    end if;
    -- One code point is complete: where it stands, and which it is.
    v_delta := (v_at - v_from) / case when v_from = 0 and v_code = 128 then 700 else 2 end;
    v_delta := v_delta + v_delta / (cardinality(v_points) + 1);
    v_bias := 0;
    while v_delta > 455 loop
      v_delta := v_delta / 35;
      v_bias := v_bias + 36;
    end loop;
    v_bias := v_bias + 36 * v_delta / (v_delta + 38);
    v_code := v_code + v_at / (cardinality(v_points) + 1);
    v_at := v_at % (cardinality(v_points) + 1);
    if v_code > 1114111 or v_code between 55296 and 57343 then
      return null;
    end if;
    v_points := v_points[:v_at] || v_code::integer || v_points[v_at + 1:];
    v_at := v_at + 1;
    v_from := v_at;
    v_weight := 1;
    v_turn := 36;
  end loop;
  -- The last one has to be complete.
  return case when v_turn = 36 then v_points end;
end;
$$;

comment on function rowlock._schema_punycode is 'Null when it is none. The label is in lower case.';
revoke all on function rowlock._schema_punycode from public;
