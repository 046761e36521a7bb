-- rowlock._facet_number(value): the number that a facet holds, as an inlined expression; null for all else.
create or replace function rowlock._facet_number(value jsonb)
returns numeric
language sql immutable security invoker
as $$
  -- A case for each kind, because a cast must never see what it cannot take. The bounds are those of a double:
  -- a number of a hundred thousand digits is a text of another kind, and no cursor could hold it.
  select case pg_catalog.jsonb_typeof($1)
    when 'number' then case
      when pg_catalog.abs($1::numeric) operator(pg_catalog.<) 1e309 and pg_catalog.scale($1::numeric) operator(pg_catalog.<=) 400
        then $1::numeric
    end
    when 'string' then case
      when pg_catalog.length($1 operator(pg_catalog.#>>) '{}') operator(pg_catalog.<=) 250
        and ($1 operator(pg_catalog.#>>) '{}') operator(pg_catalog.~) '^-?[0-9]+([.][0-9]+)?$'
        then ($1 operator(pg_catalog.#>>) '{}')::numeric
    end
  end
$$;

comment on function rowlock._facet_number is
  'A JSON number below 1e309 with at most 400 decimals, or a string of at most 250 characters with a plain decimal number in it, as 12 or -3.5; else null.';
revoke all on function rowlock._facet_number from public;
