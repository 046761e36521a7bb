"""The route table: which path calls which function. Knows no other module of ours."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Route:
    """One method and path, the SQL function behind it, and the status when that has no answer.

    `body` names the jsonb argument that takes what the body has beside the other arguments;
    `verbatim` leaves its keys as they are: they are the caller's own words. `held`: an answer that
    says pending is held back until there is another, or its timeout is over. `table`: an answer of
    columns, rows and next, which is also given as one CSV file of all pages. `needs`: the scope
    whose API keys may call it too, though they may call nothing else.
    """

    method: str
    path: str
    function: str
    ok: int = 200
    aliases: Mapping[str, str] = field(default_factory=dict)
    body: str = ""
    verbatim: bool = False
    held: bool = False
    table: bool = False
    needs: str = ""


ROUTES: tuple[Route, ...] = (
    #     method    path                                             function
    Route("GET",    "/api/me",                                       "actor_access"),
    Route("GET",    "/api/me/preferences",                           "user_get_preferences"),
    Route("PATCH",  "/api/me/preferences",                           "user_patch_preferences",
          body="patch", verbatim=True),
    Route("GET",    "/api/users",                                    "user_list"),
    Route("POST",   "/api/users",                                    "user_create", 201),
    Route("POST",   "/api/users/names",                              "user_list_names"),
    Route("GET",    "/api/users/{id}",                               "user_get"),
    Route("PATCH",  "/api/users/{id}",                               "user_patch", body="patch"),
    Route("DELETE", "/api/users/{id}",                               "user_delete"),
    Route("PATCH",  "/api/users/{id}/metadata",                      "user_patch_metadata"),
    Route("GET",    "/api/users/{user_id}/roles",                    "membership_list"),
    Route("POST",   "/api/users/{user_id}/roles",                    "membership_grant"),
    Route("DELETE", "/api/users/{user_id}/roles/{role}",             "membership_revoke"),
    Route("GET",    "/api/users/{user_id}/personas",                 "user_persona_list"),
    Route("POST",   "/api/users/{user_id}/personas",                 "user_persona_grant"),
    Route("DELETE", "/api/users/{user_id}/personas/{key}",           "user_persona_revoke"),
    Route("GET",    "/api/bot-accounts",                             "bot_list"),
    Route("POST",   "/api/bot-accounts",                             "bot_create", 201),
    Route("GET",    "/api/bot-accounts/{id}",                        "bot_get"),
    Route("PATCH",  "/api/bot-accounts/{id}",                        "bot_patch", body="patch"),
    Route("DELETE", "/api/bot-accounts/{id}",                        "bot_delete"),
    Route("GET",    "/api/bot-accounts/{user_id}/roles",             "membership_list"),
    Route("POST",   "/api/bot-accounts/{user_id}/roles",             "membership_grant"),
    Route("DELETE", "/api/bot-accounts/{user_id}/roles/{role}",      "membership_revoke"),
    Route("GET",    "/api/bot-accounts/{user_id}/api-keys",          "api_key_list"),
    Route("POST",   "/api/bot-accounts/{user_id}/api-keys",          "api_key_mint", 201),
    Route("DELETE", "/api/bot-accounts/{user_id}/api-keys/{key_id}", "api_key_revoke"),
    Route("GET",    "/api/personas",                                 "persona_list"),
    Route("POST",   "/api/personas",                                 "persona_create", 201),
    Route("GET",    "/api/personas/{key}",                           "persona_get"),
    Route("PATCH",  "/api/personas/{key}",                           "persona_patch", body="patch"),
    Route("DELETE", "/api/personas/{key}",                           "persona_delete"),
    Route("PUT",    "/api/personas/{key}/roles/{role}",              "persona_put_role"),
    Route("DELETE", "/api/personas/{key}/roles/{role}",              "persona_delete_role"),
    Route("GET",    "/api/roles",                                    "role_list"),
    Route("POST",   "/api/roles",                                    "role_create", 201),
    Route("GET",    "/api/roles/details",                            "role_details"),
    Route("GET",    "/api/roles/escalation-chains",                  "role_escalation_list"),
    Route("POST",   "/api/roles/escalation-chains",                  "role_escalation_create", 201),
    Route("DELETE", "/api/roles/escalation-chains",                  "role_escalation_delete"),
    Route("GET",    "/api/roles/{role}",                             "role_get"),
    Route("PATCH",  "/api/roles/{role}",                             "role_patch", body="patch"),
    Route("DELETE", "/api/roles/{role}",                             "role_delete"),
    Route("GET",    "/api/roles/{role}/schema",                      "role_schema_get"),
    Route("GET",    "/api/roles/{role}/schema/versions",             "role_schema_list"),
    Route("GET",    "/api/roles/{role}/list-schema",                 "role_list_schema_get"),
    Route("GET",    "/api/roles/{role}/list-schema/versions",        "role_list_schema_list"),
    Route("GET",    "/api/roles/{role}/escalation-targets",          "role_escalation_get"),
    Route("PUT",    "/api/roles/{role}/escalation-targets",          "role_escalation_put"),
    Route("POST",   "/api/escalations",                              "escalation_create", 201),
    Route("GET",    "/api/escalations",                              "escalation_list"),
    Route("GET",    "/api/escalations/available",                    "escalation_available"),
    Route("GET",    "/api/escalations/types",                        "escalation_types"),
    Route("GET",    "/api/escalations/facet-keys",                   "escalation_facet_keys"),
    Route("GET",    "/api/escalations/facet-counts",                 "escalation_facet_counts"),
    Route("GET",    "/api/escalations/by-metadata",                  "escalation_list_by_metadata"),
    Route("GET",    "/api/escalations/by-workflow/{workflow_id}",    "escalation_list_by_workflow"),
    Route("POST",   "/api/escalations/by-workflow/{workflow_id}/cancel",
          "escalation_cancel_workflow"),
    Route("POST",   "/api/escalations/search-by-facets",             "escalation_search_by_facets"),
    Route("POST",   "/api/escalations/search-groups",                "escalation_search_groups"),
    Route("GET",    "/api/escalations/stats",                        "escalation_stats"),
    Route("GET",    "/api/escalations/station-metrics",              "escalation_station_metrics"),
    Route("POST",   "/api/escalations/release-expired",              "escalation_release_expired"),
    Route("POST",   "/api/escalations/claim-next",                   "escalation_claim_next"),
    Route("POST",   "/api/escalations/claim-by-metadata",
          "escalation_claim_by_metadata"),
    Route("POST",   "/api/escalations/claim-by-facets",              "escalation_claim_by_facets"),
    Route("POST",   "/api/escalations/claim-groups",                 "escalation_claim_groups"),
    Route("PATCH",  "/api/escalations/priority",                     "escalation_priority"),
    Route("POST",   "/api/escalations/bulk-claim",                   "escalation_bulk_claim"),
    Route("POST",   "/api/escalations/bulk-assign",                  "escalation_bulk_assign"),
    Route("PATCH",  "/api/escalations/bulk-escalate",                "escalation_bulk_escalate"),
    Route("POST",   "/api/escalations/bulk-cancel",                  "escalation_bulk_cancel"),
    Route("POST",   "/api/escalations/bulk-triage",                  "escalation_bulk_triage"),
    Route("POST",   "/api/escalations/resolve-by-signal-key",
          "escalation_resolve_by_signal_key"),
    Route("POST",   "/api/escalations/resolve-by-metadata",
          "escalation_resolve_by_metadata"),
    Route("POST",   "/api/escalations/resolve-by-ids",               "escalation_resolve_by_ids"),
    Route("POST",   "/api/escalations/resolve-all-or-none",
          "escalation_resolve_all_or_none"),
    Route("GET",    "/api/escalations/{id}",                         "escalation_get"),
    Route("POST",   "/api/escalations/{id}/claim",                   "escalation_claim"),
    Route("POST",   "/api/escalations/{id}/release",                 "escalation_release"),
    Route("POST",   "/api/escalations/{id}/resolve",                 "escalation_resolve"),
    Route("POST",   "/api/escalations/{id}/cancel",                  "escalation_cancel"),
    Route("PATCH",  "/api/escalations/{id}/escalate",                "escalation_escalate"),
    Route("GET",    "/api/waits/{signal_key}",                       "wait_status", held=True),
    Route("GET",    "/api/overview",                                 "analytics_overview"),
    Route("GET",    "/api/origins/{origin_id}",                      "origin_timeline"),
    Route("GET",    "/api/analytics/backlog",                        "analytics_backlog"),
    Route("GET",    "/api/analytics/flow",                           "analytics_flow"),
    Route("GET",    "/api/analytics/histogram",                      "analytics_histogram"),
    Route("GET",    "/api/analytics/aging",                          "analytics_aging"),
    Route("GET",    "/api/analytics/intervals",                      "analytics_intervals"),
    Route("GET",    "/api/analytics/workload",                       "analytics_workload"),
    Route("GET",    "/api/analytics/little",                         "analytics_little"),
    Route("GET",    "/api/analytics/event-log",                      "analytics_event_log",
          table=True),
    Route("DELETE", "/api/credentials/{token}",                      "credential_revoke"),
    Route("POST",   "/api/tasks",                                    "task_open", 201),
    Route("GET",    "/api/tasks",                                    "task_list"),
    Route("GET",    "/api/tasks/processes",                          "process_list"),
    Route("GET",    "/api/tasks/processes/{origin_id}",              "process_get"),
    Route("GET",    "/api/tasks/{id}",                               "task_get"),
    Route("PATCH",  "/api/tasks/{id}",                               "task_patch", body="patch"),
    Route("GET",    "/api/tasks/{id}/siblings",                      "task_siblings"),
    Route("POST",   "/api/tasks/{id}/milestones",                    "task_milestone"),
    Route("POST",   "/api/tasks/{id}/complete",                      "task_complete"),
    Route("POST",   "/api/tasks/{id}/fail",                          "task_fail"),
    Route("POST",   "/api/projects",                                 "project_create", 201),
    Route("POST",   "/api/work-items",                               "work_item_create", 201),
    Route("POST",   "/api/signals/{signal_key}",                     "signal_send"),
    Route("POST",   "/api/hosts/register",                           "host_register", 201,
          needs="host"),
    Route("POST",   "/api/hosts/{host_id}/heartbeat",                "host_heartbeat",
          needs="host"),
    Route("GET",    "/api/events",                                   "event_since",
          aliases={"topic": "topics"}),
)  # fmt: skip

# Spellings that every route accepts beside the argument's own name.
ALIASES: Mapping[str, str] = {"limit": "max_rows", "offset": "skip_rows"}

# Public functions without a row above: called over SQL, by the service itself, or by its timers.
SQL_ONLY: frozenset[str] = frozenset({
    "actor_current",
    "api_key_verify",
    "credential_consume",
    "credential_consume_answer",
    "credential_peek",
    "credential_purge",
    "credential_refund",
    "credential_store",
    "credential_store_answer",
    "doctor_list",
    "escalation_archive",
    "escalation_expire",
    "escalation_import",
    "escalation_search",
    "event_access",
    "event_probe",
    "event_purge",
    "event_purge_count",
    "event_read",
    "event_replay",
    "event_ticket_create",
    "event_ticket_create_answer",
    "event_ticket_redeem",
    "form_errors",
    "form_get",
    "function_list",
    "login_attempt_finish",
    "login_attempt_start",
    "login_attempt_start_own",
    "membership_grant_if_absent",
    "metric_list",
    "migration_list",
    "persona_reconcile",
    "role_can_escalate",
    "schema_errors",
    "schema_problems",
    "signal_purge",
    "timer_due",
    "timer_run",
    "topic_matches",
    "user_identify",
    "user_provision",
    "user_put_password",
    "wait_ended",
})  # fmt: skip
