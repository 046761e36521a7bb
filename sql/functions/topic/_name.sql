-- rowlock._topic_name(topic): refuse a name that no topic of one's own can have.
create or replace function rowlock._topic_name(topic text)
returns void
language plpgsql immutable security invoker
set search_path = pg_catalog, pg_temp
set standard_conforming_strings = on
as $$
begin
  perform rowlock._argument_text(field => 'topic', value => topic, required => true);
  if topic !~ '^app(\.[a-z0-9_-]+){1,10}$' then
    perform rowlock._argument_refuse(
      field => 'topic', reason => 'not_own',
      hint => 'Topics of your own begin with app. and go on in words of a-z, 0-9, _ and - with dots between them.');
  end if;
end;
$$;

comment on function rowlock._topic_name is 'Raises PT400 naming the field.';
revoke all on function rowlock._topic_name from public;
