-- Which start of the service writes here: each makes the epoch greater, and one that finds another's writes no more.
create table if not exists owner (
  id int not null primary key,
  epoch bigint not null,
  -- how the journal was written since the last start that was whole
  persistence varchar(16)
);

insert ignore into owner (id, epoch) values (1, 0);
