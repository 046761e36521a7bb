-- rowlock.api_key_mint_answer(result): the new key as HTTP answers it.
create or replace function rowlock.api_key_mint_answer(result rowlock.api_key_minted)
returns rowlock.http_answer
language sql stable security definer
set search_path = pg_catalog, pg_temp
as $$
  select row(
    201, rowlock._time_record(record => to_jsonb(result), names => '{created_at,expires_at}'))::rowlock.http_answer;
$$;

comment on function rowlock.api_key_mint_answer is
  'The key, this once.
Answers 201: "$api_key_minted"';
revoke all on function rowlock.api_key_mint_answer from public;
select rowlock._function_grant('api_key_mint_answer', 'service');
