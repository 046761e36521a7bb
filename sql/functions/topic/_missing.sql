-- rowlock._topic_missing(topic): refuse a topic that the catalog does not have.
create or replace function rowlock._topic_missing(topic text)
returns void
language plpgsql immutable security invoker
set search_path = pg_catalog, pg_temp
as $$
begin
  perform rowlock._argument_text(field => 'topic', value => topic, required => true);
  raise exception 'topic does not exist'
    using errcode = 'PT404', constraint = 'topic_exists',
          detail = jsonb_build_object('reason', 'not_found', 'topic', topic)::text,
          hint = 'GET /api/topics lists them; one of your own is learned when somebody publishes on it.';
end;
$$;

comment on function rowlock._topic_missing is 'Raises PT404, or PT400 without a topic.';
revoke all on function rowlock._topic_missing from public;
