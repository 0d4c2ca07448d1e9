-- Which start of the service writes here: each makes the epoch greater, and one that finds another's writes
-- no more.
create table if not exists owner (
  id integer not null primary key,
  epoch integer not null,
  -- how the journal was written since the last start that was whole
  persistence text
);

insert or ignore into owner (id, epoch) values (1, 0);
