-- Last-value key of a delivery, in an entity that keeps only the last value of each key (LVQ-01).
ALTER TABLE restante_delivery ADD COLUMN IF NOT EXISTS value_key VARCHAR(2000) COLLATE restante_text;

-- Last delivery that arrived with each key, as long as this delivery is in its entity.
CREATE CACHED TABLE IF NOT EXISTS restante_last_value (
  entity BIGINT NOT NULL,
  value_key VARCHAR(2000) COLLATE restante_text NOT NULL,
  delivery BIGINT NOT NULL,
  PRIMARY KEY (entity, value_key)
);

CREATE INDEX IF NOT EXISTS restante_last_value_delivery ON restante_last_value (delivery);
