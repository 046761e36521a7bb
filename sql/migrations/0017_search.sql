-- What a search tells beside its page: words that are in use, counts by value, and groups.

-- These take more arguments now.
drop function if exists rowlock.escalation_list(
  text, text[], text[], text, text, text, integer, uuid, text, text, uuid, uuid[], text, boolean, boolean,
  jsonb, jsonb, jsonb, integer, integer, text, text, uuid);
drop function if exists rowlock.escalation_available(
  text, text[], text, text, text, integer, uuid, text, text, uuid, uuid[], text, boolean,
  jsonb, jsonb, jsonb, integer, integer, text, text, uuid);
drop function if exists rowlock._escalation_search_arms(jsonb, text, boolean);

create type rowlock.escalation_words as (
  items  text[],
  capped boolean
);
comment on type rowlock.escalation_words is 'Words in use, sorted, and whether rows were left unread.';

create type rowlock.escalation_values as (
  items  jsonb,
  total  bigint,
  rows   bigint,
  capped boolean
);
comment on type rowlock.escalation_values is
  'Values of a facet [{value, count}], how many different ones there are, in how many rows, and whether rows were left unread.';

create type rowlock.escalation_group_page as (
  items        jsonb,
  total        bigint,
  total_capped boolean
);
comment on type rowlock.escalation_group_page is 'Groups of a page, and how many there are in all.';
