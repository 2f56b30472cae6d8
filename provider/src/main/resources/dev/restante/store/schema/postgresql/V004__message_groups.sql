-- Groups that somebody has accepted (owner and holder are not 0), and those that have a state. It was not used before.
DROP TABLE restante_message_group;
CREATE TABLE restante_message_group (
  entity BIGINT NOT NULL,
  group_id text NOT NULL,
  owner BIGINT NOT NULL,
  holder BIGINT NOT NULL,
  state bytea,
  PRIMARY KEY (entity, group_id)
);
CREATE INDEX restante_message_group_held ON restante_message_group (entity) WHERE owner <> 0;
