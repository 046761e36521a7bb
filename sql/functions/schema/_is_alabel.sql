-- rowlock._schema_is_alabel(label): is it a label in Punycode that IDNA 2008 allows?
create or replace function rowlock._schema_is_alabel(label text)
returns boolean
language plpgsql stable security invoker
set search_path = pg_catalog, pg_temp
set standard_conforming_strings = on
as $$
declare
  c_virama constant text :=
    '\u094d\u09cd\u0a4d\u0acd\u0b4d\u0bcd\u0c4d\u0ccd\u0d3b\u0d3c\u0d4d\u0dca\u0e3a\u0eba\u0f84'
    '\u1039\u103a\u1714\u1715\u1734\u17d2\u1a60\u1b44\u1baa\u1bab\u1bf2\u1bf3\u2d7f\ua806\ua82c\ua8c4'
    '\ua953\ua9c0\uaaf6\uabed\U00010a3f\U00011046\U00011070\U0001107f\U000110b9\U00011133\U00011134'
    '\U000111c0\U00011235\U000112ea\U0001134d\U00011442\U000114c2\U000115bf\U0001163f\U000116b6\U0001172b'
    '\U00011839\U0001193d\U0001193e\U000119e0\U00011a34\U00011a47\U00011a99\U00011c3f\U00011d44\U00011d45'
    '\U00011d97';
  c_arabic constant text := '\u0620-\u064a\u066e-\u06d3\u06fa-\u06ff\u0710-\u077f\u0840-\u0858\u08a0-\u08c7';
  v_points integer[];
  v_text   text;
begin
  if getdatabaseencoding() <> 'UTF8' then
    return true;
  end if;
  v_points := rowlock._schema_punycode(substr(label, 5));
  if v_points is null or not 127 < any (v_points) then
    return false;
  end if;
  v_text := (select string_agg(chr(p.code), '' order by p.n) from unnest(v_points) with ordinality p (code, n));
  -- RFC 5892: letters, marks and digits that a normalization leaves alone, and exceptions of both kinds.
  if v_text ~ '^-|-$|^..--' or normalize(v_text, nfkc) <> v_text
    or v_text collate "C" ~ ('[' || rowlock._schema_unicode_case('Lu') || '\u0640\u07fa\u302e\u302f\u3031-\u3035\u303b]')
    or v_text collate "C" !~ ('^[-' || rowlock._schema_unicode_letters('L') || rowlock._schema_unicode('M')
      || rowlock._schema_unicode('Nd') || '\u00b7\u0375\u05f3\u05f4\u06fd\u06fe\u0f0b\u3007\u30fb\u200c\u200d]+$')
    or v_text collate "C" ~ ('^[' || rowlock._schema_unicode('M') || ']') then
    return false;
  end if;
  -- RFC 5892 appendix A: characters that are allowed only beside others.
  return v_text collate "C" !~ ('(?:^|[^l])\u00b7|\u00b7(?:$|[^l])|\u0375(?:$|[^\u0370-\u03ff\u1f00-\u1fff])'
      '|(?:^|[^\u0590-\u05ff])[\u05f3\u05f4]|(?:^|[^' || c_virama || '])\u200d')
    and not (v_text ~ '\u30fb'
      and v_text collate "C" !~ '[\u3041-\u3096\u30a1-\u30fa\u31f0-\u31ff\u3005\u3007\u3400-\u4dbf\u4e00-\u9fff]')
    and not (v_text ~ '[\u0660-\u0669]' and v_text ~ '[\u06f0-\u06f9]')
    -- Between letters that join, or after a virama.
    and v_text collate "C" !~ (
      '(?:^|[^' || c_virama || c_arabic || '])\u200c|[' || c_arabic || ']\u200c(?:$|[^' || c_arabic || '])');
end;
$$;

comment on function rowlock._schema_is_alabel is 'The label in lower case, with its prefix xn--.';
revoke all on function rowlock._schema_is_alabel from public;
