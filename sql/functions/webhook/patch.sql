-- rowlock.webhook_patch(id, patch, actor): change address, topics or description of a webhook.
-- Writes: rowlock.webhook.
create or replace function rowlock.webhook_patch(
  id    uuid,
  patch jsonb default '{}',
  actor uuid default rowlock.actor_current()
)
returns rowlock.webhook
language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_access constant rowlock.access := rowlock._actor_access(actor => actor);
  v_old    rowlock.webhook;
  v_new    rowlock.webhook;
begin
  perform rowlock._argument_members(patch => patch, kinds => '{"url": "string", "topics": "any", "description": "string?"}');
  if patch ? 'topics' and (jsonb_typeof(patch -> 'topics') <> 'array'
    or jsonb_path_exists(patch, 'strict $.topics[*] ? (@.type() != "string")'))
  then
    perform rowlock._argument_refuse(
      field => 'topics', reason => 'not_strings', hint => 'Give topics as an array of strings.');
  end if;
  v_old := rowlock._webhook_locked(id => id, access => v_access);
  v_new := jsonb_populate_record(v_old, patch);
  v_new.description := coalesce(v_new.description, '');
  perform rowlock._webhook_check(webhook => v_new);
  if v_new is not distinct from v_old then
    return v_old;
  end if;

  update rowlock.webhook w
  set
    url = v_new.url, topics = v_new.topics, description = v_new.description,
    version = w.version + 1, updated_at = clock_timestamp()
  where w.id = webhook_patch.id
  returning w.* into v_new;
  return v_new;
end;
$$;

comment on function rowlock.webhook_patch is
  'Of {url, topics, description}: a key absent keeps, a value sets, null empties the description. What is pending goes to the new address; new topics count from the next event on. For the owner and global accounts. Raises PT400, PT401, PT403, PT404.
Example: {"url": "https://shop.example/hooks/rowlock", "topics": ["escalation.>", "run.*"], "description": "Tells the shop."}';
revoke all on function rowlock.webhook_patch from public;
select rowlock._function_grant('webhook_patch', 'service', 'user', 'proxy');
