-- rowlock.escalation_claim_by_metadata_answer(result): the claim as HTTP answers it.
create or replace function rowlock.escalation_claim_by_metadata_answer(result rowlock.escalation_claimed)
returns rowlock.http_answer
language plpgsql stable security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  return row(200, jsonb_build_object(
    'escalation', rowlock._escalation_record(result.escalation),
    'is_extension', result.is_extension,
    'isExtension', result.is_extension))::rowlock.http_answer;
end;
$$;

comment on function rowlock.escalation_claim_by_metadata_answer is
  'The record and whether a live claim was prolonged.
Answers: {"escalation": "$escalation", "is_extension": false, "isExtension": false}';
revoke all on function rowlock.escalation_claim_by_metadata_answer from public;
select rowlock._function_grant('escalation_claim_by_metadata_answer', 'service');
