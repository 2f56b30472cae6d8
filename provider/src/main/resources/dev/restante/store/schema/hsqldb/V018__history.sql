-- What went through entities and how much was in them, one row for each interval and node, as HistoryCodec writes it.
-- Rows with span 0 are wishes that this be recorded: until from_at.
CREATE CACHED TABLE IF NOT EXISTS restante_history (
  span_minutes INTEGER NOT NULL,
  from_at BIGINT NOT NULL,
  incarnation BIGINT NOT NULL,
  figures VARBINARY(1000000) NOT NULL,
  PRIMARY KEY (span_minutes, from_at, incarnation)
);
