-- History: throughput and message counts of entities, encoded by HistoryCodec, one row for each interval and node. A
-- row with span 0 requests that the history is recorded until from_at.
CREATE TABLE restante_history (
  span_minutes INTEGER NOT NULL,
  from_at BIGINT NOT NULL,
  incarnation BIGINT NOT NULL,
  figures bytea NOT NULL,
  PRIMARY KEY (span_minutes, from_at, incarnation)
);
