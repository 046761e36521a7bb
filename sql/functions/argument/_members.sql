-- rowlock._argument_members(patch, kinds): refuse a patch with a key that is unknown, or a value of the wrong kind.
create or replace function rowlock._argument_members(
  patch jsonb,
  kinds jsonb
)
returns void
language plpgsql immutable security invoker
set search_path = pg_catalog, pg_temp
as $$
declare
  r record;
begin
  perform rowlock._argument_object(field => 'patch', value => patch, required => true);
  for r in
    select m.key, kinds ->> m.key as kind, jsonb_typeof(m.value) as found from jsonb_each(patch) m order by 1
  loop
    if r.kind is null then
      perform rowlock._argument_refuse(
        field => r.key, reason => 'unknown',
        hint => format('Leave it out; %s can be patched.',
          (select string_agg(k.name, ', ' order by k.name) from jsonb_object_keys(kinds) k (name))));
    end if;
    -- The kinds are string, integer, boolean, object and any; one with a question mark may be null, any may too.
    continue when r.kind = 'any' or r.kind like '%?' and r.found = 'null';
    if r.found = 'null' then
      perform rowlock._argument_text(field => r.key, value => null, required => true);
    elsif rtrim(r.kind, '?') = 'object' then
      perform rowlock._argument_object(field => r.key, value => patch -> r.key);
    elsif rtrim(r.kind, '?') = 'integer' then
      -- As in a request: 2.0 is none.
      if r.found <> 'number' or patch ->> r.key !~ '^-?[0-9]{1,18}$' then
        perform rowlock._argument_refuse(
          field => r.key, reason => 'not_integer', hint => format('Give %s as a whole number.', r.key));
      end if;
    elsif rtrim(r.kind, '?') = 'boolean' then
      if r.found <> 'boolean' then
        perform rowlock._argument_refuse(
          field => r.key, reason => 'not_boolean', hint => format('Give %s as true or false.', r.key));
      end if;
    elsif r.found <> 'string' then
      perform rowlock._argument_refuse(
        field => r.key, reason => 'not_string', hint => format('Give %s as a string.', r.key));
    end if;
  end loop;
end;
$$;

comment on function rowlock._argument_members is
  'Raises PT400 naming the member of the patch that is none of {name: kind}, or not of that kind.';
revoke all on function rowlock._argument_members from public;
