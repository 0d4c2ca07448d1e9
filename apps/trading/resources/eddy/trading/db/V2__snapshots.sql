-- Markets as they were after an entry of their journal, so that a start need not read all of it. They follow from the
-- journal too: nothing is lost when they are deleted.

create table if not exists snapshot (
  market int not null,
  seq bigint not null,
  length bigint not null,
  sha256 varchar(64) not null,
  primary key (market, seq)
);

create table if not exists snapshot_part (
  market int not null,
  seq bigint not null,
  part int not null,
  bytes mediumblob not null,
  primary key (market, seq, part)
);
