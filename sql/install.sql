-- The map of the schema: psql -f sql/install.sql installs or upgrades it, in one transaction.
-- One line a file, in load order; `rowlock install` reads the same lines.
\set ON_ERROR_STOP on
\set QUIET on
\pset tuples_only on
\pset format unaligned
\o /dev/null
begin;

-- Roles, schema, ledger.
\ir bootstrap.sql

\ir functions/migration/_due.sql
\ir functions/migration/_done.sql
\ir functions/migration/_finish.sql
\ir functions/function/_grant.sql
\ir functions/view/_grant.sql
\ir functions/trigger/_put.sql

-- Tables and types: each runs once, and an edited one is refused.
\set migration 0001_access \set sha256 16291656d2653744bc9a1228a8792e1896f04180b68f81d0fa16c8f46a34a474 \ir _migration.psql
\set migration 0002_event \set sha256 e294c11436e26c503a73b7b02d2435dfcbdffe668dc71c88a87732eb80ebdd84 \ir _migration.psql
\set migration 0003_escalation \set sha256 5a45a8266e856d725f416edd90bf770d9b41c9d1396061527d78a00a7e73acf0 \ir _migration.psql
\set migration 0004_stats \set sha256 d9f6495caa59110aa29e58ecce910af45dd37314418c32377f90d30132e11373 \ir _migration.psql
\set migration 0005_event_stream \set sha256 3af2b7a9360fad58d0f14867901fa6eba641f72f498e7d40bfea235b6c22d4e7 \ir _migration.psql
\set migration 0006_operation \set sha256 ab3e8807c5d9ac7e3eb8308fc9c5346d87a6a9011a0d4a8f8f266c1f4c989ed3 \ir _migration.psql
\set migration 0007_role \set sha256 84601a0c1e9e4f58101c6607b9381b49a0c5ae7142d3592b63881689f0f7b207 \ir _migration.psql
\set migration 0008_people \set sha256 15a4a4449dfd782eb099ad4ebdf1cc0be815dd079618ef73376265eb78d267ea \ir _migration.psql
\set migration 0009_password \set sha256 09dafe8680bbf2d770abeea7109b4b61dd24739f8d41141c394a88c143edc220 \ir _migration.psql
\set migration 0010_idempotency \set sha256 2e1b6659fd95652bab834575567618aab04bbee6756be7714093fb455755861d \ir _migration.psql
select rowlock._migration_finish();

-- Functions: the file is the truth, so each is replaced every time.
\ir functions/actor/current.sql
\ir functions/actor/_speaks.sql
\ir functions/can/_read.sql
\ir functions/can/_write.sql
\ir functions/can/_manage.sql
\ir functions/argument/_text.sql
\ir functions/argument/_texts.sql
\ir functions/argument/_range.sql
\ir functions/argument/_size.sql
\ir functions/argument/_object.sql
\ir functions/argument/_members.sql
\ir functions/argument/_refuse.sql
\ir functions/argument/_payload.sql
\ir functions/argument/_glossary.sql
\ir functions/function/list.sql
\ir functions/uuid/_v7.sql
\ir functions/time/_iso.sql
\ir functions/actor/_access.sql
\ir functions/actor/access.sql
\ir functions/actor/_global.sql
\ir functions/actor/_admin.sql
\ir functions/migration/list.sql
\ir functions/topic/matches.sql
\ir functions/event/_mark.sql
\ir functions/event/_order.sql
\ir functions/event/_frozen.sql
\ir functions/event/_ring.sql
\ir functions/event/_append.sql
\ir functions/event/_horizon.sql
\ir functions/event/_frame.sql
\ir functions/event/_facts.sql
\ir functions/event/since.sql
\ir functions/event/read.sql
\ir functions/event/probe.sql
\ir functions/event/_cutoff.sql
\ir functions/event/purge.sql
\ir functions/event/replay.sql
\ir functions/event/access.sql
\ir functions/event_ticket/create.sql
\ir functions/event_ticket/create_answer.sql
\ir functions/event_ticket/redeem.sql
\ir functions/access/_ring.sql
\ir functions/user/_password_mark.sql
\ir functions/event/purge_count.sql
\ir functions/event/restore.sql
\ir functions/user/_missing.sql
\ir functions/user/_is_superadmin.sql
\ir functions/user/_lock.sql
\ir functions/user/_keep_superadmin.sql
\ir functions/user/_owner_check.sql
\ir functions/user/_taken.sql
\ir functions/user/_name_check.sql
\ir functions/user/_check.sql
\ir functions/user/_record.sql
\ir functions/user/_new.sql
\ir functions/user/create.sql
\ir functions/user/create_answer.sql
\ir functions/user/create_first.sql
\ir functions/user/get.sql
\ir functions/user/get_answer.sql
\ir functions/actor/access_answer.sql
\ir functions/user/list.sql
\ir functions/user/list_answer.sql
\ir functions/user/list_names.sql
\ir functions/user/list_names_answer.sql
\ir functions/user/patch.sql
\ir functions/user/patch_answer.sql
\ir functions/user/patch_metadata.sql
\ir functions/user/patch_metadata_answer.sql
\ir functions/user/get_preferences.sql
\ir functions/user/get_preferences_answer.sql
\ir functions/user/patch_preferences.sql
\ir functions/user/patch_preferences_answer.sql
\ir functions/user/put_password.sql
\ir functions/user/delete.sql
\ir functions/user/delete_answer.sql
\ir functions/user/find.sql
\ir functions/user/identify.sql
\ir functions/user/provision.sql
\ir functions/bot/_check.sql
\ir functions/bot/create.sql
\ir functions/bot/create_answer.sql
\ir functions/bot/get.sql
\ir functions/bot/get_answer.sql
\ir functions/bot/list.sql
\ir functions/bot/list_answer.sql
\ir functions/bot/patch.sql
\ir functions/bot/patch_answer.sql
\ir functions/bot/delete.sql
\ir functions/bot/delete_answer.sql
\ir functions/membership/_grantable.sql
\ir functions/membership/_record.sql
\ir functions/membership/_journal.sql
\ir functions/membership/_check.sql
\ir functions/membership/_grant_check.sql
\ir functions/membership/_absent.sql
\ir functions/membership/grant.sql
\ir functions/membership/grant_answer.sql
\ir functions/membership/grant_if_absent.sql
\ir functions/membership/revoke.sql
\ir functions/membership/revoke_answer.sql
\ir functions/membership/list.sql
\ir functions/membership/list_answer.sql
\ir functions/persona/_missing.sql
\ir functions/persona/_lock.sql
\ir functions/persona/_info.sql
\ir functions/persona/_record.sql
\ir functions/persona/_roles.sql
\ir functions/persona/_holders.sql
\ir functions/persona/_grantable.sql
\ir functions/persona/_reconcile.sql
\ir functions/persona/reconcile.sql
\ir functions/persona/create.sql
\ir functions/persona/create_answer.sql
\ir functions/persona/get.sql
\ir functions/persona/get_answer.sql
\ir functions/persona/list.sql
\ir functions/persona/list_answer.sql
\ir functions/persona/patch.sql
\ir functions/persona/patch_answer.sql
\ir functions/persona/put_role.sql
\ir functions/persona/put_role_answer.sql
\ir functions/persona/delete_role.sql
\ir functions/persona/delete_role_answer.sql
\ir functions/persona/delete.sql
\ir functions/persona/delete_answer.sql
\ir functions/user_persona/list.sql
\ir functions/user_persona/list_answer.sql
\ir functions/user_persona/grant.sql
\ir functions/user_persona/grant_answer.sql
\ir functions/user_persona/revoke.sql
\ir functions/user_persona/revoke_answer.sql
\ir functions/role/_manage.sql
\ir functions/role/_admin.sql
\ir functions/role/_missing.sql
\ir functions/role/_chain_check.sql
\ir functions/role/can_escalate.sql
\ir functions/role/_record.sql
\ir functions/role/_detail.sql
\ir functions/role/_detail_record.sql
\ir functions/role/create.sql
\ir functions/role/create_answer.sql
\ir functions/role/get.sql
\ir functions/role/get_answer.sql
\ir functions/role/list.sql
\ir functions/role/list_answer.sql
\ir functions/role/details.sql
\ir functions/role/details_answer.sql
\ir functions/role/_pins_check.sql
\ir functions/role/_patch_check.sql
\ir functions/role/_parent_check.sql
\ir functions/role/_known_check.sql
\ir functions/role/patch.sql
\ir functions/role/patch_answer.sql
\ir functions/role/_used.sql
\ir functions/role/delete.sql
\ir functions/role/delete_answer.sql
\ir functions/role_schema/_frozen.sql
\ir functions/role_schema/get.sql
\ir functions/role_schema/get_answer.sql
\ir functions/role_schema/list.sql
\ir functions/role_schema/list_answer.sql
\ir functions/role_list_schema/get.sql
\ir functions/role_list_schema/get_answer.sql
\ir functions/role_list_schema/list.sql
\ir functions/role_list_schema/list_answer.sql
\ir functions/role_escalation/_journal.sql
\ir functions/role_escalation/_record.sql
\ir functions/role_escalation/list.sql
\ir functions/role_escalation/list_answer.sql
\ir functions/role_escalation/create.sql
\ir functions/role_escalation/create_answer.sql
\ir functions/role_escalation/delete.sql
\ir functions/role_escalation/delete_answer.sql
\ir functions/role_escalation/get.sql
\ir functions/role_escalation/put.sql
\ir functions/api_key/_owner_check.sql
\ir functions/api_key/_distrust.sql
\ir functions/api_key/_record.sql
\ir functions/api_key/mint.sql
\ir functions/api_key/mint_answer.sql
\ir functions/api_key/verify.sql
\ir functions/api_key/revoke.sql
\ir functions/api_key/revoke_answer.sql
\ir functions/api_key/list.sql
\ir functions/api_key/list_answer.sql
\ir functions/login_attempt/start.sql
\ir functions/login_attempt/start_own.sql
\ir functions/login_attempt/finish.sql
\ir functions/login/_roles.sql
\ir functions/login/grant.sql
\ir functions/login/revoke.sql
\ir functions/escalation/_is_available.sql
\ir functions/escalation/_terminal.sql
\ir functions/escalation/_record.sql
\ir functions/escalation/_journal.sql
\ir functions/escalation/_journal_set.sql
\ir functions/escalation/_refuse.sql
\ir functions/escalation/_readable.sql
\ir functions/escalation/_open.sql
\ir functions/escalation/_of_key.sql
\ir functions/escalation/_deadline.sql
\ir functions/escalation/_assignee_check.sql
\ir functions/escalation/create.sql
\ir functions/escalation/create_answer.sql
\ir functions/escalation/get.sql
\ir functions/escalation/get_answer.sql
\ir functions/escalation/claim.sql
\ir functions/escalation/claim_answer.sql
\ir functions/escalation/_queue_roles.sql
\ir functions/escalation/_claim_roles.sql
\ir functions/escalation/_lock_one.sql
\ir functions/escalation/_lock_best.sql
\ir functions/escalation/claim_next.sql
\ir functions/escalation/_claim_counts.sql
\ir functions/escalation/claim_next_answer.sql
\ir functions/escalation/release.sql
\ir functions/escalation/release_answer.sql
\ir functions/escalation/release_expired.sql
\ir functions/escalation/release_expired_answer.sql
\ir functions/escalation/_answer_check.sql
\ir functions/escalation/_settle.sql
\ir functions/idempotency/_take.sql
\ir functions/escalation/resolve.sql
\ir functions/escalation/resolve_answer.sql
\ir functions/escalation/resolve_by_signal_key.sql
\ir functions/escalation/resolve_by_signal_key_answer.sql
\ir functions/escalation/cancel.sql
\ir functions/escalation/cancel_answer.sql
\ir functions/escalation/escalate.sql
\ir functions/escalation/escalate_answer.sql
\ir functions/escalation/expire.sql
\ir functions/escalation/_import_id.sql
\ir functions/escalation/_import_check.sql
\ir functions/escalation/_import_journal.sql
\ir functions/escalation/import.sql
\ir functions/escalation/_search_status.sql
\ir functions/escalation/_search_window.sql
\ir functions/escalation/_search_order.sql
\ir functions/escalation/_search_value.sql
\ir functions/escalation/_search_cursor.sql
\ir functions/escalation/_search_after.sql
\ir functions/escalation/_search_query.sql
\ir functions/escalation/_search_scope.sql
\ir functions/escalation/_search_gate.sql
\ir functions/escalation/_search_where.sql
\ir functions/escalation/_search_keyset.sql
\ir functions/escalation/_search_arms.sql
\ir functions/escalation/_search_queue.sql
\ir functions/escalation/_search_queue_count.sql
\ir functions/escalation/_search_rows.sql
\ir functions/escalation/_search_rows_count.sql
\ir functions/escalation/_search_page.sql
\ir functions/escalation/search.sql
\ir functions/escalation/list.sql
\ir functions/escalation/list_answer.sql
\ir functions/escalation/available.sql
\ir functions/escalation/available_answer.sql
\ir functions/escalation/stats.sql
\ir functions/timer/due.sql
\ir functions/timer/run.sql
\ir functions/metric/_visible.sql
\ir functions/metric/_queue.sql
\ir functions/metric/_journal.sql
\ir functions/metric/_server.sql
\ir functions/metric/_timer.sql
\ir functions/metric/list.sql
\ir functions/doctor/_server.sql
\ir functions/doctor/_vacuum.sql
\ir functions/doctor/_schema.sql
\ir functions/doctor/_journal.sql
\ir functions/doctor/_timer.sql
\ir functions/doctor/list.sql

-- Views.
\ir views/escalations.sql
\ir views/events.sql
\ir views/memberships.sql

-- Services read the catalog anew.
select pg_notify('rowlock', 'schema');

commit;
\o
