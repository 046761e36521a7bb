-- rowlock._topic_room(): refuse one more topic where there are enough.
-- Reads: rowlock.topic_catalog.
create or replace function rowlock._topic_room()
returns void
language plpgsql volatile security invoker
set search_path = pg_catalog, pg_temp
as $$
begin
  -- Every reader of the journal holds its patterns against all of them.
  if (select count(*) from rowlock.topic_catalog t where t.category = 'app') >= 1000 then
    raise exception 'there are too many topics'
      using errcode = 'PT409', constraint = 'topic_count',
            detail = jsonb_build_object('reason', 'too_many', 'max', 1000)::text,
            hint = 'Put what varies into the payload or the subject, and delete topics that nobody uses.';
  end if;
end;
$$;

comment on function rowlock._topic_room is 'Raises PT409 when there are 1,000 topics of one''s own.';
revoke all on function rowlock._topic_room from public;
