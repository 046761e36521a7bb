-- rowlock._user_taken(external_id): refuse an external id that another account has.
create or replace function rowlock._user_taken(external_id text)
returns void
language plpgsql stable security invoker
set search_path = pg_catalog, pg_temp
as $$
begin
  raise exception 'external id is taken'
    using errcode = 'PT409', constraint = 'user_external_id_taken',
          detail = jsonb_build_object('reason', 'taken', 'external_id', external_id)::text,
          hint = 'Choose another, or use the account that has it.';
end;
$$;

comment on function rowlock._user_taken is 'Raises PT409.';
revoke all on function rowlock._user_taken from public;
