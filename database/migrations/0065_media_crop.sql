-- The part of a picture that is shown, in shares of its width and height from its left and its top; all of it where there is none.
-- The focal point lies within it.
alter table media add column crop jsonb;
alter table media add constraint media_crop_within check (crop is null or coalesce(
    (crop ->> 'x')::float8 >= 0 and (crop ->> 'width')::float8 >= 0.01
      and (crop ->> 'x')::float8 + (crop ->> 'width')::float8 <= 1.00001
    and (crop ->> 'y')::float8 >= 0 and (crop ->> 'height')::float8 >= 0.01
      and (crop ->> 'y')::float8 + (crop ->> 'height')::float8 <= 1.00001, false));
alter table media add constraint media_focus_in_crop check (crop is null or coalesce(
    focus_x between (crop ->> 'x')::float8 - 0.00001 and (crop ->> 'x')::float8 + (crop ->> 'width')::float8 + 0.00001
    and focus_y between (crop ->> 'y')::float8 - 0.00001 and (crop ->> 'y')::float8 + (crop ->> 'height')::float8 + 0.00001,
    false));
