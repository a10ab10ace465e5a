-- older versions may run beside this
-- When the text and the files of a message of a side conversation were deleted permanently.
alter table side_messages add column redacted_at timestamptz;
