-- rowlock.escalation_facet_keys(actor): the facet keys of the rows that the actor may see, and of the roles' schemas.
-- Reads: rowlock.escalation, rowlock.role.
create or replace function rowlock.escalation_facet_keys(actor uuid default rowlock.actor_current())
returns rowlock.escalation_words
language plpgsql stable security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_access constant rowlock.access := rowlock._actor_access(actor => actor);
  v_words  rowlock.escalation_words := rowlock._escalation_words(access => v_access, kind => 'facet_keys');
begin
  select coalesce(array_agg(distinct k.word collate "C" order by k.word collate "C"), '{}')
  into v_words.items
  from (
    select unnest(v_words.items) as word
    union all
    select unnest(rowlock._facet_keys(r.metadata_schema -> 'properties'))
    from rowlock.role r
    where jsonb_typeof(r.metadata_schema -> 'properties') = 'object'
      and (v_access.is_global or r.role = any (v_access.read_all) or r.role = any (v_access.read_self))
  ) k;
  return v_words;
end;
$$;

comment on function rowlock.escalation_facet_keys is
  'Sorted, each once: those that a query can name, of metadata and of the properties of the roles'' metadata_schema. It looks at the first 10,000 free rows, leases and last ended rows of the roles; capped: there are more. Raises PT401, PT403.';
revoke all on function rowlock.escalation_facet_keys from public;
select rowlock._function_grant('escalation_facet_keys', 'service', 'user', 'proxy');
