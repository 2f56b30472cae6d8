-- Large bodies, which are stored in chunks outside the message row. The chunks are committed before the message. A body
-- exists as long as it has a row here, and the row exists as long as the body has a body retention or a reference.
CREATE TABLE restante_body (
  id BIGINT PRIMARY KEY
);

CREATE TABLE restante_body_chunk (
  body BIGINT NOT NULL,
  chunk_number INTEGER NOT NULL,
  content bytea NOT NULL,
  PRIMARY KEY (body, chunk_number)
);

-- Bodies rarely compress well, and compression costs more than it saves.
ALTER TABLE restante_body_chunk ALTER COLUMN content SET STORAGE EXTERNAL;

-- A chunk fills many rows of the TOAST table, so autovacuum of both tables runs after a fixed number of dead rows.
ALTER TABLE restante_body_chunk SET (autovacuum_vacuum_scale_factor = 0.0, autovacuum_vacuum_threshold = 1000,
  toast.autovacuum_vacuum_scale_factor = 0.0, toast.autovacuum_vacuum_threshold = 100000);

-- References from messages to their large bodies. Copies of a message share its body. A reference is inserted with its
-- message and deleted after it.
CREATE TABLE restante_body_reference (
  body BIGINT NOT NULL REFERENCES restante_body (id),
  message BIGINT NOT NULL,
  PRIMARY KEY (body, message)
);

-- Body retentions: a node writes a large body or an application reads it, so it must not be deleted, even if the
-- message is.
CREATE TABLE restante_body_hold (
  id BIGINT PRIMARY KEY,
  body BIGINT NOT NULL REFERENCES restante_body (id),
  incarnation BIGINT NOT NULL
);

CREATE INDEX restante_body_hold_body ON restante_body_hold (body);

-- Deleted bodies whose chunks may still exist.
CREATE TABLE restante_ended_body (
  id BIGINT PRIMARY KEY
);
