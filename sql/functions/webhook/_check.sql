-- rowlock._webhook_check(webhook): refuse an address, topics or a description that a webhook cannot have.
create or replace function rowlock._webhook_check(webhook rowlock.webhook)
returns void
language plpgsql immutable security invoker
set search_path = pg_catalog, pg_temp
set standard_conforming_strings = on
as $$
begin
  perform rowlock._argument_text(field => 'url', value => webhook.url, max_length => 2000, required => true);
  -- A password in an address would stand in lists and logs.
  if webhook.url ~* '^https?://[^/?#]*@' then
    perform rowlock._argument_refuse(
      field => 'url', reason => 'has_password', hint => 'Leave name and password out: deliveries are signed.');
  end if;
  if webhook.url !~* '^https?://([a-z0-9._-]+|\[[0-9a-f:.]+\])(:[0-9]{1,5})?([/?][!-~]*)?$' or webhook.url ~ '#' then
    perform rowlock._argument_refuse(
      field => 'url', reason => 'not_url',
      hint => 'Give an address as https://example.org/path?query, in ASCII, without a fragment.');
  end if;
  if coalesce(cardinality(webhook.topics), 0) = 0 then
    perform rowlock._argument_text(field => 'topics', value => null, required => true);
  end if;
  perform rowlock._topic_patterns(field => 'topics', patterns => webhook.topics, most => 100);
  perform rowlock._argument_text(field => 'description', value => webhook.description, max_length => 10000);
end;
$$;

comment on function rowlock._webhook_check is
  'Raises PT400 naming the field. Whether the address may be reached is seen when it is: names change what they stand for.';
revoke all on function rowlock._webhook_check from public;
