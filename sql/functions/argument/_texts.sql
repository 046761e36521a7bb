-- rowlock._argument_texts(given, max_length): refuse texts that are too long, several at once.
create or replace function rowlock._argument_texts(
  given      jsonb,
  max_length integer default 200
)
returns void
language plpgsql immutable security invoker
set search_path = pg_catalog, pg_temp
as $$
declare
  r record;
begin
  for r in select g.key, g.value from jsonb_each_text(given) g where length(g.value) > max_length order by 1 loop
    perform rowlock._argument_text(field => r.key, value => r.value, max_length => max_length);
  end loop;
end;
$$;

comment on function rowlock._argument_texts is 'Raises PT400 naming the first of the fields {name: text} that is too long.';
revoke all on function rowlock._argument_texts from public;
