-- Of what a delivery is a value, where its entity keeps only the last one of each key (LVQ-01).
ALTER TABLE restante_delivery ADD COLUMN value_key TEXT COLLATE "C";

-- The last delivery that arrived with each key, for as long as it is in its entity.
CREATE TABLE restante_last_value (
  entity BIGINT NOT NULL,
  value_key TEXT COLLATE "C" NOT NULL,
  delivery BIGINT NOT NULL,
  PRIMARY KEY (entity, value_key)
);

CREATE INDEX restante_last_value_delivery ON restante_last_value (delivery);
