-- Members may choose whether they are mailed of work that they take over from somebody who leaves.
-- older versions may run beside this
alter table members alter column notifications
  set default '{"assigned": true, "deliveryFailed": true, "customerReplied": true, "mentioned": true, "reviews": true, "handedOver": true}';
update members set notifications = notifications || '{"handedOver": true}';
