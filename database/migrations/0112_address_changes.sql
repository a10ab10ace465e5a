-- A code may be for changing the address of an account: one goes to the address that it has, one to the new one.
-- older versions may run beside this
alter table identity.challenges drop constraint challenges_purpose_check,
  add constraint challenges_purpose_check check (purpose in
    ('register', 'login', 'invitation', 'address-old', 'address-new', 'customer-register', 'customer-login'));
