-- rowlock._ask_question(role, type, question, …): what a run asks, as the row that it would become, or why it is none.
create or replace function rowlock._ask_question(
  role               text,
  type               text,
  question           jsonb,
  form_schema        jsonb,
  on_timeout         jsonb,
  priority           integer,
  metadata           jsonb,
  approvals_required integer,
  no_self_approval   boolean
)
returns rowlock.escalation
language plpgsql immutable security invoker
set search_path = pg_catalog, pg_temp
as $$
declare
  v_text constant text := case jsonb_typeof(question)
    when 'string' then question #>> '{}'
    when 'object' then case jsonb_typeof(question -> 'question') when 'string' then question ->> 'question' end
  end;
  v_form constant jsonb := nullif(form_schema, 'null');
  v_row  rowlock.escalation;
begin
  perform rowlock._argument_text(field => 'role', value => role, required => true);
  perform rowlock._argument_text(field => 'type', value => type, required => true);
  perform rowlock._argument_range(field => 'priority', value => priority, low => 1, high => 4);
  perform rowlock._argument_range(field => 'approvals_required', value => coalesce(approvals_required, 1), low => 1, high => 100);
  perform rowlock._argument_object(field => 'metadata', value => coalesce(metadata, '{}'), max_bytes => 32768);
  if question is null or jsonb_typeof(question) = 'string' then
    perform rowlock._argument_text(field => 'question', value => v_text, max_length => 10000, required => true);
  elsif jsonb_typeof(question) = 'object' then
    perform rowlock._argument_size(field => 'question', value => question);
  else
    perform rowlock._argument_refuse(
      field => 'question', reason => 'not_question', hint => 'Give a text, or an object, whose member question is shown as text.');
  end if;
  perform rowlock._argument_size(field => 'form_schema', value => form_schema);
  if v_form is not null and metadata ? 'form_schema' then
    perform rowlock._argument_refuse(
      field => 'form_schema', reason => 'two_forms', hint => 'Give form_schema or metadata.form_schema, not both.');
  end if;
  v_row.role := role;
  v_row.type := type;
  v_row.priority := priority;
  v_row.description := left(v_text, 10000);
  v_row.escalation_payload := case jsonb_typeof(question)
    when 'object' then question else jsonb_build_object('question', question) end;
  v_row.on_timeout := rowlock._argument_payload(field => 'on_timeout', value => on_timeout);
  v_row.metadata := coalesce(metadata, '{}') || case when v_form is not null then jsonb_build_object('form_schema', v_form) else '{}' end;
  v_row.approvals_required := coalesce(approvals_required, 1);
  v_row.no_self_approval := coalesce(no_self_approval, false);
  return v_row;
end;
$$;

comment on function rowlock._ask_question is 'Raises PT400 naming the field.';
revoke all on function rowlock._ask_question from public;
