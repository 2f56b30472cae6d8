-- What each node had in its memory for receivers when it last told, so that all nodes count alike. A store that one
-- process has for itself leaves it empty.
CREATE CACHED TABLE IF NOT EXISTS restante_buffer_stock (
  entity BIGINT NOT NULL,
  incarnation BIGINT NOT NULL,
  acquired BIGINT NOT NULL,
  unstored BIGINT NOT NULL,
  first_enqueued_at BIGINT NOT NULL,
  PRIMARY KEY (entity, incarnation)
);
