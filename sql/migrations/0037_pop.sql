-- A pop knows for whom it is when it locks, so that it locks nothing it leaves to others.

-- The function has got an argument; install makes it anew.
drop function if exists rowlock._escalation_lock_one(text, text[], integer, timestamptz);
