-- What the journal says of one subject.

create index event_subject_id_idx on rowlock.event (subject_id, seq);
comment on index rowlock.event_subject_id_idx is 'Serves escalation_history.';

-- What all lists write their cursors with took its place.
drop function if exists rowlock._task_cursor(jsonb);
drop function if exists rowlock._task_place(text);
