-- rowlock._argument_ids(field, value): refuse a list of ids that is missing, too long, or has holes.
create or replace function rowlock._argument_ids(
  field text,
  value uuid[]
)
returns void
language plpgsql immutable security invoker
set search_path = pg_catalog, pg_temp
as $$
begin
  if value is null then
    perform rowlock._argument_text(field => field, value => null, required => true);
  end if;
  if cardinality(value) > 1000 then
    perform rowlock._argument_refuse(
      field => field, reason => 'too_many', hint => 'Name at most 1000 rows.');
  end if;
  if exists (select from unnest(value) v (id) where v.id is null) then
    perform rowlock._argument_refuse(
      field => field, reason => 'null', hint => format('Each of %s is the id of a row.', field));
  end if;
end;
$$;

comment on function rowlock._argument_ids is 'Raises PT400 naming the field when there is no list, more than 1,000 ids, or a null.';
revoke all on function rowlock._argument_ids from public;
