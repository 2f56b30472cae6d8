-- Last reported prefetched count of each node, so that all nodes report equal counts. It is empty in an embedded store.
CREATE CACHED TABLE IF NOT EXISTS restante_buffer_stock (
  entity BIGINT NOT NULL,
  incarnation BIGINT NOT NULL,
  acquired BIGINT NOT NULL,
  unstored BIGINT NOT NULL,
  first_enqueued_at BIGINT NOT NULL,
  PRIMARY KEY (entity, incarnation)
);
