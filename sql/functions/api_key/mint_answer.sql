-- rowlock.api_key_mint_answer(result): the new key as HTTP answers it.
create or replace function rowlock.api_key_mint_answer(result rowlock.api_key_minted)
returns rowlock.http_answer
language plpgsql stable security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  return row(201, to_jsonb(result) || jsonb_build_object(
    'expires_at', rowlock._time_iso(result.expires_at),
    'created_at', rowlock._time_iso(result.created_at)))::rowlock.http_answer;
end;
$$;

comment on function rowlock.api_key_mint_answer is
  'The key, shown this once.
Answers 201: "$api_key_minted"';
revoke all on function rowlock.api_key_mint_answer from public;
select rowlock._function_grant('api_key_mint_answer', 'service');
